// SPDX-License-Identifier: MIT
// f16, bf16 and their pairs: computed in double, which is wide enough for one rounding (fma: rounded to odd first).
#include "decode.hpp"
#include "lanes.hpp"
#include "launch_state.hpp"
#include "numbers.hpp"

namespace softcuda {
namespace {

using syntax::scalar;

struct half {
  static float get(std::uint16_t x) { return half_value(x); }
  static std::uint16_t put(double x, tie mode) { return to_half(x, mode); }
  static constexpr std::uint32_t smallest = 0x0400;
};
struct bfloat {
  static float get(std::uint16_t x) { return bfloat_value(x); }
  static std::uint16_t put(double x, tie mode) { return to_bfloat(x, mode); }
  static constexpr std::uint32_t smallest = 0x0080;
};

enum class what : std::uint16_t { add, sub, mul, fma, min, max, neg, abs, tanh, ex2 };
enum : std::uint16_t { ftz = 16, sat = 32, nan_wins = 64, relu = 128, xorsign = 256 };

template <class F> std::uint16_t flush_bits(std::uint16_t x) {
  return (x & 0x7FFFu) < F::smallest ? static_cast<std::uint16_t>(x & 0x8000u) : x;
}

template <class F, what W>
std::uint16_t computed(std::uint16_t a, std::uint16_t b, std::uint16_t c, std::uint16_t v, tie mode = tie::even) {
  if ((v & ftz) != 0) a = flush_bits<F>(a), b = flush_bits<F>(b), c = flush_bits<F>(c);
  if constexpr (W == what::neg) return static_cast<std::uint16_t>(a ^ 0x8000u);
  if constexpr (W == what::abs) return static_cast<std::uint16_t>(a & 0x7FFFu);
  const auto sign = static_cast<std::uint16_t>((a ^ b) & 0x8000u);
  if ((v & xorsign) != 0) a &= 0x7FFFu, b &= 0x7FFFu;
  const double x = F::get(a), y = F::get(b), z = F::get(c);
  double r = 0;
  if constexpr (W == what::add) r = fma_to_odd(x, 1, y);
  if constexpr (W == what::sub) r = fma_to_odd(x, 1, -y);
  if constexpr (W == what::mul) r = x * y;
  if constexpr (W == what::fma) r = fma_to_odd(x, y, z);
  if constexpr (W == what::min) r = (v & nan_wins) != 0 ? minimum<double, true>(x, y) : minimum<double, false>(x, y);
  if constexpr (W == what::max) r = (v & nan_wins) != 0 ? maximum<double, true>(x, y) : maximum<double, false>(x, y);
  if constexpr (W == what::tanh) r = std::tanh(x);
  if constexpr (W == what::ex2) r = std::exp2(x);
  if ((v & sat) != 0) r = saturated(r);
  if ((v & relu) != 0 && !(r > 0) && r == r) r = 0;
  std::uint16_t out = F::put(r, tie::even);
  if (mode != tie::even && std::isfinite(F::get(out))) out = F::put(r, mode);
  if ((v & xorsign) != 0) out |= sign;
  return (v & ftz) != 0 ? flush_bits<F>(out) : out;
}
// Under jitter an approximation is one of the two neighbours of the exact value.
template <what W> tie mode_of(machine& m) {
  if constexpr (W == what::tanh || W == what::ex2)
    if (m.launch->chosen.jitters) return (m.launch->next_random() & 1) != 0 ? tie::up : tie::down;
  return tie::even;
}
template <class F, what W> void one(machine& m, const instruction& i) {
  std::uint16_t r[32];
  const auto *a = m.lanes<std::uint16_t>(i.a), *b = m.lanes<std::uint16_t>(i.b), *c = m.lanes<std::uint16_t>(i.c);
  each_lane(m.active, [&](unsigned l) { r[l] = computed<F, W>(a[l], b[l], c[l], i.variant, mode_of<W>(m)); });
  m.put(i.d, r);
}
template <class F, what W> void pair(machine& m, const instruction& i) {
  std::uint32_t r[32];
  const auto *a = m.lanes<std::uint32_t>(i.a), *b = m.lanes<std::uint32_t>(i.b), *c = m.lanes<std::uint32_t>(i.c);
  const auto low = [](std::uint32_t x) { return static_cast<std::uint16_t>(x); };
  const auto high = [](std::uint32_t x) { return static_cast<std::uint16_t>(x >> 16); };
  each_lane(m.active, [&](unsigned l) {
    r[l] = computed<F, W>(low(a[l]), low(b[l]), low(c[l]), i.variant, mode_of<W>(m)) |
           static_cast<std::uint32_t>(computed<F, W>(high(a[l]), high(b[l]), high(c[l]), i.variant, mode_of<W>(m)))
               << 16;
  });
  m.put(i.d, r);
}
template <what W> handler choose(scalar t) {
  switch (t) {
    case scalar::f16:
      return one<half, W>;
    case scalar::bf16:
      return one<bfloat, W>;
    case scalar::f16x2:
      return pair<half, W>;
    default:
      return pair<bfloat, W>;
  }
}

}  // namespace

void decode_half(decoder& d, const opcode& op) {
  const scalar t = op.type();
  instruction i;
  std::size_t arity = 2;
  if (op.base == "add")
    i.run = choose<what::add>(t);
  else if (op.base == "sub")
    i.run = choose<what::sub>(t);
  else if (op.base == "mul")
    i.run = choose<what::mul>(t);
  else if (op.base == "fma")
    i.run = choose<what::fma>(t), arity = 3;
  else if (op.base == "min")
    i.run = choose<what::min>(t);
  else if (op.base == "max")
    i.run = choose<what::max>(t);
  else if (op.base == "neg")
    i.run = choose<what::neg>(t), arity = 1;
  else if (op.base == "abs")
    i.run = choose<what::abs>(t), arity = 1;
  else if (op.base == "tanh")
    i.run = choose<what::tanh>(t), arity = 1;
  else if (op.base == "ex2")
    i.run = choose<what::ex2>(t), arity = 1;
  else
    d.fail("the instruction of 16-bit floats is not known");
  i.variant = static_cast<std::uint16_t>((op.has("ftz") ? ftz : 0) | (op.has("sat") ? sat : 0) |
                                         (op.has("NaN") ? nan_wins : 0) | (op.has("relu") ? relu : 0) |
                                         (op.has("xorsign") ? xorsign : 0));
  i.a = d.source(1, t);
  i.b = arity > 1 ? d.source(2, t) : i.a;
  i.c = arity > 2 ? d.source(3, t) : i.a;
  i.d = d.result(0, t);
  d.emit(i, instruction_class::half);
}

}  // namespace softcuda
