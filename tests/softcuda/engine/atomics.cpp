// SPDX-License-Identifier: MIT
// atom and red: lanes one after the other, in lane order.
#include <algorithm>

#include "access.hpp"
#include "decode.hpp"
#include "numbers.hpp"

namespace softcuda {
namespace {

using syntax::scalar;
using syntax::space;

enum class what : std::uint16_t { add, min, max, inc, dec, cas, exch, conjunction, disjunction, difference };

template <class T> struct number {
  using lane = T;
  using value = T;
  static T get(T x) { return x; }
  static T put(T x) { return x; }
};
struct half {
  using lane = std::uint16_t;
  using value = double;
  static double get(lane x) { return half_value(x); }
  static lane put(double x) { return to_half(x); }
};
struct bfloat {
  using lane = std::uint16_t;
  using value = double;
  static double get(lane x) { return bfloat_value(x); }
  static lane put(double x) { return to_bfloat(x); }
};
template <class F> struct pair_of {
  using lane = std::uint32_t;
  using value = std::uint32_t;
  static lane get(lane x) { return x; }
  static lane put(lane x) { return x; }
  static std::uint16_t sum(std::uint32_t a, std::uint32_t b) {
    return F::put(fma_to_odd(F::get(static_cast<std::uint16_t>(a)), 1, F::get(static_cast<std::uint16_t>(b))));
  }
};
template <class F> constexpr bool is_pair = false;
template <class F> constexpr bool is_pair<pair_of<F>> = true;

template <class F, what W>
typename F::lane changed(typename F::lane old, typename F::lane operand, typename F::lane other) {
  using V = typename F::value;
  using L = typename F::lane;
  if constexpr (W == what::exch)
    return operand;
  else if constexpr (W == what::cas)
    return old == operand ? other : old;
  else if constexpr (W == what::conjunction)
    return static_cast<L>(old & operand);
  else if constexpr (W == what::disjunction)
    return static_cast<L>(old | operand);
  else if constexpr (W == what::difference)
    return static_cast<L>(old ^ operand);
  else if constexpr (is_pair<F>)
    return F::sum(old, operand) | static_cast<std::uint32_t>(F::sum(old >> 16, operand >> 16)) << 16;
  else {
    const V a = F::get(old), b = F::get(operand);
    if constexpr (W == what::add) {
      if constexpr (std::is_integral_v<V>)
        return static_cast<L>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
      else if constexpr (sizeof(L) == 2)
        return F::put(fma_to_odd(a, 1, b));
      else
        return F::put(a + b);
    } else if constexpr (W == what::min) {
      if constexpr (std::is_integral_v<V>)
        return std::min(a, b);
      else
        return F::put(minimum<V, false>(a, b));
    } else if constexpr (W == what::max) {
      if constexpr (std::is_integral_v<V>)
        return std::max(a, b);
      else
        return F::put(maximum<V, false>(a, b));
    } else if constexpr (W == what::inc)
      return static_cast<L>(a >= b ? V(0) : a + 1);
    else
      return static_cast<L>(a == 0 || a > b ? b : a - 1);
  }
}

// The bytes of each active lane; the request is checked and counted as one.
void places(machine& m, const instruction& i, unsigned char* (&to)[32]) {
  std::uint64_t address[32];
  addresses_of(m, i, address);
  const auto where = static_cast<space>(i.variant);
  std::uint32_t shared = 0;
  each_lane(m.active, [&](unsigned l) {
    if (where == space::shared || (where == space::none && (address[l] & window_mask) == shared_window)) {
      shared |= 1u << l;
      address[l] &= ~window_mask;
    } else
      address[l] -= m.launch->global->all.base;
  });
  for (const bool is_shared : {true, false}) {
    request q;
    std::memcpy(q.offset, address, sizeof q.offset);
    q.mask = m.active & (is_shared ? shared : ~shared);
    if (q.mask == 0) continue;
    q.bytes = static_cast<std::uint32_t>(i.width) * i.lanes;
    q.how = use::atomic;
    region& r = is_shared ? m.block->shared : m.launch->global->all;
    const std::uint32_t kept = m.warp->segment;
    m.warp->segment = m.launch->segment_of_atomics(*m.block, *m.warp);
    check(m, i, r, q);
    m.warp->segment = kept;
    each_lane(q.mask, [&](unsigned l) { to[l] = r.bytes + address[l]; });
  }
  ++m.counted->atomics;
}

template <class F, what W> void atomic(machine& m, const instruction& i) {
  using L = typename F::lane;
  unsigned char* at[32];
  places(m, i, at);
  bool is_changed = false;
  for (unsigned v = 0; v < i.lanes; ++v) {
    const bool is_vector = i.lanes > 1;
    const aliasing<L>* b = m.lanes<L>(is_vector ? m.program->lists[i.list + i.lanes + v] : i.b);
    const aliasing<L>* c = i.c == nothing ? b : m.lanes<L>(i.c);
    const std::uint32_t d = is_vector ? m.program->lists[i.list + v] : i.d;
    L before[32];
    each_lane(m.active, [&](unsigned l) {
      unsigned char* place = at[l] + v * sizeof(L);
      std::memcpy(&before[l], place, sizeof(L));
      const L after = changed<F, W>(before[l], b[l], c[l]);
      is_changed |= std::memcmp(&after, &before[l], sizeof(L)) != 0;
      std::memcpy(place, &after, sizeof(L));
    });
    if (d != nothing) m.put(d, before);
  }
  if (is_changed) note_progress(m);
  m.launch->release_and_acquire(*m.block);
}

template <class F> handler integers(const opcode& op) {
  if (op.has("add")) return atomic<F, what::add>;
  if (op.has("min")) return atomic<F, what::min>;
  if (op.has("max")) return atomic<F, what::max>;
  if (op.has("inc")) return atomic<F, what::inc>;
  if (op.has("dec")) return atomic<F, what::dec>;
  if (op.has("cas")) return atomic<F, what::cas>;
  if (op.has("exch")) return atomic<F, what::exch>;
  if (op.has("and")) return atomic<F, what::conjunction>;
  if (op.has("or")) return atomic<F, what::disjunction>;
  if (op.has("xor")) return atomic<F, what::difference>;
  return nullptr;
}
template <class F> handler reals(const opcode& op) {
  if (op.has("add")) return atomic<F, what::add>;
  if (op.has("exch")) return atomic<F, what::exch>;
  if constexpr (!is_pair<F>) {
    if (op.has("min")) return atomic<F, what::min>;
    if (op.has("max")) return atomic<F, what::max>;
  }
  return nullptr;
}

}  // namespace

void fence_of(machine&, const instruction&);

void decode_atomic(decoder& d, const opcode& op) {
  const scalar t = op.type();
  const bool is_red = op.base == "red";
  const std::size_t first = is_red ? 0 : 1;
  instruction i;
  i.variant = static_cast<std::uint16_t>(d.address(i, d.operand(first), op));
  switch (t) {
    case scalar::b16:
    case scalar::u16:
      i.run = integers<number<std::uint16_t>>(op);
      break;
    case scalar::b32:
    case scalar::u32:
      i.run = integers<number<std::uint32_t>>(op);
      break;
    case scalar::s32:
      i.run = integers<number<std::int32_t>>(op);
      break;
    case scalar::b64:
    case scalar::u64:
      i.run = integers<number<std::uint64_t>>(op);
      break;
    case scalar::s64:
      i.run = integers<number<std::int64_t>>(op);
      break;
    case scalar::f32:
      i.run = reals<number<float>>(op);
      break;
    case scalar::f64:
      i.run = reals<number<double>>(op);
      break;
    case scalar::f16:
      i.run = reals<half>(op);
      break;
    case scalar::bf16:
      i.run = reals<bfloat>(op);
      break;
    case scalar::f16x2:
      i.run = reals<pair_of<half>>(op);
      break;
    case scalar::bf16x2:
      i.run = reals<pair_of<bfloat>>(op);
      break;
    default:
      break;
  }
  if (i.run == nullptr) d.fail("the atomic is not known");
  i.width = static_cast<std::uint8_t>(syntax::bytes_of(t));
  i.lanes = op.has("v2") ? 2 : op.has("v4") ? 4 : op.has("v8") ? 8 : 1;
  const bool releases = op.has("release") || op.has("acq_rel");
  if (releases) {
    instruction fence;
    fence.run = fence_of;
    d.emit(fence, instruction_class::barrier, true);
  }
  if (i.lanes > 1) {
    std::vector<std::uint32_t> slots;
    for (unsigned k = 0; k < i.lanes; ++k) slots.push_back(is_red ? nothing : d.result(d.operand(0).parts.at(k), t));
    for (unsigned k = 0; k < i.lanes; ++k) slots.push_back(d.source(d.operand(first + 1).parts.at(k), t));
    i.list = d.list(slots);
  } else {
    i.b = d.source(first + 1, t);
    if (op.has("cas")) i.c = d.source(first + 2, t);
    if (!is_red) i.d = d.result(0, t);
  }
  d.emit(i, instruction_class::atomic);
}

}  // namespace softcuda
