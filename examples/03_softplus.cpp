// SPDX-License-Identifier: MIT
// 03 Log-sum-exp and softplus, with the derivative that one would write by hand: softmax and the logistic function.
#include <iostream>

#include <sinter/sinter.hpp>

using namespace sinter;

// [softplus]
constexpr f32<> total_softplus(const f32<dyn>& x) { return sum(softplus(x)); }
constexpr f32<> largest(const f32<dyn>& x) { return logsumexp(x); }

constexpr f32<dyn> softplus_by_hand(const f32<dyn>& x) { return sigmoid(x); }
constexpr f32<dyn> largest_by_hand(const f32<dyn>& x) { return softmax(x, axis<0>); }
// [softplus]

int main() {
  const f32<dyn> x{-100, -1, 0, 1, 2, 100};
  std::cout << "x                       " << x << "\n";
  std::cout << "softplus'               " << jit<grad<total_softplus>>(x) << "\n";
  std::cout << "the logistic function   " << jit<softplus_by_hand>(x) << "\n";
  std::cout << "log-sum-exp             " << jit<largest>(x) << "\n";
  std::cout << "log-sum-exp'            " << jit<grad<largest>>(x) << "\n";
  std::cout << "softmax                 " << jit<largest_by_hand>(x) << "\n\n";
  std::cout << make_jaxpr<grad<largest>>(x) << "\n";
  const bool same = allclose(jit<grad<total_softplus>>(x), jit<softplus_by_hand>(x), {.rtol = 1e-6, .atol = 1e-7}) &&
                    allclose(jit<grad<largest>>(x), jit<largest_by_hand>(x), {.rtol = 1e-6, .atol = 1e-7});
  return same ? 0 : 1;
}
