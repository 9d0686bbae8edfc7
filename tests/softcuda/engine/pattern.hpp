// SPDX-License-Identifier: MIT
// How the addresses of a full warp's request lie, wherever the first of them is. Warps and turns of a loop repeat it: each
// instruction keeps the one it saw last, and what follows from it.
#pragma once
#include <cstdint>

#include "shadow.hpp"

namespace softcuda {

struct pattern {
  alignas(64) std::uint64_t apart[32] = {};  // from the first lane's address
  bool is_known = false;
  // Each half of the warp is a run of neighbours, or shares an address.
  bool is_halves = false, is_run[2] = {};
  bool is_aligned = false;                // all of `apart` are multiples of an access
  bool is_twofold = false;                // the second half has the addresses of the first
  std::uint64_t low = 0, high = 0;        // least and greatest of `apart`, as signed numbers
  std::uint64_t conflicts = 0;            // in shared memory; wherever the first lane is, if aligned
  std::uint64_t sectors = 0, lines = 0;   // in global memory, where the first address lies so far into its line:
  std::uint64_t into_line = ~std::uint64_t{0};
};

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
/// What follows from `apart`, for accesses of `bytes` a lane.
void conclude(pattern&, std::uint32_t bytes, bool is_shared);

}  // namespace softcuda
