// SPDX-License-Identifier: MIT
// The room cuda of a program that links sinter::cuda, compiled once.
#include <sinter/cuda/unit.hpp>
