// SPDX-License-Identifier: MIT
// Handlers that apply one function to 32 lanes. All lanes are computed, those that are off too, so that the loops
// vectorise; the function must therefore be harmless for any bits.
#pragma once
#include <cfenv>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include "machine.hpp"

namespace softcuda {

template <auto F, class D, class A> void map1(machine& m, const instruction& i) {
  alignas(64) D r[32];
  const aliasing<A>* a = m.lanes<A>(i.a);
  for (unsigned l = 0; l < 32; ++l) r[l] = static_cast<D>(F(a[l]));
  m.put(i.d, r);
}
template <auto F, class D, class A, class B = A> void map2(machine& m, const instruction& i) {
  alignas(64) D r[32];
  const aliasing<A>* a = m.lanes<A>(i.a);
  const aliasing<B>* b = m.lanes<B>(i.b);
  for (unsigned l = 0; l < 32; ++l) r[l] = static_cast<D>(F(a[l], b[l]));
  m.put(i.d, r);
}
template <auto F, class D, class A, class B = A, class C = A> void map3(machine& m, const instruction& i) {
  alignas(64) D r[32];
  const aliasing<A>* a = m.lanes<A>(i.a);
  const aliasing<B>* b = m.lanes<B>(i.b);
  const aliasing<C>* c = m.lanes<C>(i.c);
  for (unsigned l = 0; l < 32; ++l) r[l] = static_cast<D>(F(a[l], b[l], c[l]));
  m.put(i.d, r);
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
