// SPDX-License-Identifier: MIT
// Lanes have the meaning of scalars: every elementwise row, every element type it takes, special values included.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include <sinter/cpu/lanes.hpp>
#include <sinter/primitive/registry.hpp>

using namespace sinter::core;

namespace {

template <class T> std::vector<T> samples() {
  std::vector<T> values;
  std::mt19937_64 random(7);
  using limits = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, bool>)
    values = {false, true, true, false};
  else if constexpr (std::is_floating_point_v<T>) {
    values = {T(0),
              T(-0.0),
              T(1),
              T(-1),
              T(0.5),
              T(-0.5),
              T(1.5),
              T(2.5),
              T(-2.5),
              T(255.5),
              T(1e-3),
              T(3e9),
              T(-3e9),
              T(5e9),
              T(1e19),
              T(-1e19),
              limits::infinity(),
              -limits::infinity(),
              limits::quiet_NaN(),
              limits::denorm_min(),
              limits::min(),
              limits::max(),
              limits::lowest(),
              T(2147483647.),
              T(2147483648.),
              T(-2147483648.),
              T(4294967040.),
              T(4294967296.),
              T(9223372036854775808.),
              T(88),
              T(-104),
              T(710)};
    std::normal_distribution<double> normal(0, 3);
    for (int i = 0; i < 160; ++i) values.push_back(static_cast<T>(normal(random)));
    for (int i = 0; i < 64; ++i) values.push_back(static_cast<T>(normal(random) * std::exp2(10 * normal(random))));
  } else {
    values = {T(0),
              T(1),
              T(2),
              T(3),
              T(7),
              T(31),
              T(32),
              T(33),
              T(63),
              T(64),
              limits::max(),
              limits::min(),
              static_cast<T>(-1),
              static_cast<T>(-2),
              static_cast<T>(limits::max() - 1),
              static_cast<T>(limits::min() + 1)};
    for (int i = 0; i < 240; ++i) values.push_back(static_cast<T>(random() >> (random() % 64)));
  }
  return values;
}

template <class T> bool same(T x, T y) { return std::memcmp(&x, &y, sizeof(T)) == 0 || (x != x && y != y); }
template <class T> bool near(T x, T y) {  // within 5 units in the last place: <cmath> is not exact either
  if (same(x, y)) return true;
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isinf(x) != std::isinf(y) || x != x || y != y) return false;
    const T size = std::fabs(y), unit = std::max(std::nextafter(size, std::numeric_limits<T>::infinity()) - size,
                                                 std::numeric_limits<T>::denorm_min());
    return std::fabs(x - y) <= 5 * unit && std::signbit(x) == std::signbit(y);
  } else
    return false;
}

template <class T> struct column {  // values in an order of their own, whole groups of 32
  std::vector<T> values;
  column(int count, std::size_t step, std::size_t offset) {
    const std::vector<T> from = samples<T>();
    for (int i = 0; i < count; ++i) values.push_back(from[(static_cast<std::size_t>(i) * step + offset) % from.size()]);
  }
  T operator[](int i) const { return values[static_cast<std::size_t>(i)]; }
  lanes<T> group(int i) const {
    T some[lane_count];
    for (int k = 0; k < lane_count; ++k) some[k] = values[static_cast<std::size_t>(i + k)];
    return load<T>(reinterpret_cast<const char*>(some));
  }
};

constexpr int count = 8192;

template <class T>
void check_group(const lanes<T>& got, const T* expected, bool exact, int from, int& wrong, const char* name) {
  T values[lane_count];
  store(reinterpret_cast<char*>(values), got);
  for (int k = 0; k < lane_count; ++k)
    if (!(exact ? same(values[k], expected[k]) : near(values[k], expected[k])) && wrong++ < 3)
      FAIL_CHECK(name << " at " << from + k << ": " << +values[k] << " for " << +expected[k]);
}

template <class F, class G, class... Columns>
void compare(const char* name, bool exact, F vector_meaning, G meaning, const Columns&... columns) {
  int wrong = 0;
  using out = decltype(meaning(columns[0]...));
  for (int i = 0; i < count; i += lane_count) {
    out expected[lane_count];
    for (int k = 0; k < lane_count; ++k) expected[k] = meaning(columns[i + k]...);
    check_group<out>(vector_meaning(columns.group(i)...), expected, exact, i, wrong, name);
  }
  CHECK(wrong == 0);
}

