// SPDX-License-Identifier: MIT
// How the addresses of a full warp's request lie, wherever the first of them is. Warps and turns of a loop repeat it:
// each instruction keeps what it saw last, and what follows from it. Few warps share it, for those of swizzled tiles
// differ.
#pragma once
#include <bit>
#include <cstdint>

#include "shadow.hpp"

namespace softcuda {

struct alignas(64) pattern {
  bool is_known = false;
  // Each half of the warp is a run of neighbours, or shares an address.
  bool is_halves = false, is_run[2] = {};
  std::uint64_t between = 0;             // the first addresses of the halves
  bool is_aligned = false;               // all of `apart` are multiples of an access
  bool is_twofold = false;               // the second half has the addresses of the first
  bool is_apart = false;                 // no two lanes share an address; not said of halves
  std::uint64_t low = 0, high = 0;       // least and greatest of `apart`, as signed numbers
  std::uint64_t conflicts = 0;           // in shared memory; wherever the first lane is, if aligned
  std::uint64_t sectors = 0, lines = 0;  // in global memory, where the first address lies so far into its line:
  std::uint64_t into_line = ~std::uint64_t{0};
  // Where the first address was in this run of a stretch: instructions that follow with the same register need not
  // look.
  std::uint64_t stretch = 0, first = 0;
  std::uint64_t apart[32] = {};  // from the first lane's address
};
inline constexpr std::uint32_t pattern_sets = 8;  // warps 0, 8, 16 … have the first of them

/// How far a lane's address is from the first lane's.
template <class Address> std::uint64_t apart_of(Address address, Address first) {
  return static_cast<std::uint64_t>(std::int64_t{static_cast<std::make_signed_t<Address>>(address - first)});
}
/// Is it the pattern of these 32 registers?
template <class Address> bool repeats(const pattern& p, const aliasing<Address>* a) {
  const Address first = a[0];
  std::uint64_t differs = p.is_known ? 0 : 1;
  for (unsigned l = 0; l < 32; ++l) differs |= apart_of<Address>(a[l], first) ^ p.apart[l];
  return differs == 0;
}
/// So for one of halves, without its list.
template <class Address> bool repeats_halves(const pattern& p, const aliasing<Address>* a, std::uint32_t bytes) {
  const int shift = std::countr_zero(bytes);
  const Address first = a[0], second = a[16], first_on = p.is_run[0] ? ~Address{0} : Address{0},
                second_on = p.is_run[1] ? ~Address{0} : Address{0};
  Address differs = 0;
  for (unsigned l = 0; l < 16; ++l) {
    const Address away = static_cast<Address>(l) << shift;
    differs |= ((a[l] - first) ^ (away & first_on)) | ((a[16 + l] - second) ^ (away & second_on));
  }
  return differs == 0 && apart_of<Address>(second, first) == p.between;
}
/// What follows from `apart`, for accesses of `bytes` a lane.
void conclude(pattern&, std::uint32_t bytes, bool is_shared);

}  // namespace softcuda
