#ifndef SINTER_HAS_max
#define SINTER_HAS_max
// NaN in either operand gives NaN, which fmax would drop.
template <class T> __device__ __forceinline__ T sinter_max(T x, T y) { return x != x ? x : y != y ? y : x > y ? x : y; }
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

#ifndef SINTER_HAS_shuffle
#define SINTER_HAS_shuffle
template <class T> __device__ __forceinline__ T sinter_shuffle(T x, int lanes) { return __shfl_xor_sync(0xffffffffu, x, lanes); }
__device__ __forceinline__ bool sinter_shuffle(bool x, int lanes) { return __shfl_xor_sync(0xffffffffu, (int)x, lanes) != 0; }
__device__ __forceinline__ unsigned char sinter_shuffle(unsigned char x, int lanes) {
  return (unsigned char)__shfl_xor_sync(0xffffffffu, (int)x, lanes);
}
#endif

// row: reduce_max, sub, exp, reduce_sum, div over [1,100000]
extern "C" __global__ void __launch_bounds__(1024, 1) sinter_row_adc11d030dcc4326(const float* __restrict__ in0,
    float* __restrict__ out0) {
  // A cell is one place of the axes that stay, its row all of the reduced ones.
  // A block takes a cell.
  const unsigned cell = blockIdx.x;
  const unsigned lane = threadIdx.x;
  // phase 0: reduce_max
  float v1_state = __int_as_float(0xff800000);  // reduce_max
  for (unsigned r = lane * 4u; r < 100000u; r += 4096u) {
    float v0_all[4];  // f32[1,100000]
    sinter_load(v0_all, in0 + r);
    #pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float v0 = v0_all[j];
      v1_state = sinter_max(v1_state, v0);
    }
  }
  v1_state = sinter_max(v1_state, sinter_shuffle(v1_state, 16));
  v1_state = sinter_max(v1_state, sinter_shuffle(v1_state, 8));
  v1_state = sinter_max(v1_state, sinter_shuffle(v1_state, 4));
  v1_state = sinter_max(v1_state, sinter_shuffle(v1_state, 2));
  v1_state = sinter_max(v1_state, sinter_shuffle(v1_state, 1));
  __shared__ float v1_shared[32];
  if (threadIdx.x % 32u == 0) {
    v1_shared[threadIdx.x / 32u] = v1_state;
  }
  __syncthreads();
  v1_state = v1_shared[threadIdx.x % 32u];
  v1_state = sinter_max(v1_state, sinter_shuffle(v1_state, 16));
  v1_state = sinter_max(v1_state, sinter_shuffle(v1_state, 8));
  v1_state = sinter_max(v1_state, sinter_shuffle(v1_state, 4));
  v1_state = sinter_max(v1_state, sinter_shuffle(v1_state, 2));
  v1_state = sinter_max(v1_state, sinter_shuffle(v1_state, 1));
  const float v1 = v1_state;  // reduce_max
  // phase 1: reduce_sum
  float v5_state = 0.0f;  // reduce_sum
  for (unsigned r = lane * 4u; r < 100000u; r += 4096u) {
    float v0_all[4];  // f32[1,100000]
    sinter_load(v0_all, in0 + r);
    #pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float v0 = v0_all[j];
      const float v3 = v0 - v1;  // sub
      const float v4 = exp(v3);  // exp
      v5_state = v5_state + v4;
    }
  }
  v5_state = v5_state + sinter_shuffle(v5_state, 16);
  v5_state = v5_state + sinter_shuffle(v5_state, 8);
  v5_state = v5_state + sinter_shuffle(v5_state, 4);
  v5_state = v5_state + sinter_shuffle(v5_state, 2);
  v5_state = v5_state + sinter_shuffle(v5_state, 1);
  __shared__ float v5_shared[32];
  if (threadIdx.x % 32u == 0) {
    v5_shared[threadIdx.x / 32u] = v5_state;
  }
  __syncthreads();
  v5_state = v5_shared[threadIdx.x % 32u];
  v5_state = v5_state + sinter_shuffle(v5_state, 16);
  v5_state = v5_state + sinter_shuffle(v5_state, 8);
  v5_state = v5_state + sinter_shuffle(v5_state, 4);
  v5_state = v5_state + sinter_shuffle(v5_state, 2);
  v5_state = v5_state + sinter_shuffle(v5_state, 1);
  const float v5 = v5_state;  // reduce_sum
  // phase 2: results
  for (unsigned r = lane * 4u; r < 100000u; r += 4096u) {
    float v0_all[4];  // f32[1,100000]
    sinter_load(v0_all, in0 + r);
    float v7_out[4];
    #pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float v0 = v0_all[j];
      const float v3 = v0 - v1;  // sub
      const float v4 = exp(v3);  // exp
      const float v7 = v4 / v5;  // div
      v7_out[j] = v7;
    }
    sinter_store(out0 + r, v7_out);
  }
}
