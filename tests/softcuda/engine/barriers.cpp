// SPDX-License-Identifier: MIT
// Barriers of a block count threads; one that nobody can complete is reported with the positions of all who wait.
#include <algorithm>

#include "schedule.hpp"

namespace softcuda {

void fence_of(machine& m, const instruction&) { m.launch->fence(*m.block, *m.warp); }

void arrive(machine& m, const instruction& i) {
  const unsigned lane = static_cast<unsigned>(__builtin_ctz(m.active));
  const std::uint32_t id = m.lanes<std::uint32_t>(i.a)[lane];
  if (id >= 16)
    m.fail(violation::divergent_barrier, "names barrier " + std::to_string(id) + ", but there are 16",
           static_cast<int>(lane));
  if (!i.is_wide && (m.warp->live & ~m.active) != 0) {
    char text[160];
    std::snprintf(text, sizeof text,
                  "only the lanes 0x%08x of the warp's 0x%08x reach the barrier, which all have to reach together",
                  m.active, m.warp->live);
    m.fail(violation::divergent_barrier, text, static_cast<int>(lane));
  }
  barrier_state& b = m.block->barriers[id];
  const std::uint32_t expected = i.b == nothing ? 0 : m.lanes<std::uint32_t>(i.b)[lane];
  if (b.arrived != 0 && b.expected != expected)
    m.fail(violation::divergent_barrier,
           "expects another number of threads at barrier " + std::to_string(id) + " than those who wait there",
           static_cast<int>(lane));
  b.expected = expected;
  b.arrived +=
      static_cast<std::uint32_t>(__builtin_popcount(i.is_wide ? m.active : (expected != 0 ? 0xFFFFFFFFu : m.active)));
  b.who.push_back({m.warp->index, m.active, m.pc});
  if (static_cast<barrier_kind>(i.variant) != barrier_kind::arrive)
    m.warp->groups.push_back({m.pc + 1, m.active, true});
}

namespace {

void open(launch_state& s, block& b, barrier_state& barrier) {
  std::vector<arrival> who = std::move(barrier.who);
  barrier = {};
  machine m;
  m.block = &b;
  m.launch = &s;
  m.program = s.code;
  m.counted = s.counted;
  std::uint32_t count = 0, threads = 0;
  for (const arrival& a : who) {
    const instruction& i = s.code->code[static_cast<std::size_t>(a.pc)];
    warp& w = b.warps[a.warp];
    m.registers = w.registers;
    if (a.pc != who[0].pc && &barrier == &b.barriers[0]) {
      m.pc = a.pc;
      m.warp = &w;
      m.active = a.mask;
      const instruction& first = s.code->code[static_cast<std::size_t>(who[0].pc)];
      m.fail(violation::divergent_barrier,
             "meets threads of the block that wait at line " + std::to_string(first.line) +
                 ", at another barrier instruction",
             __builtin_ctz(a.mask));
    }
    if (i.c == nothing) continue;
    const std::uint32_t p = m.predicate(i.c) ^ (i.is_signed ? 0xFFFFFFFFu : 0);
    count += static_cast<std::uint32_t>(__builtin_popcount(p & a.mask));
    threads += static_cast<std::uint32_t>(__builtin_popcount(a.mask));
  }
  for (const arrival& a : who) {
    const instruction& i = s.code->code[static_cast<std::size_t>(a.pc)];
    warp& w = b.warps[a.warp];
    m.registers = w.registers;
    m.active = a.mask;
    const auto kind = static_cast<barrier_kind>(i.variant);
    if (kind == barrier_kind::count) {
      std::uint32_t r[32];
      for (std::uint32_t& x : r) x = count;
      m.put(i.d, r);
    } else if (kind == barrier_kind::all || kind == barrier_kind::any) {
      m.put_predicate(i.d, (kind == barrier_kind::all ? count == threads : count != 0) ? 0xFFFFFFFFu : 0);
    }
    for (group& g : w.groups)
      if (g.is_blocked && g.pc == a.pc + 1 && (g.mask & a.mask) != 0) g.is_blocked = false;
  }
  who.clear();
  barrier.who = std::move(who);  // its memory serves again
  ++b.epoch;
  ++s.progress;
  s.begin_epoch(b);
  for (warp& w : b.warps)
    if (w.live != 0) s.begin_segment(b, w);
}

}  // namespace

bool open_barriers(launch_state& s, block& b) {
  bool some = false;
  for (barrier_state& barrier : b.barriers)
    if (barrier.arrived != 0 && barrier.arrived >= (barrier.expected != 0 ? barrier.expected : b.live_threads)) {
      open(s, b, barrier);
      some = true;
    }
  return some;
}

std::string positions_of(const launch_state& s, const block& b) {
  std::string text;
  int shown = 0;
  for (const warp& w : b.warps)
    for (const group& g : w.groups) {
      if (++shown > 8) return text + "; …";
      const std::int32_t pc = g.is_blocked ? g.pc - 1 : g.pc;
      char mask[16];
      std::snprintf(mask, sizeof mask, "0x%08x", g.mask);
      text += (text.empty() ? "" : "; ") + std::string("warp ") + std::to_string(w.index) + ", lanes " + mask +
              (g.is_blocked ? " wait at line " : " are at line ") +
              std::to_string(s.code->code[static_cast<std::size_t>(pc)].line) + " (" +
              s.code->text[static_cast<std::size_t>(pc)] + ")";
    }
  return text;
}

}  // namespace softcuda
