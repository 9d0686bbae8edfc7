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

// map: mul over [n0,n1]
extern "C" __global__ void __launch_bounds__(256) sinter_map_b2fb73bc7322e104(const float* __restrict__ in0,
    const float* in1,
    float* out0,
    long long extent0,
    long long extent1) {
  const int n0 = (int)extent0;
  const int n1 = (int)extent1;
  const float v1 = in0[0];  // f32[1]
  for (unsigned vector = blockIdx.x * 256u + threadIdx.x; vector < (unsigned)(n0 * n1) / 4; vector += gridDim.x * 256u) {
    const unsigned i = vector * 4;
    float v0_all[4];  // f32[n0,n1]
    sinter_load(v0_all, in1 + i);
    float v2_out[4];
    #pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float v0 = v0_all[j];
      const float v2 = v0 * v1;  // mul
      v2_out[j] = v2;
    }
    sinter_store(out0 + i, v2_out);
  }
}
