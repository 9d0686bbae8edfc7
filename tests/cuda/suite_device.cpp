// SPDX-License-Identifier: MIT
#include "support/device_definitions.hpp"
