// SPDX-License-Identifier: MIT
// std::cout << array, as NumPy prints it.
#pragma once
#include <ostream>

#include "array.hpp"
#include "numpy/print.hpp"

namespace sinter {

// Writes the elements as NumPy's print does; waits for them where they are still computed.
template <class T, int... Extents>
std::ostream& operator<<(std::ostream& out, const array<T, Extents...>& x) {
  core::buffer* memory = x.share();
  struct release {
    core::buffer* held;
    ~release() { held->drop(); }
  } guard{memory};
  core::numpy::print(out, {memory->type, {memory->extents, static_cast<std::size_t>(memory->rank)}, memory->data});
  return out;
}

}  // namespace sinter
