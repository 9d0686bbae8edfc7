// SPDX-License-Identifier: MIT
// Every instruction set the compiler was given serves, not only the widest one.
#include "compare.hpp"

using namespace elementary_test;

namespace {

// A few functions that between them use every helper: halves in double, bit patterns, powers of two, lanes.
template <class T, class A> void check_architecture() {
  using batch = xsimd::batch<T, A>;
  worst_case<T> worst;
  alignas(64) T out[batch::size];
  for (int i = -4000; i < 4000; ++i) {
    const T x = static_cast<T>(i) / T(41);
    const auto compare = [&](const batch& result, long double exact) {
      result.store_aligned(out);
      for (const T value : out) worst.add(ulp_error(value, exact), x, T(0), value);
    };
    const long double wide = x;
    compare(elementary::exp(batch(x)), std::exp(wide));
    compare(elementary::log(batch(x)), std::log(wide));
    compare(elementary::sin(batch(x * T(1e6))), std::sin(static_cast<long double>(x * T(1e6))));
    compare(elementary::erfc(batch(x)), std::erfc(wide));
    compare(elementary::cbrt(batch(x)), std::cbrt(wide));
    compare(elementary::floor(batch(x)), std::floor(wide));
    compare(elementary::pow(batch(x), batch(T(3))), std::pow(wide, 3.0L));
    compare(elementary::rem(batch(x), batch(T(0.7))), std::fmod(wide, static_cast<long double>(T(0.7))));
  }
  report(A::name(), worst, 4);
}

template <class A> void check_both_types() {
  check_architecture<float, A>();
  check_architecture<double, A>();
}

}  // namespace

TEST_CASE("elementary functions on every instruction set at hand") {
#if XSIMD_WITH_SSE2
  check_both_types<xsimd::sse2>();
#endif
#if XSIMD_WITH_SSE4_1
  check_both_types<xsimd::sse4_1>();
#endif
#if XSIMD_WITH_AVX
  check_both_types<xsimd::avx>();
#endif
#if XSIMD_WITH_FMA3_AVX2
  check_both_types<xsimd::fma3<xsimd::avx2>>();
#endif
#if XSIMD_WITH_AVX512F
  check_both_types<xsimd::avx512f>();
#endif
}
