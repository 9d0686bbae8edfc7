// scatter: over [100,64]
extern "C" __global__ void __launch_bounds__(256) sinter_scatter_cae9512ade376a7a(float* __restrict__ out0,
    const float* __restrict__ in0,
    const int* __restrict__ in1,
    const float* __restrict__ in2) {
  const unsigned column = blockIdx.x * 256u + threadIdx.x;
  if (column >= 64u) return;
  const unsigned outer = column / 64u, inner = column % 64u;
  const unsigned first = (unsigned)((unsigned long long)100u * blockIdx.y / gridDim.y);
  const unsigned last = (unsigned)((unsigned long long)100u * (blockIdx.y + 1) / gridDim.y);
  for (unsigned a = first; a < last; ++a) {
    const unsigned i = (outer * 100u + a) * 64u + inner;
    const float v0 = in0[i];  // f32[100,64]
    out0[i] = v0;
  }
  for (unsigned u = 0; u < 300u; ++u) {
    long long which = in1[u];
    if (which >= (long long)first && which < (long long)last) {
      const unsigned update = (outer * 300u + u) * 64u + inner;
      const unsigned i = (outer * 100u + which) * 64u + inner;
      const float added = in2[update];
      const float so_far = out0[i];
      out0[i] = so_far + added;
    }
  }
}
