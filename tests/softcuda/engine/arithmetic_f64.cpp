// SPDX-License-Identifier: MIT
// add sub mul fma neg abs min max copysign div rcp sqrt of f64.
#include "decode.hpp"
#include "lanes.hpp"
#include "numbers.hpp"

namespace softcuda {
namespace {

using syntax::scalar;

constexpr auto sum = [](double a, double b) { return a + b; };
constexpr auto difference = [](double a, double b) { return a - b; };
constexpr auto product = [](double a, double b) { return a * b; };
constexpr auto quotient = [](double a, double b) { return a / b; };
constexpr auto fused = [](double a, double b, double c) { return __builtin_fma(a, b, c); };
constexpr auto reciprocal = [](double a) { return 1.0 / a; };
constexpr auto root = [](double a) { return __builtin_sqrt(a); };
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;
constexpr auto negative = [](std::uint64_t a) { return a ^ sign_bit; };
constexpr auto absolute = [](std::uint64_t a) { return a & ~sign_bit; };
constexpr auto copied_sign = [](std::uint64_t a, std::uint64_t b) { return (a & sign_bit) | (b & ~sign_bit); };

template <handler H> handler choose(std::uint16_t mode) {
  return mode == FE_TONEAREST ? H : static_cast<handler>(rounded<H>);
}

}  // namespace

void decode_f64(decoder& d, const opcode& op) {
  instruction i;
  i.variant = op.has("rz") ? FE_TOWARDZERO : op.has("rm") ? FE_DOWNWARD : op.has("rp") ? FE_UPWARD : FE_TONEAREST;
  int arity = 2;
  if (op.base == "add")
    i.run = choose<map2<sum, double, double>>(i.variant);
  else if (op.base == "sub")
    i.run = choose<map2<difference, double, double>>(i.variant);
  else if (op.base == "mul")
    i.run = choose<map2<product, double, double>>(i.variant);
  else if (op.base == "div")
    i.run = choose<map2<quotient, double, double>>(i.variant);
  else if (op.base == "fma" || op.base == "mad")
    i.run = choose<map3<fused, double, double>>(i.variant), arity = 3;
  else if (op.base == "rcp")
    i.run = choose<map1<reciprocal, double, double>>(i.variant), arity = 1;
  else if (op.base == "sqrt")
    i.run = choose<map1<root, double, double>>(i.variant), arity = 1;
  else if (op.base == "neg")
    i.run = map1<negative, std::uint64_t, std::uint64_t>, arity = 1;
  else if (op.base == "abs")
    i.run = map1<absolute, std::uint64_t, std::uint64_t>, arity = 1;
  else if (op.base == "copysign")
    i.run = map2<copied_sign, std::uint64_t, std::uint64_t>;
  else if (op.base == "min")
    i.run = map2<minimum<double, false>, double, double>;
  else if (op.base == "max")
    i.run = map2<maximum<double, false>, double, double>;
  else
    d.fail("the f64 instruction is not known");
  i.a = d.source(1, scalar::f64);
  if (arity > 1) i.b = d.source(2, scalar::f64);
  if (arity > 2) i.c = d.source(3, scalar::f64);
  i.d = d.result(0, scalar::f64);
  d.emit(i, instruction_class::f64);
}

}  // namespace softcuda
