// SPDX-License-Identifier: MIT
// Products of 1024 x 1024 matrices against oneDNN called directly, and a fused epilogue against the bare product.
#include <sinter/sinter.hpp>

#if SINTER_HAS_DNNL
#include <oneapi/dnnl/dnnl.h>
#endif

#include "ratio.hpp"

using namespace sinter;

namespace {
using matrix = f32<1024, 1024>;
constexpr matrix product(const matrix& a, const matrix& b) { return matmul(a, b); }
constexpr matrix dense(const matrix& a, const matrix& b, const f32<1024>& bias) { return relu(matmul(a, b) + bias); }
}  // namespace

int main(int count, char** arguments) {
  static const matrix a = random::normal<matrix>(random::key(1)), b = random::normal<matrix>(random::key(2));
  static const f32<1024> bias = random::normal<f32<1024>>(random::key(3));
  bench::add("matmul against oneDNN/sinter", [] { benchmark::DoNotOptimize(jit<product>(a, b)); });
#if SINTER_HAS_DNNL
  static std::vector<float> out(1024 * 1024);
  bench::add("matmul against oneDNN/reference", [] {
    dnnl_sgemm('N', 'N', 1024, 1024, 1024, 1, a.span().data(), 1024, b.span().data(), 1024, 0, out.data(), 1024);
  });
#endif
  bench::add("matmul + bias + relu against matmul/sinter", [] { benchmark::DoNotOptimize(jit<dense>(a, b, bias)); });
  bench::add("matmul + bias + relu against matmul/reference", [] { benchmark::DoNotOptimize(jit<product>(a, b)); });
  return bench::run(count, arguments);
}
