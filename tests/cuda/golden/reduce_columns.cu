// reduce: reduce_sum over [512,100]
extern "C" __global__ void __launch_bounds__(256) sinter_reduce_614f6cd924764d6c(const float* __restrict__ in0,
    float* __restrict__ out0,
    char* scratch,
    unsigned* tickets) {
  // 32 cells beside each other, 8 threads down each; blocks share a cell, the one that is done last joins their parts.
  const unsigned column = threadIdx.x % 32u, y = threadIdx.x / 32u;
  const unsigned cell = blockIdx.x * 32u + column;
  float v1_state = 0.0f;  // reduce_sum
  if (cell < 100u) {
    for (unsigned r = blockIdx.y * 8u + y; r < 512u; r += gridDim.y * 8u) {
      const int r_at = (int)r;
      const int cell_at = (int)cell;
      const float v0 = in0[r_at * 100 + cell_at];  // f32[512,100]
      v1_state = v1_state + v0;
    }
  }
  __shared__ float v1_shared[256];
  v1_shared[threadIdx.x] = v1_state;
  __syncthreads();
  #pragma unroll
  for (unsigned half = 4u; half > 0; half /= 2) {
    if (y < half) {
      v1_state = v1_state + v1_shared[threadIdx.x + half * 32u];
      v1_shared[threadIdx.x] = v1_state;
    }
    __syncthreads();
  }
  float* const v1_partial = (float*)(scratch);
  __shared__ bool is_last;
  if (y == 0 && cell < 100u) {
    v1_partial[(unsigned)blockIdx.y * 100u + cell] = v1_state;
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicInc(&tickets[blockIdx.x], gridDim.y - 1) == gridDim.y - 1;
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  v1_state = 0.0f;
  if (cell < 100u) {
    for (unsigned part = y; part < gridDim.y; part += 8u) {
      v1_state = v1_state + v1_partial[(unsigned)part * 100u + cell];
    }
  }
  __shared__ float v1_shared_parts[256];
  v1_shared_parts[threadIdx.x] = v1_state;
  __syncthreads();
  #pragma unroll
  for (unsigned half = 4u; half > 0; half /= 2) {
    if (y < half) {
      v1_state = v1_state + v1_shared_parts[threadIdx.x + half * 32u];
      v1_shared_parts[threadIdx.x] = v1_state;
    }
    __syncthreads();
  }
  if (y == 0 && cell < 100u) {
    const float v1 = v1_state;  // reduce_sum
    out0[cell] = v1;
  }
}
