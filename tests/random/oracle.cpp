// SPDX-License-Identifier: MIT
#include "support/interpret_definitions.hpp"
#include "support/oracle_definitions.hpp"
