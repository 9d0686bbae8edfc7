#ifndef SINTER_HAS_limits
#define SINTER_HAS_limits
template <class T> struct sinter_limits;
template <> struct sinter_limits<unsigned char> { static constexpr unsigned char low = 0, high = 255; };
template <> struct sinter_limits<int> { static constexpr int low = -2147483647 - 1, high = 2147483647; };
template <> struct sinter_limits<unsigned> { static constexpr unsigned low = 0, high = 4294967295u; };
template <> struct sinter_limits<long long> {
  static constexpr long long low = -9223372036854775807ll - 1, high = 9223372036854775807ll;
};
#endif

#ifndef SINTER_HAS_conversion
#define SINTER_HAS_conversion
// Integers keep their low bits, floats truncate and saturate, NaN becomes 0, anything but 0 is true.
template <class To, class From> struct sinter_conversion {
  static __device__ __forceinline__ To of(From x) { return (To)x; }
};
template <class To, class From> struct sinter_saturation {
  static __device__ __forceinline__ To of(From x) {
    const To low = sinter_limits<To>::low, high = sinter_limits<To>::high;
    return x != x ? (To)0 : x <= (From)low ? low : x >= (From)high ? high : (To)x;
  }
};
template <class From> struct sinter_conversion<bool, From> {
  static __device__ __forceinline__ bool of(From x) { return x != (From)0; }
};
template <> struct sinter_conversion<bool, float> {
  static __device__ __forceinline__ bool of(float x) { return x != 0.0f; }
};
template <> struct sinter_conversion<bool, double> {
  static __device__ __forceinline__ bool of(double x) { return x != 0.0; }
};
template <> struct sinter_conversion<unsigned char, float> : sinter_saturation<unsigned char, float> {};
template <> struct sinter_conversion<int, float> : sinter_saturation<int, float> {};
template <> struct sinter_conversion<unsigned, float> : sinter_saturation<unsigned, float> {};
template <> struct sinter_conversion<long long, float> : sinter_saturation<long long, float> {};
template <> struct sinter_conversion<unsigned char, double> : sinter_saturation<unsigned char, double> {};
template <> struct sinter_conversion<int, double> : sinter_saturation<int, double> {};
template <> struct sinter_conversion<unsigned, double> : sinter_saturation<unsigned, double> {};
template <> struct sinter_conversion<long long, double> : sinter_saturation<long long, double> {};
#endif

#ifndef SINTER_HAS_convert
#define SINTER_HAS_convert
template <class To, class From> __device__ __forceinline__ To sinter_convert(From x) {
  return sinter_conversion<To, From>::of(x);
}
#endif

#ifndef SINTER_HAS_from_f16
#define SINTER_HAS_from_f16
__device__ __forceinline__ float sinter_from_f16(unsigned short bits) {
  float x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
  return x;
}
#endif

#ifndef SINTER_HAS_to_f16
#define SINTER_HAS_to_f16
__device__ __forceinline__ unsigned short sinter_to_f16(float x) {
  unsigned short bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
  return bits;
}
#endif

#ifndef SINTER_HAS_round_f16
#define SINTER_HAS_round_f16
__device__ __forceinline__ float sinter_round_f16(float x) { return sinter_from_f16(sinter_to_f16(x)); }
#endif

#ifndef SINTER_HAS_from_bf16
#define SINTER_HAS_from_bf16
__device__ __forceinline__ float sinter_from_bf16(unsigned short bits) { return __uint_as_float((unsigned)bits << 16); }
#endif

#ifndef SINTER_HAS_to_bf16
#define SINTER_HAS_to_bf16
// To nearest, ties to even; below sm_80 there is no instruction for it.
__device__ __forceinline__ unsigned short sinter_to_bf16(float x) {
#if __CUDA_ARCH__ >= 900
  unsigned short bits;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(x));
  return bits;
#elif __CUDA_ARCH__ >= 800
  unsigned pair;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(0.0f), "f"(x));
  return (unsigned short)pair;
#else
  const unsigned bits = __float_as_uint(x);
  if (x != x) return 0x7fff;
  return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
#endif
}
#endif

#ifndef SINTER_HAS_round_bf16
#define SINTER_HAS_round_bf16
__device__ __forceinline__ float sinter_round_bf16(float x) { return sinter_from_bf16(sinter_to_bf16(x)); }
#endif

#ifndef SINTER_HAS_words
#define SINTER_HAS_words
// What moves a number of bytes in one access.
template <int Bytes> struct sinter_words;
template <> struct sinter_words<1> { typedef unsigned char type; };
template <> struct sinter_words<2> { typedef unsigned short type; };
template <> struct sinter_words<4> { typedef unsigned type; };
template <> struct sinter_words<8> { typedef uint2 type; };
template <> struct sinter_words<16> { typedef uint4 type; };
#endif

#ifndef SINTER_HAS_load
#define SINTER_HAS_load
// Count neighbours in one access, to an aligned place.
template <class T, int Count> __device__ __forceinline__ void sinter_load(T (&to)[Count], const T* from) {
  typedef typename sinter_words<Count * (int)sizeof(T)>::type words;
  *(words*)to = *(const words*)from;
}
#endif

#ifndef SINTER_HAS_store
#define SINTER_HAS_store
template <class T, int Count> __device__ __forceinline__ void sinter_store(T* to, const T (&from)[Count]) {
  typedef typename sinter_words<Count * (int)sizeof(T)>::type words;
  *(words*)to = *(const words*)from;
}
#endif

// map: exp, mul, convert_element_type, add over [64,128]
extern "C" __global__ void __launch_bounds__(128) sinter_map_328a383472778fe9(const unsigned short* in0,
    const unsigned short* __restrict__ in1,
    unsigned short* out0,
    unsigned short* out1) {
  for (unsigned vector = blockIdx.x * 128u + threadIdx.x; vector < 1024u; vector += gridDim.x * 128u) {
    const unsigned i = vector * 8;
    const int i1 = (int)(i % 128u);
    unsigned short v0_all[8];  // f16[64,128]
    sinter_load(v0_all, in0 + i);
    unsigned short v4_all[8];  // bf16[128]
    sinter_load(v4_all, in1 + i1);
    unsigned short v2_out[8];
    unsigned short v5_out[8];
    #pragma unroll
    for (int j = 0; j < 8; ++j) {
      const float v0 = sinter_from_f16(v0_all[j]);
      const float v4 = sinter_from_bf16(v4_all[j]);
      const float v1 = sinter_round_f16(exp(v0));  // exp
      const float v2 = sinter_round_f16(v0 * v1);  // mul
      const float v3 = sinter_round_bf16(sinter_convert<float>(v0));  // convert_element_type
      const float v5 = sinter_round_bf16(v3 + v4);  // add
      v2_out[j] = sinter_to_f16(v2);
      v5_out[j] = sinter_to_bf16(v5);
    }
    sinter_store(out0 + i, v2_out);
    sinter_store(out1 + i, v5_out);
  }
}
