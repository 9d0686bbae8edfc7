// SPDX-License-Identifier: MIT
#include "support/interpret_definitions.hpp"
