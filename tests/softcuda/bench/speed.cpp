// SPDX-License-Identifier: MIT
// What a warp instruction costs in the engine, with races and counters on: one line a kernel, the least of many runs,
// by the thread's own clock. Arguments: words that a kernel's name must hold; the environment's SOFTCUDA_RUNS.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "softcuda/engine.hpp"

namespace {

const char* const source = R"(
extern "C" {
__global__ void add(float* o, const float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = a[i] + b[i];
}
__global__ void bytes(unsigned char* o, const unsigned char* a, const unsigned char* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = a[i] > b[i] ? a[i] - b[i] : a[i] + 3;
}
__global__ void functions(float4* o, const float4* __restrict__ a, const float4* __restrict__ b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * i >= n) return;
  float4 x = a[i], y = b[i];
  x.x = tanhf(x.x) + __expf(y.x), x.y = tanhf(x.y) + __expf(y.y);
  x.z = tanhf(x.z) + __expf(y.z), x.w = tanhf(x.w) + __expf(y.w);
  o[i] = x;
}
__global__ void doubles(float* o, const float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = (float)(sin((double)a[i]) + exp((double)b[i]) + log(2.0 + a[i]) + pow(1.5 + b[i], 0.3));
}
__device__ float all_of_block(float x, float* s, bool is_sum) {
  for (int d = 16; d; d /= 2) { float y = __shfl_xor_sync(~0u, x, d); x = is_sum ? x + y : fmaxf(x, y); }
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = x;
  __syncthreads();
  x = s[threadIdx.x % 8];
  for (int d = 4; d; d /= 2) { float y = __shfl_xor_sync(~0u, x, d); x = is_sum ? x + y : fmaxf(x, y); }
  __syncthreads();
  return x;
}
__global__ void softmax(float* o, const float* a, const float*, int n) {  // a row of 1024 in a block of 256
  __shared__ float s[8];
  const float* row = a + blockIdx.x * 1024;
  float m = -1e30f, sum = 0;
  for (int k = threadIdx.x; k < 1024; k += 256) m = fmaxf(m, row[k]);
  m = all_of_block(m, s, false);
  for (int k = threadIdx.x; k < 1024; k += 256) sum += expf(row[k] - m);
  sum = all_of_block(sum, s, true);
  for (int k = threadIdx.x; k < 1024; k += 256) o[blockIdx.x * 1024 + k] = expf(row[k] - m) / sum;
}
__global__ void block_sum(float* o, const float* a, const float*, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = a[blockIdx.x * 512 + t] + a[blockIdx.x * 512 + 256 + t];
  for (int d = 128; d; d /= 2) {
    __syncthreads();
    if (t < d) s[t] += s[t + d];
  }
  if (t == 0) o[blockIdx.x] = s[0];
}
__global__ void tile_matmul(float* o, const float* a, const float* b, int n) {  // n x n, block (16, 16)
  __shared__ float x[16][16], y[16][16];
  int r = blockIdx.y * 16 + threadIdx.y, c = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    x[threadIdx.y][threadIdx.x] = a[r * n + t + threadIdx.x];
    y[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + c];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += x[threadIdx.y][k] * y[k][threadIdx.x];
    __syncthreads();
  }
  o[r * n + c] = sum;
}
__global__ void register_matmul(float* o, const float* a, const float* b, int n) {  // 64 x 64 a block of (16, 16)
  __shared__ float x[16][64], y[16][64];
  int t = threadIdx.y * 16 + threadIdx.x, row = blockIdx.y * 64, column = blockIdx.x * 64;
  float sum[4][4] = {};
  for (int k0 = 0; k0 < n; k0 += 16) {
    float4 v = *(const float4*)&a[(row + t / 4) * n + k0 + t % 4 * 4];
    x[t % 4 * 4][t / 4] = v.x, x[t % 4 * 4 + 1][t / 4] = v.y, x[t % 4 * 4 + 2][t / 4] = v.z, x[t % 4 * 4 + 3][t / 4] = v.w;
    *(float4*)&y[t / 16][t % 16 * 4] = *(const float4*)&b[(k0 + t / 16) * n + column + t % 16 * 4];
    __syncthreads();
    for (int k = 0; k < 16; ++k) {
      float4 p = *(float4*)&x[k][threadIdx.y * 4], q = *(float4*)&y[k][threadIdx.x * 4];
      float u[4] = {p.x, p.y, p.z, p.w}, w[4] = {q.x, q.y, q.z, q.w};
      for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) sum[i][j] += u[i] * w[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) o[(row + threadIdx.y * 4 + i) * n + column + threadIdx.x * 4 + j] = sum[i][j];
}
// 64 x 64 a block of 256, tiles swizzled and doubled: how sinter multiplies
__global__ void swizzled_matmul(float* o, const float* a, const float* b, int n) {
  __shared__ float4 x[2][16][16], y[2][16][16];
  int t = threadIdx.x, tx = t % 16, ty = t / 16, row = blockIdx.y * 64, column = blockIdx.x * 64, turn = 0;
  float sum[4][4] = {};
  for (int k0 = 0;; k0 += 16) {
    float4 u = {}, v = {};
    if (k0 < n) {
      u = *(const float4*)&a[(row + t / 4) * n + k0 + t % 4 * 4];
      v = *(const float4*)&b[(k0 + ty) * n + column + tx * 4];
    }
    if (k0 > 0)
      #pragma unroll
      for (int k = 0; k < 16; ++k) {
        float4 p = x[turn ^ 1][k][ty ^ k / 4 * 2], q = y[turn ^ 1][k][tx ^ k / 4 * 2];
        float f[4] = {p.x, p.y, p.z, p.w}, g[4] = {q.x, q.y, q.z, q.w};
        for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) sum[i][j] += f[i] * g[j];
      }
    if (k0 >= n) break;
    float f[4] = {u.x, u.y, u.z, u.w};
    for (int j = 0; j < 4; ++j) ((float*)x[turn][t % 4 * 4 + j])[t / 4 ^ t % 4 * 8] = f[j];
    y[turn][ty][tx ^ ty / 4 * 2] = v;
    __syncthreads();
    turn ^= 1;
  }
  for (int i = 0; i < 4; ++i)
    *(float4*)&o[(row + ty * 4 + i) * n + column + tx * 4] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}
