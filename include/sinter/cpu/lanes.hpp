// SPDX-License-Identifier: MIT
// Vectors of 32 elements with every word that the values of primitives use.
#pragma once
#include "lanes/functions.hpp"
