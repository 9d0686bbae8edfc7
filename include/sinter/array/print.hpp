// SPDX-License-Identifier: MIT
// std::cout << array, as NumPy prints it.
#pragma once
#include <cstdio>
#include <ostream>

#include "array.hpp"
#include "numpy/print.hpp"

namespace sinter {
namespace core {

// What debug_print writes: the label, then the elements as NumPy prints them, in one piece.
inline void print_labelled(const char* label, const void* elements, dtype type, int rank, const std::int64_t* extents) {
  const std::string text = numpy::to_text({type, {extents, static_cast<std::size_t>(rank)}, elements});
  std::printf("%s: %s\n", label, text.c_str());
}

}  // namespace core

// cpu, cuda(0), ...
inline std::ostream& operator<<(std::ostream& out, device where) { return out << where.name(); }

// Writes the elements as NumPy's print does; waits for them where they are still computed.
template <class T, int... Extents>
std::ostream& operator<<(std::ostream& out, const array<T, Extents...>& x) {
  core::buffer* memory = x.share();
  struct release {
    core::buffer* held;
    ~release() { held->drop(); }
  } guard{memory};
  core::numpy::print(out, {memory->type, {memory->extents, static_cast<std::size_t>(memory->rank)}, memory->host()});
  return out;
}

}  // namespace sinter
