// SPDX-License-Identifier: MIT
// Elementary functions on xsimd batches, float and double, special values as <cmath> has them. Errors quoted
// at the functions are the worst seen with and without a fused multiply, over all f32 bit patterns for most
// functions and millions of f64 ones. Call them qualified (elementary::exp(x)): argument-dependent lookup
// finds xsimd's own too.
#pragma once

#include <sinter/cpu/elementary/error.hpp>
#include <sinter/cpu/elementary/exponential.hpp>
#include <sinter/cpu/elementary/hyperbolic.hpp>
#include <sinter/cpu/elementary/inverse_trigonometric.hpp>
#include <sinter/cpu/elementary/logarithm.hpp>
#include <sinter/cpu/elementary/power.hpp>
#include <sinter/cpu/elementary/rounding.hpp>
#include <sinter/cpu/elementary/trigonometric.hpp>
