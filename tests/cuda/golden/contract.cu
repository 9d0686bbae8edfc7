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

// contract: dot_general, add, max over [256,128]
extern "C" __global__ void __launch_bounds__(256, 3) sinter_contract_057786598ce7987b(const float* __restrict__ in0,
    const float* __restrict__ in1,
    const float* __restrict__ in2,
    float* __restrict__ out0) {
  __shared__ __align__(16) float left[2][16][64], right[2][16][64];
  const unsigned tile = blockIdx.x, first_n = tile % 2u * 64u;
  const unsigned first_m = tile / 2u % 4u * 64u;
  const unsigned batch = tile / 2u / 4u;
  const unsigned tx = threadIdx.x % 16u, ty = threadIdx.x / 16u;
  float sums[4][4] = {};
  // While one pair of tiles is multiplied the next is on its way to registers, then to the other half of shared memory.
  unsigned turn = 0;
  for (unsigned first_k = 0;; first_k += 16) {
    float left_next[1][4] = {};  // f32[256,512]
    #pragma unroll
    for (int e = 0; e < 1; ++e) {
      const unsigned k_in = threadIdx.x % 4u * 4u, m_in = threadIdx.x / 4u;
      const unsigned k = first_k + k_in, m = first_m + m_in;
      if (k < 512u && m < 256u) {
        const int k_at = (int)k;
        const int m_at = (int)m;
        sinter_load(left_next[e], in0 + k_at + m_at * 512);
      }
    }
    float right_next[1][4] = {};  // f32[512,128]
    #pragma unroll
    for (int e = 0; e < 1; ++e) {
      const unsigned k_in = threadIdx.x / 16u, n_in = threadIdx.x % 16u * 4u;
      const unsigned k = first_k + k_in, n = first_n + n_in;
      if (k < 512u && n < 128u) {
        const int n_at = (int)n;
        const int k_at = (int)k;
        sinter_load(right_next[e], in1 + n_at + k_at * 128);
      }
    }
    if (first_k > 0) {
      #pragma unroll
      for (int depth = 0; depth < 16; ++depth) {
        float a[1][4], b[1][4];
        #pragma unroll
        for (int q = 0; q < 1; ++q) {
          sinter_load(a[q], &left[turn ^ 1][depth][(ty * 4u + q * 64) ^ (depth / 4 * 8)]);
          sinter_load(b[q], &right[turn ^ 1][depth][(tx * 4u + q * 64) ^ (depth / 4 * 8)]);
        }
        #pragma unroll
        for (int i = 0; i < 4; ++i) {
          #pragma unroll
          for (int j = 0; j < 4; ++j) sums[i][j] = fmaf(a[i / 4][i % 4], b[j / 4][j % 4], sums[i][j]);
        }
      }
    }
    if (first_k >= 512u) break;
    #pragma unroll
    for (int e = 0; e < 1; ++e) {
      const unsigned k_in = threadIdx.x % 4u * 4u, m_in = threadIdx.x / 4u;
      #pragma unroll
      for (int j = 0; j < 4; ++j) left[turn][k_in + j][m_in ^ (k_in / 4 * 8)] = left_next[e][j];
    }
    #pragma unroll
    for (int e = 0; e < 1; ++e) {
      const unsigned k_in = threadIdx.x / 16u, n_in = threadIdx.x % 16u * 4u;
      sinter_store(&right[turn][k_in][n_in ^ (k_in / 4 * 8)], right_next[e]);
    }
    __syncthreads();
    turn ^= 1;
  }
  #pragma unroll
  for (int i = 0; i < 4; ++i) {
    const unsigned m = first_m + ty * 4u + i;
    #pragma unroll
    for (int q = 0; q < 1; ++q) {
      const unsigned n = first_n + tx * 4u + q * 64u;
      if (m < 256u && n < 128u) {
        const unsigned at = (batch * 256u + m) * 128u + n;
        float v1_all[4];  // f32[128]
        sinter_load(v1_all, in2 + n);
        float v4_out[4];
        #pragma unroll
        for (int j = 0; j < 4; ++j) {
          const float v1 = v1_all[j];
          const float v0 = sums[i][q * 4 + j];  // dot_general
          const float v2 = v0 + v1;  // add
          const float v4 = sinter_max(v2, 0.0f);  // max
          v4_out[j] = v4;
        }
        sinter_store(out0 + at, v4_out);
      }
    }
  }
}
