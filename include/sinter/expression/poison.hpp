// SPDX-License-Identifier: MIT
// What a function returns after a failed static_assert: rank 0 broadcasts with everything, so that the first error
// stays the only one. Whoever binds a statement to an array lets a poison pass.
#pragma once
#include "../array/array.hpp"
#include "law.hpp"

namespace sinter::core {

template <class T>
struct poison : array<T> {};
template <class X>
inline constexpr bool is_poison = false;
template <class T>
inline constexpr bool is_poison<poison<T>> = true;

}  // namespace sinter::core
