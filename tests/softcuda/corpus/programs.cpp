// SPDX-License-Identifier: MIT
// The programs: maps, rows, reductions, products, integers, doubles, divergence, warps, tensor fragments, async copies.
// What they have to compute is written here once more in plain C++, in double where they use float.
#include "programs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "rules.hpp"

namespace softcuda::corpus {
namespace {

using std::size_t;
constexpr std::uint32_t n = 1024;

float a_of(size_t i) { return static_cast<float>(static_cast<int>(i * 37 % 201) - 100) * 0.0625F; }
float b_of(size_t i) { return static_cast<float>(static_cast<int>(i * 53 % 127) - 63) * 0.03125F; }
float c_of(size_t i) { return 0.5F + static_cast<float>(i % 17); }
std::uint32_t word_of(size_t i) { return static_cast<std::uint32_t>(i * 2654435761u + 12345u); }

template <class T, class Function> bytes filled(size_t count, Function f) {
  bytes b(count * sizeof(T));
  for (size_t i = 0; i < count; ++i) {
    const T x = f(i);
    std::memcpy(&b[i * sizeof(T)], &x, sizeof(T));
  }
  return b;
}

program begun(const char* name, const char* signature, const char* body, std::uint32_t count, std::string type) {
  program p;
  p.source = std::string("// ") + name + "\n" + signature + body;
  p.work.name = name;
  p.work.count = count;
  p.work.type = std::move(type);
  return p;
}
// Floats within a tolerance of `exact`.
template <class Function>
program approximate(const char* name, const char* body, double relative, double absolute, Function exact,
                    const std::string& type = "f32", std::uint32_t count = n) {
  const bool is_double = type == "f64";
  program p = begun(name, is_double ? "typedef double T;\n" : "typedef float T;\n", body, count, type);
  for (int k = 0; k < 3; ++k) {
    const auto value = [k](size_t i) { return k == 0 ? a_of(i) : k == 1 ? b_of(i) : c_of(i); };
    p.work.inputs.push_back(is_double ? filled<double>(count, value) : filled<float>(count, value));
  }
  p.work.how = comparison::tolerance;
  p.work.relative = relative;
  p.work.absolute = absolute;
  p.work.expected.resize(size_t{count} * (is_double ? 8 : 4));
  for (size_t i = 0; i < count; ++i) p.work.exact.push_back(exact(i));
  return p;
}
template <class Function> program integers(const char* name, const char* body, Function expected) {
  program p = begun(name, "typedef unsigned T;\n", body, n, "u32");
  for (int k = 0; k < 3; ++k)
    p.work.inputs.push_back(
        filled<std::uint32_t>(n, [k](size_t i) { return word_of(i + static_cast<size_t>(k) * 5000); }));
  p.work.expected = filled<std::uint32_t>(n, expected);
  return p;
}

#define KERNEL                                                                                                      \
  "extern \"C\" __global__ void k(T* __restrict__ out, const T* __restrict__ a, const T* __restrict__ b, const T* " \
  "__restrict__ c, unsigned n)\n"
#define INDEX "  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n"

std::vector<program> all() {
  std::vector<program> v;
  v.push_back(approximate(
      "a fused map",
      KERNEL "{\n" INDEX
             "  out[i] = tanhf(a[i] * b[i] + c[i]) + expf(b[i]) / sqrtf(c[i]) - logf(c[i]) * erff(b[i]);\n}\n",
      3e-6, 3e-6, [](size_t i) {
        const double x = static_cast<double>(a_of(i)), y = static_cast<double>(b_of(i)),
                     z = static_cast<double>(c_of(i));
        return std::tanh(x * y + z) + std::exp(y) / std::sqrt(z) - std::log(z) * std::erf(y);
      }));
  v.push_back(approximate("sine with its slow path",
                          KERNEL "{\n" INDEX "  out[i] = sinf(a[i] * 1e5f) + cosf(c[i]) * powf(c[i], b[i]);\n}\n", 5e-6,
                          5e-6, [](size_t i) {
                            const double x = static_cast<double>(a_of(i) * 1e5F), y = static_cast<double>(b_of(i)),
                                         z = static_cast<double>(c_of(i));
                            return std::sin(x) + std::cos(z) * std::pow(z, y);
                          }));
  v.push_back(approximate("vector accesses", KERNEL R"({
  const unsigned i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  float4 x = *reinterpret_cast<const float4*>(a + i), y = __ldg(reinterpret_cast<const float4*>(b + i));
  x.x *= y.w; x.y *= y.z; x.z *= y.y; x.w *= y.x;
  *reinterpret_cast<float4*>(out + i) = x;
}
)",
                          1e-7, 0, [](size_t i) {
                            return static_cast<double>(a_of(i)) * static_cast<double>(b_of(i / 4 * 4 + 3 - i % 4));
                          }));
  v.push_back(approximate("softmax, a row a warp", KERNEL R"({
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = a[i], most = x;
  for (int s = 16; s > 0; s /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
  const float e = __expf(x - most);
  float sum = e;
  for (int s = 16; s > 0; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
  out[i] = e / __shfl_sync(~0u, sum, 0);
}
)",
                          2e-6, 1e-12, [](size_t i) {
                            double most = -1e9, sum = 0;
                            for (size_t k = i / 32 * 32; k < i / 32 * 32 + 32; ++k)
                              most = std::max(most, static_cast<double>(a_of(k)));
                            for (size_t k = i / 32 * 32; k < i / 32 * 32 + 32; ++k)
                              sum += std::exp(static_cast<double>(a_of(k)) - most);
                            return std::exp(static_cast<double>(a_of(i)) - most) / sum;
                          }));
  v.push_back(approximate("a sum whose last block merges", R"(
__device__ unsigned tickets = 0;
__device__ float partial[64];
)" KERNEL R"({
  __shared__ float tile[256];
  __shared__ bool is_last;
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  out[i] = 0;
  tile[t] = i < n ? a[i] + c[i] : 0;
  __syncthreads();
  for (unsigned s = 128; s > 0; s /= 2) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = tile[0];
    __threadfence();
    is_last = atomicAdd(&tickets, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  if (t == 0) {
    float sum = 0;
    for (unsigned k = 0; k < gridDim.x; ++k) sum += reinterpret_cast<volatile float*>(partial)[k];
    tile[0] = sum;
    tickets = 0;
    out[n - 1] = sum;
  }
}
)",
                          1e-6, 0, [](size_t i) {
                            double sum = 0;
                            for (size_t k = 0; k < n; ++k)
                              sum += static_cast<double>(a_of(k)) + static_cast<double>(c_of(k));
                            return i == n - 1 ? sum : 0;
                          }));
  v.push_back(approximate("a product of 32 x 32 matrices through tiles", KERNEL R"({
  __shared__ float x[16][17], y[16][17];
  const unsigned row = threadIdx.x / 16, column = threadIdx.x % 16, r = blockIdx.x / 2 * 16 + row, q = blockIdx.x % 2 * 16 + column;
  float sum = 0;
  for (unsigned tile = 0; tile < 32; tile += 16) {
    x[row][column] = a[r * 32 + tile + column];
    y[row][column] = b[(tile + row) * 32 + q];
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) sum += x[row][k] * y[k][column];
    __syncthreads();
  }
  out[r * 32 + q] = sum;
}
)",
                          1e-5, 1e-5, [](size_t i) {
                            double sum = 0;
                            for (size_t k = 0; k < 32; ++k)
                              sum += static_cast<double>(a_of(i / 32 * 32 + k)) *
                                     static_cast<double>(b_of(k * 32 + i % 32));
                            return sum;
                          }));
  v.push_back(approximate(
      "doubles",
      KERNEL "{\n" INDEX "  out[i] = exp(b[i]) * sin(a[i] * 1e6) + log(c[i]) / cbrt(c[i]) - sqrt(c[i]) + tanh(b[i]) * "
                         "erf(a[i]) + pow(c[i], b[i]);\n}\n",
      1e-13, 1e-13,
      [](size_t i) {
        const double x = static_cast<double>(a_of(i)), y = static_cast<double>(b_of(i)),
                     z = static_cast<double>(c_of(i));
        return std::exp(y) * std::sin(x * 1e6) + std::log(z) / std::cbrt(z) - std::sqrt(z) +
               std::tanh(y) * std::erf(x) + std::pow(z, y);
      },
      "f64"));
  v.push_back(integers(
      "integers", KERNEL "{\n" INDEX R"(
  const unsigned long long x = (unsigned long long)a[i] << 32 | b[i], y = c[i] >> 7 | 1;
  const long long s = (long long)x, t = -(long long)(y * y);
  unsigned h = (unsigned)(x / y) ^ (unsigned)(x % (y * 77)) ^ (unsigned)(s / t) ^ (unsigned)(s % t);
  h += __popc(a[i]) * 3 + __clz(b[i]) + __brev(c[i]) + __ffsll(x) + __popcll(x);
  h ^= __byte_perm(a[i], b[i], 0x5142) + __funnelshift_l(a[i], b[i], 11) + __umulhi(a[i], c[i]) + (unsigned)__mul64hi(s, t);
  h += __dp4a((int)a[i], (int)b[i], (int)h) + __sad((int)a[i], (int)b[i], c[i]);
  out[i] = h + (unsigned)((int)a[i] / 7) * ((int)b[i] % 1000) + (unsigned)((short)a[i] * (signed char)b[i]);
}
)",
      [](size_t i) {
        const std::uint32_t a = word_of(i), b = word_of(i + 5000), c = word_of(i + 10000);
        const u64 x = u64{a} << 32 | b, y = c >> 7 | 1;
        const auto s = static_cast<std::int64_t>(x), t = -static_cast<std::int64_t>(y * y);
        auto h = static_cast<std::uint32_t>(x / y) ^ static_cast<std::uint32_t>(x % (y * 77)) ^
                 static_cast<std::uint32_t>(s / t) ^ static_cast<std::uint32_t>(s % t);
        std::uint32_t reversed = 0;
        for (int k = 0; k < 32; ++k) reversed |= (c >> k & 1) << (31 - k);
        h += static_cast<std::uint32_t>(std::popcount(a) * 3 + std::countl_zero(b) + std::countr_zero(x) + 1 +
                                        std::popcount(x)) +
             reversed;
        const auto byte = [&](int k) { return static_cast<std::uint32_t>((u64{b} << 32 | a) >> (8 * k) & 0xFF); };
        __extension__ typedef __int128 s128;
        h ^= (byte(5) << 24 | byte(1) << 16 | byte(4) << 8 | byte(2)) +
             static_cast<std::uint32_t>((u64{b} << 32 | a) << 11 >> 32) + static_cast<std::uint32_t>(u64{a} * c >> 32) +
             static_cast<std::uint32_t>((static_cast<s128>(s) * t) >> 64);
        std::uint32_t dot = h;
        for (int k = 0; k < 32; k += 8)
          dot += static_cast<std::uint32_t>(static_cast<std::int8_t>(a >> k) * static_cast<std::int8_t>(b >> k));
        const auto sa = static_cast<std::int32_t>(a), sb = static_cast<std::int32_t>(b);
        h += dot + (sa < sb ? b - a : a - b) + c;
        return h + static_cast<std::uint32_t>(sa / 7) * static_cast<std::uint32_t>(sb % 1000) +
               static_cast<std::uint32_t>(static_cast<std::int16_t>(a) * static_cast<std::int8_t>(b));
      }));
  v.push_back(integers("divergence, calls and local arrays", R"(
__device__ __noinline__ unsigned collatz(unsigned x) {
  unsigned steps = 0;
  while (x != 1 && steps < 60) { x = x % 2 ? 3 * x + 1 : x / 2; ++steps; }
  return steps;
}
)" KERNEL "{\n" INDEX R"(
  unsigned table[8];
  for (int k = 0; k < 8; ++k) table[k] = collatz(a[i] % 1000 + k + 1);
  unsigned r = 0;
  for (int k = 0; k < 5; ++k) r = r * 31 + table[b[i] >> k & 7];
  switch (c[i] % 7) {
    case 0: r ^= 0x1234; break;
    case 1: r += a[i]; break;
    case 2: r *= 5; break;
    case 3: r = ~r; break;
    case 4: r -= c[i]; break;
    case 5: r <<= c[i] % 31; break;
    default: r >>= 3;
  }
  out[i] = r;
}
)",
                       [](size_t i) {
                         const std::uint32_t a = word_of(i), b = word_of(i + 5000), c = word_of(i + 10000);
                         const auto collatz = [](std::uint32_t x) {
                           std::uint32_t steps = 0;
                           for (; x != 1 && steps < 60; ++steps) x = x % 2 != 0 ? 3 * x + 1 : x / 2;
                           return steps;
                         };
                         std::uint32_t r = 0;
                         for (int k = 0; k < 5; ++k) r = r * 31 + collatz(a % 1000 + (b >> k & 7) + 1);
                         switch (c % 7) {
                           case 0:
                             return r ^ 0x1234;
                           case 1:
                             return r + a;
                           case 2:
                             return r * 5;
                           case 3:
                             return ~r;
                           case 4:
                             return r - c;
                           case 5:
                             return r << c % 31;
                           default:
                             return r >> 3;
                         }
                       }));
  v.push_back(integers("votes, matches and reductions of warps", KERNEL R"({
  __shared__ unsigned bins[8];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  unsigned r = __ballot_sync(~0u, a[i] & 1) ^ __match_any_sync(~0u, b[i] >> 30) ^ __reduce_add_sync(~0u, c[i]);
  r += __reduce_max_sync(~0u, a[i]) + __any_sync(~0u, a[i] % 64 == 0) * 3 + __all_sync(~0u, a[i] % 2 == 0) * 5;
  atomicAdd(&bins[a[i] >> 29], 1u);
  atomicMax(&bins[0], 1u);
  r += __syncthreads_count(a[i] & 4);
  out[i] = r + bins[a[i] >> 29] * 65536;
}
)",
                       [](size_t i) {
                         std::uint32_t ballot = 0, match = 0, sum = 0, most = 0, any = 0, all = 1, count = 0, bin = 0;
                         for (size_t l = 0; l < 32; ++l) {
                           const size_t k = i / 32 * 32 + l;
                           const std::uint32_t a = word_of(k);
                           ballot |= (a & 1) << l;
                           match |= static_cast<std::uint32_t>(word_of(k + 5000) >> 30 == word_of(i + 5000) >> 30) << l;
                           sum += word_of(k + 10000);
                           most = std::max(most, a);
                           any |= a % 64 == 0 ? 1u : 0u;
                           all &= a % 2 == 0 ? 1u : 0u;
                         }
                         for (size_t k = i / 256 * 256; k < i / 256 * 256 + 256; ++k) {
                           count += (word_of(k) & 4) != 0 ? 1u : 0u;
                           bin += word_of(k) >> 29 == word_of(i) >> 29 ? 1u : 0u;
                         }
                         return ((ballot ^ match ^ sum) + most + any * 3 + all * 5 + count) + bin * 65536;
                       }));
  return v;
}

}  // namespace

const std::vector<program>& programs() {
  static const std::vector<program> v = all();
  return v;
}

}  // namespace softcuda::corpus
