// SPDX-License-Identifier: MIT
// What a matrix product is: three extents, a batch, and strides in elements. Plain data, the same for every route.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "../config.hpp"

namespace sinter::core {

// C[b, m, n] = sum_k A[b, m, k] B[b, k, n]. Strides are >= 0; zero repeats an operand. C has unit column stride and
// distinct elements.
struct matrix_product {
  std::int64_t batch, m, n, k;
  std::int64_t a_batch, a_row, a_column;  // strides of A over b, m, k
  std::int64_t b_batch, b_row, b_column;  // strides of B over b, k, n
  std::int64_t c_batch, c_row;            // strides of C over b, m
};

inline namespace SINTER_CPU_NAMESPACE {
namespace dense {

// Sums are kept in this type: integers wrap, so narrow ones share the 32-bit kernel and are cut when stored.
template <class T>
using accumulator = std::conditional_t<std::is_floating_point_v<T>, T,
                                       std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>>;

constexpr std::int64_t divide_up(std::int64_t x, std::int64_t by) { return (x + by - 1) / by; }
constexpr std::int64_t round_up(std::int64_t x, std::int64_t to) { return divide_up(x, to) * to; }

// The work of a product without its batch, in multiply-adds; saturates instead of overflowing.
constexpr std::int64_t work(const matrix_product& p) {
  std::int64_t product = 0;
  const bool overflow = __builtin_mul_overflow(p.m, p.n, &product) || __builtin_mul_overflow(product, p.k, &product);
  return overflow ? std::numeric_limits<std::int64_t>::max() : product;
}

// How many items of `each` multiply-adds a thread should get at least: about ten microseconds of vector work.
constexpr std::int64_t grain_of(std::int64_t each) {
  return std::max<std::int64_t>(1, (std::int64_t{1} << 18) / std::max<std::int64_t>(1, each));
}

// What follows a panel that is finished: body(member, first_row, last_row), or nothing. It borrows the body; of one type, so
// that a product is compiled once an element type and its symbols stay short.
class epilogue {
 public:
  epilogue() = default;
  template <class F>
    requires(!std::is_same_v<F, epilogue>)
  epilogue(const F& body)
      : body_(&body), call_([](const void* f, std::int64_t member, std::int64_t first, std::int64_t last) {
          (*static_cast<const F*>(f))(member, first, last);
        }) {}
  bool is_nothing() const { return !call_; }
  void operator()(std::int64_t member, std::int64_t first, std::int64_t last) const {
    if (call_) call_(body_, member, first, last);
  }

 private:
  const void* body_ = nullptr;
  void (*call_)(const void*, std::int64_t, std::int64_t, std::int64_t) = nullptr;
};

// Splits [begin, end) of batch * rows into pieces that stay inside one batch member: body(member, first, last).
template <class F> void for_each_member(std::int64_t begin, std::int64_t end, std::int64_t rows, F&& body) {
  while (begin < end) {
    const std::int64_t member = begin / rows, first = begin - member * rows;
    const std::int64_t last = std::min(rows, first + (end - begin));
    body(member, first, last);
    begin += last - first;
  }
}

}  // namespace dense
}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core
