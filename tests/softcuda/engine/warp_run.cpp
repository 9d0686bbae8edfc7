// SPDX-License-Identifier: MIT
// The interpreter's loop. Of a warp's groups of lanes the one with the lowest program counter runs; groups that meet
// join. One that comes to an instruction that more lanes have to execute together waits for those until all others wait
// too: compilers place code of branches behind the place where they meet.
#include <algorithm>
#include <climits>

#include "schedule.hpp"

namespace softcuda {

std::string position_of(const machine& m, int lane) {
  const auto triple = [](const std::uint32_t x, const std::uint32_t y, const std::uint32_t z) {
    return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
  };
  const program& p = *m.program;
  std::string text = "kernel '" + p.info.name + "', line " +
                     std::to_string(p.code[static_cast<std::size_t>(m.pc)].line) + " (" +
                     p.text[static_cast<std::size_t>(m.pc)] + "), block " +
                     triple(m.block->index[0], m.block->index[1], m.block->index[2]);
  if (lane >= 0) {
    const std::uint32_t* shape = m.launch->what->block;
    const std::uint32_t t = m.warp->index * 32 + static_cast<std::uint32_t>(lane);
    text += ", thread " + triple(t % shape[0], t / shape[0] % shape[1], t / shape[0] / shape[1]);
  }
  return text;
}
void machine::fail(violation what, const std::string& sentence, int lane) const {
  throw failure{{what, position_of(*this, lane) + ": " + sentence}};
}

namespace {

// The next group to run leaves the list; false: all lanes have exited or wait. Where all that could run are patient, the
// lowest of them has waited in vain.
bool take_lowest(warp& w, std::int32_t& pc, std::uint32_t& mask, bool& is_in_vain) {
  int best = -1;
  const auto is_better = [&](std::size_t k) {
    if (best < 0) return true;
    const group &x = w.groups[k], &y = w.groups[static_cast<std::size_t>(best)];
    return x.is_patient != y.is_patient ? y.is_patient : x.pc < y.pc;
  };
  for (std::size_t k = 0; k < w.groups.size(); ++k)
    if (!w.groups[k].is_blocked && is_better(k)) best = static_cast<int>(k);
  if (best < 0) return false;
  pc = w.groups[static_cast<std::size_t>(best)].pc;
  is_in_vain = w.groups[static_cast<std::size_t>(best)].is_patient;
  mask = 0;
  std::erase_if(w.groups, [&](const group& g) {
    const bool joins = !g.is_blocked && g.pc == pc;
    if (joins) mask |= g.mask;
    return joins;
  });
  return true;
}
std::int32_t lowest_waiting(const warp& w) {
  std::int32_t lowest = INT_MAX;
  for (const group& g : w.groups)
    if (!g.is_blocked && !g.is_patient) lowest = std::min(lowest, g.pc);
  return lowest;
}
bool others_can_run(const warp& w) {
  return std::any_of(w.groups.begin(), w.groups.end(), [](const group& g) { return !g.is_blocked; });
}
// Whether lanes that have not come yet have to execute the instruction as well.
bool misses_lanes(machine& m, const instruction& i, std::uint32_t active) {
  if (i.flow == flow::barrier) return !i.is_wide && (m.warp->live & ~active) != 0;
  const std::uint32_t named = m.lanes<std::uint32_t>(i.e)[__builtin_ctz(active)];
  return (named & m.warp->live & ~active) != 0;
}

}  // namespace

outcome run_warp(machine& m, warp& w, std::uint64_t quantum) {
  m.warp = &w;
  m.registers = w.registers;
  const instruction* code = m.program->code.data();
  std::int32_t pc = 0;
  std::uint32_t mask = 0;
  bool is_in_vain = false;
  if (!take_lowest(w, pc, mask, is_in_vain)) return w.live == 0 ? outcome::finished : outcome::waits;
  std::int32_t other = lowest_waiting(w);
  std::uint64_t left = quantum;
  counters& counted = *m.counted;
  const auto count_stretch = [&](std::int32_t begin, std::int32_t end) {
    ++m.launch->visits[static_cast<std::size_t>(begin)];
    --m.launch->visits[static_cast<std::size_t>(end)];
    counted.warp_instructions += code[end].ordinal - code[begin].ordinal;
  };
  const auto switch_group = [&] {
    if (!take_lowest(w, pc, mask, is_in_vain)) return false;
    other = lowest_waiting(w);
    return true;
  };
  while (true) {
    if (pc >= other) {
      w.groups.push_back({pc, mask, false});
      switch_group();
    }
    if (left == 0) {
      w.groups.push_back({pc, mask, false});
      return outcome::pauses;
    }
    const instruction& i = code[pc];
    if (i.stretch != 0) {  // until something may change who runs
      const std::int32_t begin = pc;
      auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(i.stretch, left));
      if (other > pc) count = std::min(count, static_cast<std::uint32_t>(other - pc));
      left -= count;
      m.active = m.mask = mask;
      m.stretch = ++m.launch->stretches;
      try {
        for (const std::int32_t end = begin + static_cast<std::int32_t>(count); pc < end; ++pc) {
          m.pc = pc;
          code[pc].run(m, code[pc]);
        }
      } catch (...) {
        count_stretch(begin, pc + 1);
        throw;
      }
      count_stretch(begin, pc);
      continue;
    }
    --left;
    std::uint32_t active = mask;
    if (i.guard != nothing) {
      const std::uint32_t p = m.predicate(i.guard);
      active &= i.is_guard_negated ? ~p : p;
    }
    if ((i.flow == flow::together || i.flow == flow::barrier) && active != 0) {
      if (!is_in_vain && misses_lanes(m, i, active) && others_can_run(w)) {
        w.groups.push_back({pc, mask, false, true});
        switch_group();
        continue;
      }
      is_in_vain = false;
    }
    if (!i.is_helper) {
      ++counted.instructions[static_cast<std::size_t>(i.kind)];
      ++counted.warp_instructions;
    }
    if (i.flow == flow::plain) {
      if (active != 0) {
        m.active = active;
        m.mask = mask;
        m.pc = pc;
        i.run(m, i);
      }
      ++pc;
      continue;
    }
    m.active = active;
    m.mask = mask;
    m.pc = pc;
    switch (i.flow) {
      case flow::together:
        if (active != 0) i.run(m, i);
        ++pc;
        break;
      case flow::branch:
        if (active == mask) {
          pc = i.target;
        } else if (active == 0) {
          ++pc;
        } else {
          ++counted.divergent_branches;
          w.groups.push_back({pc + 1, mask & ~active, false});
          pc = i.target;
          mask = active;
          other = lowest_waiting(w);
        }
        break;
      case flow::exit:
        w.live &= ~active;
        m.block->live_threads -= static_cast<std::uint32_t>(__builtin_popcount(active));
        mask &= ~active;
        ++pc;
        if (mask == 0 && !switch_group()) return w.live == 0 ? outcome::finished : outcome::waits;
        break;
      case flow::barrier:
        if (active == 0) {
          ++pc;
          break;
        }
        ++counted.barriers;
        arrive(m, i);
        mask &= ~active;
        if (static_cast<barrier_kind>(i.variant) == barrier_kind::arrive) {
          mask |= active;
          ++pc;
          break;
        }
        if (mask != 0) w.groups.push_back({pc + 1, mask, false});
        if (!switch_group()) return outcome::waits;
        break;
      default:  // yield
        w.groups.push_back({pc + 1, mask, false});
        return outcome::pauses;
    }
  }
}

}  // namespace softcuda
