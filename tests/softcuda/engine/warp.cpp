// SPDX-License-Identifier: MIT
// shfl vote match redux bar.warp: what the lanes of a warp do together. The lanes that execute have to be those of the
// mask.
#include <bit>

#include "decode.hpp"
#include "lanes.hpp"
#include "launch_state.hpp"

namespace softcuda {
namespace {

using syntax::scalar;

void check_mask(machine& m, std::uint32_t slot) {
  if (slot == nothing) return;
  const aliasing<std::uint32_t>* named = m.lanes<std::uint32_t>(slot);
  const std::uint32_t active = m.active, live = m.warp->live;
  std::uint32_t differs = 0;
  for (unsigned l = 0; l < 32; ++l)
    differs |= ((named[l] & live) ^ active) & (0 - (active >> l & 1));  // equal: then the lane is named, for it is live
  if (differs == 0) return;
  each_lane(m.active, [&](unsigned l) {
    // lanes that have exited, or never existed in a partial warp, may be named
    if ((named[l] & m.warp->live) != m.active || (named[l] >> l & 1) == 0) {
      char text[128];
      std::snprintf(text, sizeof text, "names the lanes 0x%08x, but the lanes 0x%08x execute it together", named[l],
                    m.active);
      m.fail(violation::wrong_sync_mask, text, static_cast<int>(l));
    }
  });
}

enum : std::uint16_t { up, down, butterfly, index };

template <std::uint16_t How> void shfl(machine& m, const instruction& i) {
  check_mask(m, i.e);
  const aliasing<std::uint32_t>*a = m.lanes<std::uint32_t>(i.a), *b = m.lanes<std::uint32_t>(i.b),
        *c = m.lanes<std::uint32_t>(i.c);
  std::uint32_t r[32], from[32], valid = 0;
  for (unsigned l = 0; l < 32; ++l) {
    const std::uint32_t by = b[l] & 31, clamp = c[l] & 31, segments = c[l] >> 8 & 31, low = l & segments,
                        high = low | (clamp & ~segments);
    const std::uint32_t other = How == up          ? l - by
                                : How == down      ? l + by
                                : How == butterfly ? l ^ by
                                                   : low | (by & ~segments);
    const bool is_valid =
        How == up ? static_cast<std::int32_t>(other) >= static_cast<std::int32_t>(high) : other <= high;
    from[l] = (is_valid ? other : l) & 31;
    valid |= (is_valid ? 1u : 0u) << l;
  }
  for (unsigned l = 0; l < 32; ++l) r[l] = a[from[l]];
  if (m.active != 0xFFFFFFFFu && i.e != nothing)
    each_lane(m.active, [&](unsigned l) {
      if ((m.active >> from[l] & 1) == 0) r[l] = 0xFFFFFFFFu;  // undefined bits: nothing but poison
    });
  m.put(i.d, r);
  if (i.target >= 0) m.put_predicate(static_cast<std::uint32_t>(i.target), valid);
}

enum : std::uint16_t { all, any, uniform, ballot, negates = 8 };
void vote(machine& m, const instruction& i) {
  check_mask(m, i.e);
  const std::uint32_t p = (m.predicate(i.a) ^ ((i.variant & negates) != 0 ? 0xFFFFFFFFu : 0)) & m.active;
  if ((i.variant & 7) == ballot) {
    std::uint32_t r[32];
    for (std::uint32_t& x : r) x = p;
    m.put(i.d, r);
    return;
  }
  const bool is_all = p == m.active;
  const bool result = (i.variant & 7) == all ? is_all : (i.variant & 7) == any ? p != 0 : is_all || p == 0;
  m.put_predicate(i.d, result ? 0xFFFFFFFFu : 0);
}

template <class T, bool IsAll> void match(machine& m, const instruction& i) {
  check_mask(m, i.e);
  const aliasing<T>* a = m.lanes<T>(i.a);
  std::uint32_t r[32];
  bool is_same = true;
  each_lane(m.active, [&](unsigned l) {
    r[l] = bits_where([&](unsigned k) { return a[k] == a[l]; }) & m.active;
    is_same &= r[l] == m.active;
  });
  if (IsAll)
    for (std::uint32_t& x : r) x = is_same ? m.active : 0;
  m.put(i.d, r);
  if (i.target >= 0) m.put_predicate(static_cast<std::uint32_t>(i.target), is_same ? 0xFFFFFFFFu : 0);
}

enum : std::uint16_t { sum, least, greatest, conjunction, disjunction, difference };
template <class T> void redux(machine& m, const instruction& i) {
  check_mask(m, i.e);
  const aliasing<T>* a = m.lanes<T>(i.a);
  T value = a[std::countr_zero(m.active)];
  each_lane(m.active & (m.active - 1), [&](unsigned l) {
    switch (i.variant) {
      case sum:
        value = static_cast<T>(static_cast<std::uint32_t>(value) + static_cast<std::uint32_t>(a[l]));
        break;
      case least:
        value = a[l] < value ? a[l] : value;
        break;
      case greatest:
        value = a[l] > value ? a[l] : value;
        break;
      case conjunction:
        value = static_cast<T>(value & a[l]);
        break;
      case disjunction:
        value = static_cast<T>(value | a[l]);
        break;
      default:
        value = static_cast<T>(value ^ a[l]);
    }
  });
  T r[32];
  for (T& x : r) x = value;
  m.put(i.d, r);
}
void warp_barrier(machine& m, const instruction& i) {
  check_mask(m, i.e);
  ++m.warp->epoch;
  m.launch->begin_segment(*m.block, *m.warp);
}
void elect(machine& m, const instruction& i) {
  check_mask(m, i.e);
  const auto leader = static_cast<std::uint32_t>(std::countr_zero(m.active));
  std::uint32_t r[32];
  for (std::uint32_t& x : r) x = leader;
  m.put(i.d, r);
  if (i.target >= 0) m.put_predicate(static_cast<std::uint32_t>(i.target), 1u << leader);
}

}  // namespace

void decode_warp(decoder& d, const opcode& op) {
  instruction i;
  const bool is_sync = op.has("sync");
  std::size_t count = d.operand_count(), k = 1;
  const auto mask = [&] {
    if (is_sync) i.e = d.source(count - 1, scalar::b32);
  };
  if (op.base == "shfl") {
    i.run = op.has("up") ? shfl<up> : op.has("down") ? shfl<down> : op.has("bfly") ? shfl<butterfly> : shfl<index>;
    i.d = d.result(0, scalar::b32);
    if (count > (is_sync ? 5u : 4u)) i.target = static_cast<std::int32_t>(d.result(k++, scalar::pred));
    i.a = d.source(k, scalar::b32);
    i.b = d.source(k + 1, scalar::b32);
    i.c = d.source(k + 2, scalar::b32);
    mask();
  } else if (op.base == "vote") {
    i.run = vote;
    i.variant = op.has("all") ? all : op.has("any") ? any : op.has("uni") ? uniform : ballot;
    i.d = d.result(0, i.variant == ballot ? scalar::b32 : scalar::pred);
    i.a = d.source(1, scalar::pred);
    if (d.operand(1).is_negated) i.variant = static_cast<std::uint16_t>(i.variant | negates);
    mask();
  } else if (op.base == "match") {
    const scalar t = op.type();
    if (container(t) == 8)
      i.run = op.has("all") ? match<std::uint64_t, true> : match<std::uint64_t, false>;
    else
      i.run = op.has("all") ? match<std::uint32_t, true> : match<std::uint32_t, false>;
    i.d = d.result(0, scalar::b32);
    if (count > 3) i.target = static_cast<std::int32_t>(d.result(k++, scalar::pred));
    i.a = d.source(k, t);
    mask();
  } else if (op.base == "redux") {
    const scalar t = op.type();
    i.run = t == scalar::s32 ? redux<std::int32_t> : redux<std::uint32_t>;
    i.variant = op.has("add")   ? sum
                : op.has("min") ? least
                : op.has("max") ? greatest
                : op.has("and") ? conjunction
                : op.has("or")  ? disjunction
                                : difference;
    if (t == scalar::f32) d.fail("redux of f32 is not supported");
    i.d = d.result(0, t);
    i.a = d.source(1, t);
    mask();
  } else if (op.base == "elect") {
    i.run = elect;
    i.d = d.result(0, scalar::b32);
    if (count > 2) i.target = static_cast<std::int32_t>(d.result(1, scalar::pred));
    mask();
  } else {  // bar.warp.sync
    i.run = warp_barrier;
    i.e = d.source(count - 1, scalar::b32);
  }
  if (i.e != nothing) i.flow = flow::together;
  d.emit(i, instruction_class::warp);
}

}  // namespace softcuda
