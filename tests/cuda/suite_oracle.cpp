// SPDX-License-Identifier: MIT
#include "support/oracle_definitions.hpp"
