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

// reduce: mul, reduce_sum, add over [1000,1000]
extern "C" __global__ void __launch_bounds__(256) sinter_reduce_54322bca7aee08db(const float* __restrict__ in0,
    float* __restrict__ out0,
    char* scratch,
    unsigned* tickets) {
  // A cell is one place of the axes that stay, its row all of the reduced ones.
  // Blocks share a cell; their parts are joined by the one that is done last.
  const unsigned cell = blockIdx.x;
  const unsigned lane = threadIdx.x;
  float v2_state = 0.0f;  // reduce_sum
  for (unsigned r = (blockIdx.y * 256u + lane) * 4u; r < 1000000u; r += gridDim.y * 1024u) {
    float v0_all[4];  // f32[1000,1000]
    sinter_load(v0_all, in0 + r);
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
  __shared__ float v2_shared[8];
  if (threadIdx.x % 32u == 0) {
    v2_shared[threadIdx.x / 32u] = v2_state;
  }
  __syncthreads();
  v2_state = v2_shared[threadIdx.x % 8u];
  v2_state = v2_state + sinter_shuffle(v2_state, 4);
  v2_state = v2_state + sinter_shuffle(v2_state, 2);
  v2_state = v2_state + sinter_shuffle(v2_state, 1);
  float* const v2_partial = (float*)(scratch);
  __shared__ bool is_last;
  if (lane == 0) {
    v2_partial[cell * gridDim.y + blockIdx.y] = v2_state;
    __threadfence();
    is_last = atomicInc(&tickets[cell], gridDim.y - 1) == gridDim.y - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  v2_state = 0.0f;
  for (unsigned part = lane; part < gridDim.y; part += 256u) {
    v2_state = v2_state + v2_partial[cell * gridDim.y + part];
  }
  v2_state = v2_state + sinter_shuffle(v2_state, 16);
  v2_state = v2_state + sinter_shuffle(v2_state, 8);
  v2_state = v2_state + sinter_shuffle(v2_state, 4);
  v2_state = v2_state + sinter_shuffle(v2_state, 2);
  v2_state = v2_state + sinter_shuffle(v2_state, 1);
  __shared__ float v2_shared_parts[8];
  if (threadIdx.x % 32u == 0) {
    v2_shared_parts[threadIdx.x / 32u] = v2_state;
  }
  __syncthreads();
  v2_state = v2_shared_parts[threadIdx.x % 8u];
  v2_state = v2_state + sinter_shuffle(v2_state, 4);
  v2_state = v2_state + sinter_shuffle(v2_state, 2);
  v2_state = v2_state + sinter_shuffle(v2_state, 1);
  const float v2 = v2_state;  // reduce_sum
  const float v4 = v2 + 1.0f;  // add
  if (lane == 0) {
    out0[cell] = v4;
  }
}
