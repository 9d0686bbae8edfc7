// SPDX-License-Identifier: MIT
// All of sinter.
#include <sinter/sinter.hpp>
