// SPDX-License-Identifier: MIT
// The values of primitives on a GPU: the examples that the CPU's tests try, with the same comparison. Sampled, since each is
// a kernel to compile: every example comes once, plain or through one of the views in turn; where a row has more than
// `most_examples` for an element type, evenly spaced ones. Special values are never left out.
#pragma once
#include <doctest/doctest.h>

#include "primitive/values.hpp"
#include "support/device.hpp"

namespace cuda_tests {

// How far the functions of CUDA's mathematical library may be from the rounded value. The published maxima are 4 ulp or
// fewer for all that rows spell (in f32: exp 2, log 1, sin and cos 2, tan 4, sinh 3, cosh 2, tanh 2, asin and acos 2, atan 2,
// atan2 3, asinh 3, acosh 4, atanh 3, erf 2, erfc 4; in f64 at most 3), except those below; half an ulp more is the rounding
// of the reference.
inline int most_ulps(const sinter::core::primitive* op, sinter::core::dtype type) {
  namespace primitives = sinter::core::primitives;
  if (op == &primitives::pow && type == sinter::core::dtype::f32) return 8;      // 4 in recent toolkits, 8 before
  if (op == &primitives::erfc && type == sinter::core::dtype::f64) return 6;     // 5
  if (op == &primitives::erf_inv && type == sinter::core::dtype::f64) return 6;  // 5
  return 4;
}

// The bits of a NaN between halves are not compared: in registers halves are floats, and CUDA rounds any NaN to one of its own.
inline bool keeps_nan_bits(const sinter::core::primitive& op, sinter::core::dtype type) {
  return &op == &sinter::core::primitives::bitcast_convert_type && sinter::core::is_halved(type);
}

inline constexpr std::size_t most_examples = 24;

// The rows that `is_wanted` picks.
template <class Wanted> void check_values(std::uint64_t seed, Wanted is_wanted) {
  namespace core = sinter::core;
  using core::dtype;
  using examples::through;
  constexpr dtype all_types[] = {dtype::b8, dtype::u8, dtype::i32, dtype::u32, dtype::i64, dtype::f32, dtype::f64, dtype::f16, dtype::bf16};
  support::random_numbers random(seed);
  support::device_batch batch;
  std::int64_t rows = 0, tried = 0;
  for (const core::primitive* op : core::primitives::all::at) {
    if (!is_wanted(*op)) continue;
    ++rows;
    for (const dtype type : all_types) {
      if (!(op->takes & core::only(type))) continue;
      const auto all = examples::of(op, type);
      const std::size_t stride = (all.size() + most_examples - 1) / most_examples;
      std::size_t turn = static_cast<std::size_t>(rows);
      const auto add = [&](const examples::example& one, through how, bool specials) {
        const auto made = std::make_shared<examples::value_case>(examples::make_value_case(one, how, random, specials));
        const std::string name = one.name + " through " + std::to_string(static_cast<int>(how)) + (specials ? " of special values" : "");
        batch.add(made->graph, support::extents_of(made->arguments), name, [made, one, name](const support::device_program& program) {
          const support::tensor given = program(made->arguments)[0];
          const std::string wrong = examples::difference(one, made->graph, made->arguments, given, most_ulps(one.op, given.type));
          if (!wrong.empty()) FAIL_CHECK(name << ": " << wrong);
        });
        ++tried;
      };
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].takes_specials && !keeps_nan_bits(*op, type)) add(all[i], through::nothing, true);
        if (i % stride == turn % stride) add(all[i], all[i].takes_views ? static_cast<through>(turn % 5) : through::nothing, false);
        ++turn;
      }
    }
  }
  batch.finish();
  const support::device_tally& made = batch.tally();
  MESSAGE(rows << " rows, " << tried << " cases; " << made.launches << " launches, " << made.kernels << " kernels in " << made.programs << " programs, "
               << made.rewritten << " rewritten");
  CHECK(tried >= rows);
  CHECK(made.graphs == tried);
  for (const std::string& name : made.spilling) FAIL_CHECK("spills: " << name);
}

}  // namespace cuda_tests
