#ifndef SINTER_HAS_unsigned
#define SINTER_HAS_unsigned
// The unsigned type of the same width: its arithmetic wraps.
template <class T> struct sinter_unsigned { typedef T type; };
template <> struct sinter_unsigned<int> { typedef unsigned type; };
template <> struct sinter_unsigned<long long> { typedef unsigned long long type; };
#endif

#ifndef SINTER_HAS_minus
#define SINTER_HAS_minus
template <class T> __device__ __forceinline__ T sinter_minus(T x, T y) {
  typedef typename sinter_unsigned<T>::type bits;
  return (T)((bits)x - (bits)y);
}
#endif

#ifndef SINTER_HAS_divide
#define SINTER_HAS_divide
// Integers truncate, x / 0 is all ones, the least integer / -1 is itself.
template <class T> __device__ __forceinline__ T sinter_divide(T x, T y) {
  if (y == 0) return (T)-1;
  if ((T)-1 < (T)0 && y == (T)-1) return sinter_minus((T)0, x);
  return (T)(x / y);
}
__device__ __forceinline__ float sinter_divide(float x, float y) { return x / y; }
__device__ __forceinline__ double sinter_divide(double x, double y) { return x / y; }
#endif

#ifndef SINTER_HAS_max
#define SINTER_HAS_max
// NaN in either operand gives NaN, which fmax would drop.
template <class T> __device__ __forceinline__ T sinter_max(T x, T y) { return x != x ? x : y != y ? y : x > y ? x : y; }
#endif

#ifndef SINTER_HAS_threefry
#define SINTER_HAS_threefry
// Threefry-2x32 with 20 rounds: both words of the hash of `counter` under the key (k0, k1), the first above.
__device__ __forceinline__ long long sinter_threefry(unsigned k0, unsigned k1, long long counter) {
  const unsigned rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const unsigned keys[3] = {k0, k1, k0 ^ k1 ^ 0x1BD11BDAu};
  unsigned x0 = (unsigned)((unsigned long long)counter >> 32) + k0, x1 = (unsigned)counter + k1;
#pragma unroll
  for (unsigned group = 1; group <= 5; ++group) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const unsigned r = rotations[(group - 1) % 2][i];
      x0 += x1;
      x1 = (x1 << r | x1 >> (32 - r)) ^ x0;
    }
    x0 += keys[group % 3];
    x1 += keys[(group + 1) % 3] + group;
  }
  return (long long)((unsigned long long)x0 << 32 | x1);
}
#endif

#ifndef SINTER_HAS_blocks
#define SINTER_HAS_blocks
// How many blocks share `count` things, one thread each, as the host has it.
__device__ __forceinline__ unsigned sinter_blocks(unsigned long long count, unsigned threads, unsigned most) {
  const unsigned long long wanted = (count + threads - 1) / threads;
  return wanted < 1 ? 1u : wanted < most ? (unsigned)wanted : most;
}
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

// map: threefry2x32 over [1000]
// map: max, div over [1000]
extern "C" __global__ void __launch_bounds__(128) sinter_map_5c7a9cd8439ee288(const unsigned* __restrict__ in0,
    long long* out0,
    const int* in1,
    int* out1) {
  unsigned block = blockIdx.x;
  // map: threefry2x32 over [1000]
  const unsigned blocks0 = sinter_blocks(1000u / 2, 128, 2112);
  if (block < blocks0) {
    const unsigned k0v0 = in0[0];  // u32[]
    for (unsigned vector = block * 128u + threadIdx.x; vector < 500u; vector += blocks0 * 128u) {
      const unsigned i = vector * 2;
      const int i_at = (int)i;
      long long k0v2_out[2];
      #pragma unroll
      for (int j = 0; j < 2; ++j) {
        const long long k0v1 = (long long)(i_at + j);  // iota
        const long long k0v2 = sinter_threefry(k0v0, k0v0, k0v1);  // threefry2x32
        k0v2_out[j] = k0v2;
      }
      sinter_store(out0 + i, k0v2_out);
    }
    return;
  }
  block -= blocks0;
  // map: max, div over [1000]
  const unsigned blocks1 = sinter_blocks(1000u / 4, 128, 2112);
  if (block < blocks1) {
    for (unsigned vector = block * 128u + threadIdx.x; vector < 250u; vector += blocks1 * 128u) {
      const unsigned i = vector * 4;
      int k1v0_all[4];  // i32[1000]
      sinter_load(k1v0_all, in1 + i);
      int k1v3_out[4];
      #pragma unroll
      for (int j = 0; j < 4; ++j) {
        const int k1v0 = k1v0_all[j];
        const int k1v2 = sinter_max(k1v0, 3);  // max
        const int k1v3 = sinter_divide(k1v0, k1v2);  // div
        k1v3_out[j] = k1v3;
      }
      sinter_store(out1 + i, k1v3_out);
    }
    return;
  }
  block -= blocks1;
}
