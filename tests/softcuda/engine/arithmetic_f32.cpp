// SPDX-License-Identifier: MIT
// add sub mul fma mad neg abs min max copysign div rcp sqrt of f32 where the result is defined to the bit.
#include "decode.hpp"
#include "lanes.hpp"
#include "numbers.hpp"

namespace softcuda {
namespace {

using syntax::scalar;

constexpr auto sum = [](float a, float b) { return a + b; };
constexpr auto difference = [](float a, float b) { return a - b; };
constexpr auto product = [](float a, float b) { return a * b; };
constexpr auto quotient = [](float a, float b) { return a / b; };
constexpr auto fused = [](float a, float b, float c) { return __builtin_fmaf(a, b, c); };
constexpr auto reciprocal = [](float a) { return 1.0f / a; };
constexpr auto root = [](float a) { return __builtin_sqrtf(a); };
constexpr auto negative = [](float a) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(a) ^ 0x80000000u); };
constexpr auto absolute = [](float a) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(a) & 0x7FFFFFFFu); };
constexpr auto copied_sign = [](float a, float b) {  // the sign of a, the magnitude of b
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(a) & 0x80000000u) |
                              (std::bit_cast<std::uint32_t>(b) & 0x7FFFFFFFu));
};

// .xorsign.abs: the extreme of the magnitudes with the sign of the product.
template <auto F> float of_magnitudes(float a, float b) {
  const std::uint32_t sign = (std::bit_cast<std::uint32_t>(a) ^ std::bit_cast<std::uint32_t>(b)) & 0x80000000u;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(F(absolute(a), absolute(b))) | sign);
}

template <auto F, bool Ftz, bool Sat> struct modified {
  static float one(float a) {
    const float r = flush<Ftz>(F(flush<Ftz>(a)));
    if constexpr (Sat)
      return saturated(r);
    else
      return r;
  }
  static float two(float a, float b) {
    const float r = flush<Ftz>(F(flush<Ftz>(a), flush<Ftz>(b)));
    if constexpr (Sat)
      return saturated(r);
    else
      return r;
  }
  static float three(float a, float b, float c) {
    const float r = flush<Ftz>(F(flush<Ftz>(a), flush<Ftz>(b), flush<Ftz>(c)));
    if constexpr (Sat)
      return saturated(r);
    else
      return r;
  }
};

template <int Arity, auto F, bool Ftz, bool Sat> constexpr handler plain() {
  if constexpr (Arity == 1)
    return map1<modified<F, Ftz, Sat>::one, float, float>;
  else if constexpr (Arity == 2)
    return map2<modified<F, Ftz, Sat>::two, float, float>;
  else
    return map3<modified<F, Ftz, Sat>::three, float, float>;
}
template <int Arity, auto F, bool Ftz, bool Sat> handler choose_rounding(bool is_directed) {
  return is_directed ? static_cast<handler>(rounded<plain<Arity, F, Ftz, Sat>()>) : plain<Arity, F, Ftz, Sat>();
}
template <int Arity, auto F> handler choose(const opcode& op, std::uint16_t mode) {
  const bool is_directed = mode != FE_TONEAREST;
  if (op.has("ftz"))
    return op.has("sat") ? choose_rounding<Arity, F, true, true>(is_directed)
                         : choose_rounding<Arity, F, true, false>(is_directed);
  return op.has("sat") ? choose_rounding<Arity, F, false, true>(is_directed)
                       : choose_rounding<Arity, F, false, false>(is_directed);
}
std::uint16_t mode_of(const opcode& op) {
  if (op.has("rz")) return FE_TOWARDZERO;
  if (op.has("rm")) return FE_DOWNWARD;
  if (op.has("rp")) return FE_UPWARD;
  return FE_TONEAREST;
}

template <auto NanWins, auto NanLoses> handler extreme_of(const opcode& op) {
  if (op.has("xorsign"))
    return op.has("NaN") ? choose<2, of_magnitudes<NanWins>>(op, FE_TONEAREST)
                         : choose<2, of_magnitudes<NanLoses>>(op, FE_TONEAREST);
  return op.has("NaN") ? choose<2, NanWins>(op, FE_TONEAREST) : choose<2, NanLoses>(op, FE_TONEAREST);
}

}  // namespace

void decode_f32(decoder& d, const opcode& op) {
  instruction i;
  i.variant = mode_of(op);
  int arity = 2;
  if (op.base == "add")
    i.run = choose<2, sum>(op, i.variant);
  else if (op.base == "sub")
    i.run = choose<2, difference>(op, i.variant);
  else if (op.base == "mul")
    i.run = choose<2, product>(op, i.variant);
  else if (op.base == "div")
    i.run = choose<2, quotient>(op, i.variant);
  else if (op.base == "fma" || op.base == "mad")
    i.run = choose<3, fused>(op, i.variant), arity = 3;
  else if (op.base == "rcp")
    i.run = choose<1, reciprocal>(op, i.variant), arity = 1;
  else if (op.base == "sqrt")
    i.run = choose<1, root>(op, i.variant), arity = 1;
  else if (op.base == "neg")
    i.run = choose<1, negative>(op, FE_TONEAREST), arity = 1;
  else if (op.base == "abs")
    i.run = choose<1, absolute>(op, FE_TONEAREST), arity = 1;
  else if (op.base == "copysign")
    i.run = choose<2, copied_sign>(op, FE_TONEAREST);
  else if (op.base == "min")
    i.run = extreme_of<minimum<float, true>, minimum<float, false>>(op);
  else if (op.base == "max")
    i.run = extreme_of<maximum<float, true>, maximum<float, false>>(op);
  else
    d.fail("the f32 instruction is not known");
  i.a = d.source(1, scalar::f32);
  if (arity > 1) i.b = d.source(2, scalar::f32);
  if (arity > 2) i.c = d.source(3, scalar::f32);
  i.d = d.result(0, scalar::f32);
  if (d.operand_count() == 4 && arity == 2) {  // three-operand min and max
    instruction first = i;
    first.d = d.new_slot(4);
    const std::uint32_t c = d.source(3, scalar::f32);
    i.a = first.d;
    i.b = c;
    d.emit(first, instruction_class::f32, true);
  }
  d.emit(i, instruction_class::f32);
}

}  // namespace softcuda
