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

#ifndef SINTER_HAS_shuffle
#define SINTER_HAS_shuffle
template <class T> __device__ __forceinline__ T sinter_shuffle(T x, int lanes) { return __shfl_xor_sync(0xffffffffu, x, lanes); }
__device__ __forceinline__ bool sinter_shuffle(bool x, int lanes) { return __shfl_xor_sync(0xffffffffu, (int)x, lanes) != 0; }
__device__ __forceinline__ unsigned char sinter_shuffle(unsigned char x, int lanes) {
  return (unsigned char)__shfl_xor_sync(0xffffffffu, (int)x, lanes);
}
#endif

// row: reduce_sum, mul, sub, mul, reduce_sum, mul, add, rsqrt, mul, mul over [512,768]
extern "C" __global__ void __launch_bounds__(128) sinter_row_67585f34296aca7b(const float* __restrict__ in0,
    const float* __restrict__ in1,
    float* __restrict__ out0) {
  // A cell is one place of the axes that stay, its row all of the reduced ones.
  // 32 threads take a cell, a block 4 of them.
  const unsigned lane = threadIdx.x % 32u;
  const unsigned cell = blockIdx.x * 4u + threadIdx.x / 32u;
  float v0_kept[24];
  float v5_kept[24];
  // phase 0: reduce_sum
  float v1_state = 0.0f;  // reduce_sum
  #pragma unroll
  for (int c = 0; c < 6; ++c) {
    const unsigned r = (c * 32u + lane) * 4u;
    const int r_at = (int)r;
    const int cell_at = (int)cell;
    float v0_all[4];  // f32[512,768]
    sinter_load(v0_all, in0 + r_at + cell_at * 768);
    #pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float v0 = v0_all[j];
      v0_kept[c * 4 + j] = v0;
      v1_state = v1_state + v0;
    }
  }
  v1_state = v1_state + sinter_shuffle(v1_state, 16);
  v1_state = v1_state + sinter_shuffle(v1_state, 8);
  v1_state = v1_state + sinter_shuffle(v1_state, 4);
  v1_state = v1_state + sinter_shuffle(v1_state, 2);
  v1_state = v1_state + sinter_shuffle(v1_state, 1);
  const float v1 = v1_state;  // reduce_sum
  const float v3 = v1 * 0.0013020834f;  // mul
  // phase 1: reduce_sum
  float v7_state = 0.0f;  // reduce_sum
  #pragma unroll
  for (int c = 0; c < 6; ++c) {
    const unsigned r = (c * 32u + lane) * 4u;
    #pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float v0 = v0_kept[c * 4 + j];
      const float v5 = v0 - v3;  // sub
      v5_kept[c * 4 + j] = v5;
      const float v6 = v5 * v5;  // mul
      v7_state = v7_state + v6;
    }
  }
  v7_state = v7_state + sinter_shuffle(v7_state, 16);
  v7_state = v7_state + sinter_shuffle(v7_state, 8);
  v7_state = v7_state + sinter_shuffle(v7_state, 4);
  v7_state = v7_state + sinter_shuffle(v7_state, 2);
  v7_state = v7_state + sinter_shuffle(v7_state, 1);
  const float v7 = v7_state;  // reduce_sum
  const float v8 = v7 * 0.0013020834f;  // mul
  const float v10 = v8 + 1e-05f;  // add
  const float v11 = (float)1 / sqrt(v10);  // rsqrt
  // phase 2: results
  #pragma unroll
  for (int c = 0; c < 6; ++c) {
    const unsigned r = (c * 32u + lane) * 4u;
    const int r_at = (int)r;
    const int cell_at = (int)cell;
    float v14_all[4];  // f32[768]
    sinter_load(v14_all, in1 + r);
    float v15_out[4];
    #pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float v5 = v5_kept[c * 4 + j];
      const float v13 = v5 * v11;  // mul
      const float v14 = v14_all[j];
      const float v15 = v13 * v14;  // mul
      v15_out[j] = v15;
    }
    sinter_store(out0 + r_at + cell_at * 768, v15_out);
  }
}
