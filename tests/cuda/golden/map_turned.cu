// map: copy over [64,100]
extern "C" __global__ void __launch_bounds__(256) sinter_map_b58b10fa62d11fbf(const float* __restrict__ in0,
    float* __restrict__ out0) {
  __shared__ float v0_tile[32][33];  // f32[100,64]
  const unsigned x = threadIdx.x % 32u, y = threadIdx.x / 32u;
  for (unsigned tile = blockIdx.x; tile < 2u * 4u * 1u; tile += gridDim.x) {
    const unsigned first_q = tile % 4u * 32;
    const unsigned first_p = tile / 4u % 2u * 32;
    const unsigned o = tile / (4u * 2u);
    #pragma unroll
    for (unsigned row = y; row < 32; row += 8u) {
      const unsigned p = first_p + x, q = first_q + row;
      if (p < 64u && q < 100u) {
        const int q_at = (int)q;
        const int p_at = (int)p;
        v0_tile[row][x] = in0[q_at * 64 + p_at];
      }
    }
    __syncthreads();
    #pragma unroll
    for (unsigned row = y; row < 32; row += 8u) {
      const unsigned p = first_p + row, q = first_q + x;
      if (p < 64u && q < 100u) {
        const int q_at = (int)q;
        const int p_at = (int)p;
        const float v0 = v0_tile[x][row];
        out0[q_at + p_at * 100] = v0;
      }
    }
    __syncthreads();
  }
}
