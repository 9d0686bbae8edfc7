// SPDX-License-Identifier: MIT
// The operators on arrays. Trailing axes are aligned, an extent stretches only if it is 1 or absent; a number takes the
// element type of the array; comparisons are elementwise and give bool arrays.
#pragma once
#include "apply.hpp"

namespace sinter {

// x + y, x - y, x * y, x / y: elementwise. Integers wrap; integer division truncates, x / 0 is all ones.
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto operator+(const X& x, const Y& y) { return core::apply<core::primitives::add>(x, y); }
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto operator-(const X& x, const Y& y) { return core::apply<core::primitives::sub>(x, y); }
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto operator*(const X& x, const Y& y) { return core::apply<core::primitives::mul>(x, y); }
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto operator/(const X& x, const Y& y) { return core::apply<core::primitives::div>(x, y); }
// The rest of the truncated division, with the sign of x.
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto operator%(const X& x, const Y& y) { return core::apply<core::primitives::rem>(x, y); }
template <expression X>
constexpr auto operator-(const X& x) { return core::apply<core::primitives::neg>(x); }
template <expression X>
constexpr const X& operator+(const X& x) { return x; }

template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto operator==(const X& x, const Y& y) { return core::apply<core::primitives::eq>(x, y); }
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto operator!=(const X& x, const Y& y) { return core::apply<core::primitives::ne>(x, y); }
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto operator<(const X& x, const Y& y) { return core::apply<core::primitives::lt>(x, y); }
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto operator<=(const X& x, const Y& y) { return core::apply<core::primitives::le>(x, y); }
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto operator>(const X& x, const Y& y) { return core::apply<core::primitives::gt>(x, y); }
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto operator>=(const X& x, const Y& y) { return core::apply<core::primitives::ge>(x, y); }

// Logic on bool arrays, bit by bit on integers.
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto operator&(const X& x, const Y& y) { return core::apply<core::primitives::bitwise_and>(x, y); }
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto operator|(const X& x, const Y& y) { return core::apply<core::primitives::bitwise_or>(x, y); }
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto operator^(const X& x, const Y& y) { return core::apply<core::primitives::bitwise_xor>(x, y); }
template <expression X>
constexpr auto operator~(const X& x) { return core::apply<core::primitives::bitwise_not>(x); }
template <expression X> requires std::same_as<core::element_of<X>, bool>
constexpr auto operator!(const X& x) { return core::apply<core::primitives::bitwise_not>(x); }
// Shifts; by the width or more gives 0, to the right all sign bits for signed elements.
template <class X, class Y> requires core::operand_pair<X, Y> && expression<X> && std::integral<core::element_of<X>>
constexpr auto operator<<(const X& x, const Y& y) { return core::apply<core::primitives::shift_left>(x, y); }
template <class X, class Y> requires core::operand_pair<X, Y> && expression<X> && std::integral<core::element_of<X>>
constexpr auto operator>>(const X& x, const Y& y) {
  if constexpr (std::is_signed_v<core::element_of<X>>) return core::apply<core::primitives::shift_right_arithmetic>(x, y);
  else return core::apply<core::primitives::shift_right_logical>(x, y);
}

// x = x + y and so on; extents and element type of x stay.
template <class T, int... E, class Y> requires core::operand<Y>
constexpr array<T, E...>& operator+=(array<T, E...>& x, const Y& y) { return x = array<T, E...>(x + y); }
template <class T, int... E, class Y> requires core::operand<Y>
constexpr array<T, E...>& operator-=(array<T, E...>& x, const Y& y) { return x = array<T, E...>(x - y); }
template <class T, int... E, class Y> requires core::operand<Y>
constexpr array<T, E...>& operator*=(array<T, E...>& x, const Y& y) { return x = array<T, E...>(x * y); }
template <class T, int... E, class Y> requires core::operand<Y>
constexpr array<T, E...>& operator/=(array<T, E...>& x, const Y& y) { return x = array<T, E...>(x / y); }

}  // namespace sinter
