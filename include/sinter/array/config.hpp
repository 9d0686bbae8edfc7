// SPDX-License-Identifier: MIT
// What the compiler's flags decide. Code in cpu/ and jit/ lives in an inline namespace spelled from
// these facts, so that two translation units built with different flags never share an inline function by accident.
#pragma once

#if defined(__FAST_MATH__) && !defined(SINTER_ALLOW_FAST_MATH)
#error "sinter: -ffast-math breaks infinities, NaN and reproducible sums; drop it or define SINTER_ALLOW_FAST_MATH"
#endif

#if defined(SINTER_USE_DNNL)
#define SINTER_HAS_DNNL 1
#define SINTER_CPU_CONTRACTION _dnnl
#else
#define SINTER_HAS_DNNL 0
#define SINTER_CPU_CONTRACTION
#endif

#if defined(SINTER_USE_CUDA)
#define SINTER_HAS_CUDA 1
#define SINTER_CPU_GPU _cuda
#else
#define SINTER_HAS_CUDA 0
#define SINTER_CPU_GPU
#endif

#if defined(_OPENMP)
#define SINTER_CPU_THREADS _omp
#else
#define SINTER_CPU_THREADS
#endif

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define SINTER_CPU_VECTOR avx512
#elif defined(__AVX2__) && defined(__FMA__)
#define SINTER_CPU_VECTOR avx2fma
#elif defined(__AVX2__)
#define SINTER_CPU_VECTOR avx2
#elif defined(__AVX__)
#define SINTER_CPU_VECTOR avx
#elif defined(__SSE4_2__)
#define SINTER_CPU_VECTOR sse42
#else
#define SINTER_CPU_VECTOR sse2
#endif

// Kernels that the compiler did not optimise have other names, so that they never stand in for optimised ones where files of
// one program differ. -DSINTER_OPTIMISED=1 gives them the same: for files whose compile time matters more than their speed,
// linked with a runtime that was optimised.
#if !defined(SINTER_OPTIMISED) && defined(__OPTIMIZE__)
#define SINTER_OPTIMISED 1
#elif !defined(SINTER_OPTIMISED)
#define SINTER_OPTIMISED 0
#endif
#if SINTER_OPTIMISED
#define SINTER_CPU_OPTIMISED
#else
#define SINTER_CPU_OPTIMISED _plain
#endif

#define SINTER_CPU_JOIN_(a, b, c, d, e, f) a##b##c##d##e##f
#define SINTER_CPU_JOIN(a, b, c, d, e, f) SINTER_CPU_JOIN_(a, b, c, d, e, f)
#define SINTER_CPU_NAMESPACE \
  SINTER_CPU_JOIN(v0_, SINTER_CPU_VECTOR, SINTER_CPU_THREADS, SINTER_CPU_CONTRACTION, SINTER_CPU_GPU, SINTER_CPU_OPTIMISED)

// How statements outside a trace run: native kernels, the interpreter, or not at all (a large model that is only traced
// saves the compile time of their kernels). Set by -DSINTER_EAGER=native, interpret or off; unless set, builds without
// optimisation interpret, since their kernels would be slow to compile and no faster.
#ifndef SINTER_EAGER
#if SINTER_OPTIMISED
#define SINTER_EAGER native
#else
#define SINTER_EAGER interpret
#endif
#endif

// What no template argument leads to (the drivers of kernels, a call, the texts) is compiled in each translation unit that
// uses it; or, where SINTER_RUNTIME_ELSEWHERE is defined, in the one that includes jit/unit.hpp.
#if !defined(SINTER_RUNTIME_ELSEWHERE)
#define SINTER_HAS_RUNTIME 1
#define SINTER_RUNTIME inline
#elif defined(SINTER_RUNTIME_UNIT)
#define SINTER_HAS_RUNTIME 1
#define SINTER_RUNTIME [[gnu::weak]]
#else
#define SINTER_HAS_RUNTIME 0
#define SINTER_RUNTIME
#endif

namespace sinter::core {

enum class eager_mode { native, interpret, off };

inline namespace SINTER_CPU_NAMESPACE {
// The flags of a translation unit as a type: a default template argument of what leads to code that depends on them. Its own
// argument is an eager_mode as a number, which is shorter in symbols.
template <int Mode>
struct build {
  static constexpr eager_mode mode = static_cast<eager_mode>(Mode);
};
}  // namespace SINTER_CPU_NAMESPACE

using this_build = build<static_cast<int>(eager_mode::SINTER_EAGER)>;

}  // namespace sinter::core