__global__ void transpose(float* o, const float* a, const float*, int n) {  // block (32, 8)
  __shared__ float s[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) s[threadIdx.y + k][threadIdx.x] = a[(y + k) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) o[(y + k) * n + x] = s[threadIdx.x][threadIdx.y + k];
}
__global__ void strided(float* o, const float* a, const float*, int n) {  // a thread a row of 64: nothing coalesces
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum += a[i * 64 + k];
  o[i] = sum;
}
}
)";

// The PTX of the source, by NVRTC; empty: there is none.
std::string compiled() {
  void* library = dlopen("libnvrtc.so", RTLD_NOW);
  if (library == nullptr) library = dlopen("/usr/local/cuda/lib64/libnvrtc.so", RTLD_NOW);
  if (library == nullptr) return {};
  const auto call = [&]<class... Arguments>(const char* name, Arguments... arguments) {
    return reinterpret_cast<int (*)(Arguments...)>(dlsym(library, name))(arguments...);
  };
  void* program = nullptr;
  const char* options[] = {"--gpu-architecture=compute_80"};
  call("nvrtcCreateProgram", &program, source, "speed.cu", 0, static_cast<const char**>(nullptr),
       static_cast<const char**>(nullptr));
  if (call("nvrtcCompileProgram", program, 1, static_cast<const char**>(options)) != 0) {
    std::size_t bytes = 0;
    call("nvrtcGetProgramLogSize", program, &bytes);
    std::string log(bytes, ' ');
    call("nvrtcGetProgramLog", program, log.data());
    std::fprintf(stderr, "%s\n", log.c_str());
    return {};
  }
  std::size_t bytes = 0;
  call("nvrtcGetPTXSize", program, &bytes);
  std::string ptx(bytes, ' ');
  call("nvrtcGetPTX", program, ptx.data());
  ptx.resize(bytes - 1);
  return ptx;
}

