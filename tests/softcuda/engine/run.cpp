// SPDX-License-Identifier: MIT
// Runs a launch: as many blocks at a time as fit on the multiprocessors; one after the other unless they wait for each
// other.
#include <algorithm>
#include <deque>
#include <numeric>

#include "module_state.hpp"
#include "schedule.hpp"

namespace softcuda {
namespace {

constexpr std::uint64_t patience = 100'000'000;  // warp instructions without a store, barrier or finished block

// What no device could hold.
std::string refusal(const launch& l, const program& p, std::uint64_t threads) {
  const std::uint64_t shared = std::uint64_t{p.shared_bytes} + l.dynamic_shared_bytes;
  if (threads == 0 || l.grid[0] == 0 || l.grid[1] == 0 || l.grid[2] == 0) return "an extent of the launch is 0";
  if (threads > 1024) return "a block of " + std::to_string(threads) + " threads exceeds 1024";
  if (p.info.max_threads != 0 && threads > p.info.max_threads)
    return "a block of " + std::to_string(threads) + " threads exceeds the .maxntid of " +
           std::to_string(p.info.max_threads);
  if (shared > 232448) return std::to_string(shared) + " bytes of shared memory exceed 232448";
  if (l.parameters.size() < p.info.parameter_bytes)
    return std::to_string(l.parameters.size()) + " bytes of parameters are fewer than the kernel's " +
           std::to_string(p.info.parameter_bytes);
  return {};
}

std::uint64_t resident_blocks(const options& o, std::uint64_t threads, std::uint64_t shared) {
  std::uint64_t each = std::min<std::uint64_t>(32, 2048 / ((threads + 31) / 32 * 32));
  if (shared != 0) each = std::min<std::uint64_t>(each, 233472 / (shared + 1024));
  return std::max<std::uint64_t>(1, each) * std::max(1u, o.multiprocessors);
}

void run_all(launch_state& s, std::uint64_t blocks, std::uint64_t resident, block_pool& pool) {
  std::vector<std::uint32_t> order(s.chosen.shuffles ? blocks : 0);
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[s.next_random() % k]);
  std::vector<std::unique_ptr<block>>& all = pool.blocks;
  std::vector<block*> idle;
  for (const std::unique_ptr<block>& b : all) idle.push_back(b.get());
  std::deque<block*> running;
  std::uint64_t started = 0, progress = s.progress, since = s.counted->warp_instructions;
  bool wants_more = true;
  while (started < blocks || !running.empty()) {
    while (started < blocks && running.size() < resident && (running.empty() || wants_more)) {
      if (idle.empty()) {
        all.push_back(std::make_unique<block>());
        idle.push_back(all.back().get());
      }
      block* b = idle.back();
      idle.pop_back();
      start_block(s, *b, s.chosen.shuffles ? order[started] : static_cast<std::uint32_t>(started));
      ++started;
      running.push_front(b);
      wants_more = s.chosen.shuffles && running.size() < 4;
    }
    const std::size_t pick = s.chosen.shuffles ? s.next_random() % running.size() : 0;
    std::swap(running[0], running[pick]);
    block* b = running.front();
    running.pop_front();
    const outcome o = run_block(s, *b, s.chosen.shuffles ? 1 + s.next_random() % 4096 : 1'000'000);
    if (o == outcome::finished) {
      ++s.progress;
      idle.push_back(b);
      wants_more = s.chosen.shuffles && running.size() < 4;
    } else {
      running.push_back(b);
      wants_more = true;  // it takes long or waits for another block: let one more in
    }
    if (s.progress != progress) {
      progress = s.progress;
      since = s.counted->warp_instructions;
    } else if (s.counted->warp_instructions - since > patience) {
      throw failure{{violation::deadlock, "kernel '" + s.code->info.name + "': " + std::to_string(running.size()) +
                                              " resident blocks ran " + std::to_string(patience) +
                                              " instructions without changing anything, " +
                                              std::to_string(blocks - started) +
                                              " blocks wait for a place: " + positions_of(s, *running.front())}};
    }
  }
}

}  // namespace

void launch_state::count_visits() {
  std::int64_t visits_here = 0;
  for (std::size_t k = 0; k < code->code.size(); ++k) {
    visits_here += visits[k];
    if (!code->code[k].is_helper)
      counted->instructions[static_cast<std::size_t>(code->code[k].kind)] += static_cast<std::uint64_t>(visits_here);
  }
}

report run(const launch& l, memory& where, const options& chosen, counters& counted) {
  const program& p = l.code->inside().programs[static_cast<std::size_t>(l.kernel)];
  const std::uint64_t threads = std::uint64_t{l.block[0]} * l.block[1] * l.block[2];
  if (std::string why = refusal(l, p, threads); !why.empty())
    return {violation::too_many_resources, "kernel '" + p.info.name + "': " + why};
  launch_state s;
  s.what = &l;
  s.code = &p;
  s.global = &where.inside();
  s.chosen = chosen;
  s.counted = &counted;
  s.watches = chosen.checks_races || chosen.counts;
  s.random = chosen.seed;
  if (s.global->next_segment > 1u << 24) s.global->forget_tokens();
  s.first_segment = s.global->next_segment;
  s.global->all.first_token = s.global->all.split_token = token_of(s.first_segment, 0);
  const std::uint64_t blocks = std::uint64_t{l.grid[0]} * l.grid[1] * l.grid[2];
  s.releases.resize(blocks);
  s.visits.assign(p.code.size() + 1, 0);
  s.segments = std::move(s.global->segments);
  s.segments.clear();
  s.segments.push_back({});  // of the split token
  const std::vector<std::uint32_t> shape = {
      l.grid[0],
      l.grid[1],
      l.grid[2],
      l.block[0],
      l.block[1],
      l.block[2],
      l.dynamic_shared_bytes,
      chosen.multiprocessors,
      s.global->generation,
      static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(s.global) >> 4)};
  std::shared_ptr<block_pool> pool = std::move(p.pool);
  if (pool == nullptr || pool->shape != shape) {
    pool = std::make_shared<block_pool>();
    pool->shape = shape;
    pool->patterns.resize(std::size_t{p.patterns} * pattern_sets);
  }
  s.patterns = pool->patterns.data();
  s.stretches = pool->stretches;
  report r;
  try {
    run_all(s, blocks, resident_blocks(chosen, threads, std::uint64_t{p.shared_bytes} + l.dynamic_shared_bytes), *pool);
  } catch (failure& f) {
    r = std::move(f.what);
  }
  s.count_visits();
  pool->stretches = s.stretches;
  s.global->next_segment = s.first_segment + static_cast<std::uint32_t>(s.segments.size()) + 1;
  s.global->segments = std::move(s.segments);
  if (pool->blocks.size() > 64) pool->blocks.resize(64);
  p.pool = std::move(pool);
  return r;
}

}  // namespace softcuda
