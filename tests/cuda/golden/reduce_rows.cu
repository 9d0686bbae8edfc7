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

#ifndef SINTER_HAS_shuffle
#define SINTER_HAS_shuffle
template <class T> __device__ __forceinline__ T sinter_shuffle(T x, int lanes) { return __shfl_xor_sync(0xffffffffu, x, lanes); }
__device__ __forceinline__ bool sinter_shuffle(bool x, int lanes) { return __shfl_xor_sync(0xffffffffu, (int)x, lanes) != 0; }
__device__ __forceinline__ unsigned char sinter_shuffle(unsigned char x, int lanes) {
  return (unsigned char)__shfl_xor_sync(0xffffffffu, (int)x, lanes);
}
#endif

// reduce: mul, reduce_sum, sqrt over [300,500]
extern "C" __global__ void __launch_bounds__(128) sinter_reduce_9689a74a9a927bb1(const float* __restrict__ in0,
    float* __restrict__ out0) {
  // A cell is one place of the axes that stay, its row all of the reduced ones.
  // 32 threads take a cell, a block 4 of them.
  const unsigned lane = threadIdx.x % 32u;
  const unsigned cell = blockIdx.x * 4u + threadIdx.x / 32u;
  float v2_state = 0.0f;  // reduce_sum
  for (unsigned r = lane * 4u; r < 500u; r += 128u) {
    const int r_at = (int)r;
    const int cell_at = (int)cell;
    float v0_all[4];  // f32[300,500]
    sinter_load(v0_all, in0 + r_at + cell_at * 500);
    #pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float v0 = v0_all[j];
      const float v1 = v0 * v0;  // mul
      v2_state = v2_state + v1;
    }
  }
  v2_state = v2_state + sinter_shuffle(v2_state, 16);
  v2_state = v2_state + sinter_shuffle(v2_state, 8);
  v2_state = v2_state + sinter_shuffle(v2_state, 4);
  v2_state = v2_state + sinter_shuffle(v2_state, 2);
  v2_state = v2_state + sinter_shuffle(v2_state, 1);
  const float v2 = v2_state;  // reduce_sum
  const float v3 = sqrt(v2);  // sqrt
  if (lane == 0) {
    out0[cell] = v3;
  }
}
