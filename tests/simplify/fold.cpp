// SPDX-License-Identifier: MIT
// Folded constants have the bits that the meaning of the row gives in the element type itself.
#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include <sinter/simplify/fold.hpp>

using namespace sinter::core;

namespace {

template <class T>
std::int64_t bits_of_element(T value) {
  if constexpr (std::is_floating_point_v<T>) return std::bit_cast<std::int64_t>(static_cast<double>(value));
  else return static_cast<std::int64_t>(value);
}

// As constants hold them: values of T, extreme ones included.
template <class T>
std::vector<T> samples() {
  using limits = std::numeric_limits<T>;
  std::vector<T> values;
  if constexpr (std::is_same_v<T, bool>) return {false, true};
  else if constexpr (std::is_floating_point_v<T>)
    return {T(0), -T(0), T(1), T(-1), T(0.1), T(-2.5), T(3), T(1) / T(3), T(1e14), T(-7e-15), T(16777217), T(123456789.123)};
  else {
    for (int i : {0, 1, 2, 3, 7, 8, 31, 32, 63, 64, 200}) values.push_back(static_cast<T>(i));
    for (T v : {limits::min(), limits::max(), static_cast<T>(limits::max() / 2), static_cast<T>(-1), static_cast<T>(-5)}) values.push_back(v);
    return values;
  }
}

int folded_count = 0;

template <const auto& Row, class T>
void check_pair(T x, T y) {
  const std::int64_t bits[3] = {bits_of_element(x), bits_of_element(y), 0};
  const folded got = fold_as<Row>(dtype_of<T>, bits);
  if (!got.done) return;
  ++folded_count;
  CAPTURE(Row.name);
  CAPTURE(name_of(dtype_of<T>));
  CAPTURE(x);
  CAPTURE(y);
  if constexpr (Row.arity == 1) CHECK(got.bits == bits_of_element(Row.meaning(x)));
  else CHECK(got.bits == bits_of_element(Row.meaning(x, y)));
}

template <const auto& Row>
void check_row() {
  if constexpr (Row.kind == family::elementwise && Row.rounds_alike && Row.arity <= 2) {
    const int before = folded_count;
    auto with = [&]<class T>() {
      if constexpr ((Row.takes & only(dtype_of<T>)) != 0)
        for (T x : samples<T>())
          for (T y : samples<T>()) check_pair<Row, T>(x, y);
    };
    with.template operator()<float>();
    with.template operator()<double>();
    with.template operator()<std::int32_t>();
    with.template operator()<std::int64_t>();
    with.template operator()<std::uint8_t>();
    with.template operator()<std::uint32_t>();
    with.template operator()<bool>();
    CAPTURE(Row.name);
    CHECK(folded_count > before);
  }
}

template <const auto&... Rows>
void check_all(row_list<Rows...>) { (check_row<Rows>(), ...); }

}  // namespace

TEST_CASE("constants fold to the bits of the element type") { check_all(primitives::all{}); }
