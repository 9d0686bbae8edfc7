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

// map: mul, add, tanh over [64,128]
extern "C" __global__ void __launch_bounds__(128) sinter_map_7301df18217ad120(const float* in0,
    const float* __restrict__ in1,
    float* out0) {
  for (unsigned vector = blockIdx.x * 128u + threadIdx.x; vector < 2048u; vector += gridDim.x * 128u) {
    const unsigned i = vector * 4;
    const int i1 = (int)(i % 128u);
    float v0_all[4];  // f32[64,128]
    sinter_load(v0_all, in0 + i);
    float v3_all[4];  // f32[128]
    sinter_load(v3_all, in1 + i1);
    float v5_out[4];
    #pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float v0 = v0_all[j];
      const float v3 = v3_all[j];
      const float v2 = v0 * 0.5f;  // mul
      const float v4 = v2 + v3;  // add
      const float v5 = tanh(v4);  // tanh
      v5_out[j] = v5;
    }
    sinter_store(out0 + i, v5_out);
  }
}
