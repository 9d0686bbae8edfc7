// SPDX-License-Identifier: MIT
// The oracle, compiled once for all rooms.
#include "support/oracle_definitions.hpp"
