// SPDX-License-Identifier: MIT
// The runtime of a program that links sinter::runtime, compiled once.
#include <sinter/jit/unit.hpp>
