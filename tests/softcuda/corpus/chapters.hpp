// SPDX-License-Identifier: MIT
// The chapters of the corpus, each a file of its name.
#pragma once
#include "test.hpp"

namespace softcuda::corpus {

void f32_tests(const visitor&);
void f64_tests(const visitor&);
void half_tests(const visitor&);
void integer_tests(const visitor&);
void bits_tests(const visitor&);
void carry_tests(const visitor&);
void convert_tests(const visitor&);
void predicate_tests(const visitor&);
void approximate_tests(const visitor&);
void move_tests(const visitor&);
void memory_tests(const visitor&);
void warp_tests(const visitor&);
void atomic_tests(const visitor&);
void tensor_tests(const visitor&);

}  // namespace softcuda::corpus
