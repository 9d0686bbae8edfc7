#ifndef SINTER_HAS_extreme
#define SINTER_HAS_extreme
// An extreme and where it first stood; index -1: nothing yet.
template <class T> struct sinter_extreme {
  T value;
  int index;
};
#endif

#ifndef SINTER_HAS_later_is_larger
#define SINTER_HAS_later_is_larger
// The larger; NaN beats every number, the lower index an equal.
template <class T> __device__ __forceinline__ sinter_extreme<T> sinter_later_is_larger(sinter_extreme<T> x, sinter_extreme<T> y) {
  if (x.index < 0 || y.index < 0) return x.index < 0 ? y : x;
  const bool x_is_nan = x.value != x.value, y_is_nan = y.value != y.value;
  const bool alike = (x_is_nan && y_is_nan) || x.value == y.value;
  if (alike) return x.index < y.index ? x : y;
  return y_is_nan || (!x_is_nan && y.value > x.value) ? y : x;
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

#ifndef SINTER_HAS_shuffle_extreme
#define SINTER_HAS_shuffle_extreme
template <class T> __device__ __forceinline__ sinter_extreme<T> sinter_shuffle_extreme(sinter_extreme<T> x, int lanes) {
  sinter_extreme<T> made;
  made.value = sinter_shuffle(x.value, lanes);
  made.index = sinter_shuffle(x.index, lanes);
  return made;
}
#endif

// reduce: argmax over [300,40]
extern "C" __global__ void __launch_bounds__(128) sinter_reduce_a71325f85f8f2555(const long long* __restrict__ in0,
    int* __restrict__ out0) {
  // A cell is one place of the axes that stay, its row all of the reduced ones.
  // 32 threads take a cell, a block 4 of them.
  const unsigned lane = threadIdx.x % 32u;
  const unsigned cell = blockIdx.x * 4u + threadIdx.x / 32u;
  sinter_extreme<long long> v1_state = {0ll, -1};  // argmax
  for (unsigned r = lane; r < 40u; r += 32u) {
    const int r_at = (int)r;
    const int cell_at = (int)cell;
    const long long v0 = in0[r_at + cell_at * 40];  // i64[300,40]
    v1_state = sinter_later_is_larger(v1_state, sinter_extreme<long long>{v0, (int)(r)});
  }
  v1_state = sinter_later_is_larger(v1_state, sinter_shuffle_extreme(v1_state, 16));
  v1_state = sinter_later_is_larger(v1_state, sinter_shuffle_extreme(v1_state, 8));
  v1_state = sinter_later_is_larger(v1_state, sinter_shuffle_extreme(v1_state, 4));
  v1_state = sinter_later_is_larger(v1_state, sinter_shuffle_extreme(v1_state, 2));
  v1_state = sinter_later_is_larger(v1_state, sinter_shuffle_extreme(v1_state, 1));
  const int v1 = v1_state.index;  // argmax
  if (lane == 0) {
    out0[cell] = v1;
  }
}