struct sample {
  const char* name;
  std::uint32_t grid[2], block[2];
  int n;
};
constexpr sample samples[] = {{"add", {256, 1}, {256, 1}, 65536},      {"bytes", {256, 1}, {256, 1}, 65536},
                              {"functions", {16, 1}, {256, 1}, 16384}, {"doubles", {16, 1}, {256, 1}, 4096},
                              {"softmax", {16, 1}, {256, 1}, 16384},   {"block_sum", {64, 1}, {256, 1}, 32768},
                              {"tile_matmul", {4, 4}, {16, 16}, 64},   {"register_matmul", {2, 2}, {16, 16}, 128},
                              {"swizzled_matmul", {2, 2}, {256, 1}, 128}, {"transpose", {8, 8}, {32, 8}, 256},
                              {"strided", {4, 1}, {256, 1}, 65536}};

double seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace

int main(int count, char** words) {
  const std::string ptx = compiled();
  if (ptx.empty()) return std::puts("skipped: NVRTC is absent"), 0;
  softcuda::memory memory(0x700000000000, 64u << 20);
  const softcuda::module code(ptx, memory);
  const std::uint64_t bytes = 65536 * 4;
  std::uint64_t pointers[3] = {memory.allocate(bytes), memory.allocate(bytes), memory.allocate(bytes)};
  std::vector<float> values(65536);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<float>(k % 1000) / 1000;
  for (const std::uint64_t p : {pointers[1], pointers[2]}) memory.write(p, values.data(), bytes);
  const char* wanted = std::getenv("SOFTCUDA_RUNS");
  const int runs = wanted != nullptr ? std::atoi(wanted) : 300;
  std::printf("%-16s %12s %10s %10s\n", "kernel", "instructions", "ns each", "check");
  for (const sample& s : samples) {
    bool is_wanted = count < 2;
    for (int k = 1; k < count; ++k) is_wanted |= std::strstr(s.name, words[k]) != nullptr;
    if (!is_wanted) continue;
    softcuda::launch l;
    l.code = &code;
    l.kernel = code.find(s.name);
    for (int k = 0; k < 2; ++k) l.grid[k] = s.grid[k], l.block[k] = s.block[k];
    l.parameters.resize(28);
    std::memcpy(l.parameters.data(), pointers, 24);
    std::memcpy(l.parameters.data() + 24, &s.n, 4);
    double least = 1e9;
    softcuda::counters counted;
    for (int k = 0; k < runs; ++k) {
      counted = {};
      const double begin = seconds();
      const softcuda::report r = softcuda::run(l, memory, {}, counted);
      least = std::min(least, seconds() - begin);
      if (r.what != softcuda::violation::none) return std::printf("%s: %s\n", s.name, r.text.c_str()), 1;
    }
    // the counters and the result in one number, so that two engines can be compared
    std::uint64_t sum = 0;
    const auto fold = [&](std::uint64_t x) { sum = (sum ^ x) * 0x9E3779B97F4A7C15u, sum ^= sum >> 29; };
    for (std::size_t k = 0; k < sizeof counted / 8; ++k) fold(reinterpret_cast<const std::uint64_t*>(&counted)[k]);
    std::vector<std::uint32_t> bits(65536);
    memory.read(pointers[0], bits.data(), bytes);
    for (const std::uint32_t b : bits) fold(b);
    std::printf("%-16s %12llu %10.2f %10llx\n", s.name, static_cast<unsigned long long>(counted.warp_instructions),
                1e9 * least / static_cast<double>(counted.warp_instructions),
                static_cast<unsigned long long>(sum >> 32));
  }
}
