// SPDX-License-Identifier: MIT
// Handlers that apply one function to 32 lanes. All lanes are computed, those that are off too, so that the loops
// vectorise; the function must therefore be harmless for any bits.
#pragma once
#include <bit>
#include <cfenv>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include "machine.hpp"

namespace softcuda {

// Loops over lanes whose registers are the same or apart; Clang finds out without being told.
#if defined(__clang__)
#define SOFTCUDA_EACH_LANE
#else
#define SOFTCUDA_EACH_LANE _Pragma("GCC ivdep")
#endif

/// D(f(l)) into each active lane of a register; a full warp's without a copy between.
template <class D, class F> inline void map(machine& m, std::uint32_t slot, F f) {
  using bits =
      std::conditional_t<sizeof(D) == 8, std::uint64_t, std::conditional_t<sizeof(D) == 4, std::uint32_t, std::uint16_t>>;
  if (m.active == 0xFFFFFFFFu) {
    aliasing<bits>* d = m.lanes<bits>(slot);
    SOFTCUDA_EACH_LANE
    for (unsigned l = 0; l < 32; ++l) d[l] = std::bit_cast<bits>(static_cast<D>(f(l)));
  } else {
    alignas(64) D r[32];
    for (unsigned l = 0; l < 32; ++l) r[l] = static_cast<D>(f(l));
    m.put(slot, r);
  }
}
template <auto F, class D, class A> void map1(machine& m, const instruction& i) {
  const aliasing<A>* a = m.lanes<A>(i.a);
  map<D>(m, i.d, [=](unsigned l) { return F(a[l]); });
}
template <auto F, class D, class A, class B = A> void map2(machine& m, const instruction& i) {
  const aliasing<A>* a = m.lanes<A>(i.a);
  const aliasing<B>* b = m.lanes<B>(i.b);
  map<D>(m, i.d, [=](unsigned l) { return F(a[l], b[l]); });
}
template <auto F, class D, class A, class B = A, class C = A> void map3(machine& m, const instruction& i) {
  const aliasing<A>* a = m.lanes<A>(i.a);
  const aliasing<B>* b = m.lanes<B>(i.b);
  const aliasing<C>* c = m.lanes<C>(i.c);
  map<D>(m, i.d, [=](unsigned l) { return F(a[l], b[l], c[l]); });
}

/// Sets how the host rounds, as <cfenv> names it. Vectors and scalars obey the same register, which is all that
/// handlers use.
inline void round_like(int mode) {
#if defined(__SSE__)
  _mm_setcsr((_mm_getcsr() & ~0x6000u) | static_cast<unsigned>(mode) << 3);
#else
  std::fesetround(mode);
#endif
}

/// Runs a handler under another rounding mode; instruction::variant holds it, as <cfenv> names it.
template <handler Inner> void rounded(machine& m, const instruction& i) {
  round_like(i.variant);
  asm volatile("" : : "r"(m.registers) : "memory");
  Inner(m, i);
  asm volatile("" : : "r"(m.registers) : "memory");
  round_like(FE_TONEAREST);
}

/// Bits of a predicate for 32 lanes.
template <class F> std::uint32_t bits_where(F&& f) {
  std::uint32_t bits = 0;
  for (unsigned l = 0; l < 32; ++l) bits |= (f(l) ? 1u : 0u) << l;
  return bits;
}

}  // namespace softcuda