bool is_exact(const primitive& op) {
  static const primitive* const rounded[] = {
      &primitives::exp,   &primitives::exp2,  &primitives::expm1, &primitives::log,      &primitives::log1p,
      &primitives::log2,  &primitives::cbrt,  &primitives::pow,   &primitives::logistic, &primitives::sin,
      &primitives::cos,   &primitives::tan,   &primitives::asin,  &primitives::acos,     &primitives::atan,
      &primitives::atan2, &primitives::sinh,  &primitives::cosh,  &primitives::tanh,     &primitives::asinh,
      &primitives::acosh, &primitives::atanh, &primitives::erf,   &primitives::erfc,     &primitives::erf_inv};
  for (const primitive* r : rounded)
    if (r == &op) return false;
  return true;
}

template <int I, class T> void check_row() {
  constexpr const primitive& op = row<I>;
  const bool exact = is_exact(op);
  const column<T> x(count, 1, 0), y(count, 37, 11), z(count, 101, 5);
  if constexpr (&op == static_cast<const primitive*>(&primitives::convert_element_type) ||
                &op == static_cast<const primitive*>(&primitives::bitcast_convert_type)) {
    const auto to = [&]<class To>() {
      constexpr bool sized = sizeof(T) == sizeof(To) && !std::is_same_v<T, bool> && !std::is_same_v<To, bool>;
      if constexpr (&op == static_cast<const primitive*>(&primitives::convert_element_type) || sized)
        compare(
            op.name, true, [](const auto& a) { return row<I>.meaning(a, std::type_identity<To>{}); },
            [](T a) { return row<I>.meaning(a, std::type_identity<To>{}); }, x);
    };
    for (int d = 0; d < dtype_count; ++d) with_element(static_cast<dtype>(d), to);
  } else if constexpr (&op == static_cast<const primitive*>(&primitives::integer_pow)) {
    for (std::int64_t n : {0, 1, 2, 3, 5, 8, -1, -3})
      compare(
          op.name, true, [n](const auto& a) { return row<I>.meaning(a, n); }, [n](T a) { return row<I>.meaning(a, n); },
          x);
  } else if constexpr (&op == static_cast<const primitive*>(&primitives::select_n)) {
    const column<bool> which(count, 3, 1);
    compare(
        op.name, true, row<I>.meaning, [](bool w, T a, T b) { return row<I>.meaning(w, a, b); }, which, x, y);
  } else if constexpr (&op == static_cast<const primitive*>(&primitives::threefry2x32)) {
    const column<std::int64_t> counter(count, 7, 3);
    compare(
        op.name, true, row<I>.meaning, [](T a, T b, std::int64_t c) { return row<I>.meaning(a, b, c); }, x, y, counter);
  } else if constexpr (op.arity == 1)
    compare(
        op.name, exact, row<I>.meaning, [](T a) { return row<I>.meaning(a); }, x);
  else if constexpr (op.arity == 2)
    compare(
        op.name, exact, row<I>.meaning, [](T a, T b) { return row<I>.meaning(a, b); }, x, y);
  else
    compare(
        op.name, exact, row<I>.meaning, [](T a, T b, T c) { return row<I>.meaning(a, b, c); }, x, y, z);
}

template <int I> void check_types() {
  constexpr const primitive& op = row<I>;
  if constexpr (op.kind == family::elementwise) {
    const auto one = [&]<class T>() {
      if constexpr (is_half<T>)
        return;  // computed as floats: tests/cpu/half.cpp and tests/primitive/half.cpp
      else if constexpr (&op == static_cast<const primitive*>(&primitives::select_n) || (op.takes & only(dtype_of<T>)) != 0)
        check_row<I, T>();
    };
    for (int d = 0; d < dtype_count; ++d) with_element(static_cast<dtype>(d), one);
  }
}

}  // namespace

TEST_CASE("lanes have the meaning of scalars") {
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (check_types<I>(), ...);
  }(std::make_integer_sequence<int, primitive_count>{});
}

TEST_CASE("parts of lanes are read and written without their neighbours") {
  float values[lane_count];
  for (int i = 0; i < lane_count; ++i) values[i] = static_cast<float>(i + 1);
  for (int n = 0; n <= lane_count; ++n) {
    std::vector<float> exact(values, values + n), out(static_cast<std::size_t>(n) + 1, -1.f);
    const lanes<float> x = load_some<float>(reinterpret_cast<const char*>(exact.data()), n, lanes<float>(7.f));
    store_some(reinterpret_cast<char*>(out.data()), n, x);
    for (int i = 0; i < n; ++i) CHECK(out[static_cast<std::size_t>(i)] == values[i]);
    CHECK(out[static_cast<std::size_t>(n)] == -1.f);
    CHECK(first_lanes(n).bits == (n == 32 ? 0xffffffffu : (1u << n) - 1));
  }
}
