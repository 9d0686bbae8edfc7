// SPDX-License-Identifier: MIT
// Elementary functions on xsimd batches: f32 and f64, within 4 ulp over all inputs, special values as <cmath>
// has them. Call them qualified (elementary::exp(x)): argument-dependent lookup would find xsimd's own.
#pragma once

#include <sinter/cpu/elementary/error.hpp>
#include <sinter/cpu/elementary/exponential.hpp>
#include <sinter/cpu/elementary/hyperbolic.hpp>
#include <sinter/cpu/elementary/inverse_trigonometric.hpp>
#include <sinter/cpu/elementary/logarithm.hpp>
#include <sinter/cpu/elementary/power.hpp>
#include <sinter/cpu/elementary/rounding.hpp>
#include <sinter/cpu/elementary/trigonometric.hpp>
