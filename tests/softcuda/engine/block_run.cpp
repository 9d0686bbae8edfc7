// SPDX-License-Identifier: MIT
// Starts blocks and runs their warps in turn.
#include <algorithm>
#include <numeric>
#include <utility>

#include "schedule.hpp"

namespace softcuda {
namespace {

void spread(unsigned char* registers, std::uint32_t slot, int width, std::uint64_t value) {
  if (width == 0)
    std::memcpy(registers + slot, &value, 4);
  else if (width == 4)
    for (int l = 0; l < 32; ++l) std::memcpy(registers + slot + l * 4, &value, 4);
  else
    for (int l = 0; l < 32; ++l) std::memcpy(registers + slot + l * width, &value, static_cast<std::size_t>(width));
}

void put_special(const launch_state& s, const block& b, const warp& w, const special_use& u) {
  const std::uint32_t* grid = s.what->grid;
  const std::uint32_t* shape = s.what->block;
  if (u.which >= special::ctaid_x && u.which <= special::ctaid_z)
    return spread(w.registers, u.slot, u.width,
                  b.index[static_cast<int>(u.which) - static_cast<int>(special::ctaid_x)]);
  for (std::uint32_t l = 0; l < 32; ++l) {
    const std::uint32_t t = w.index * 32 + l;
    std::uint64_t v = 0;
    switch (u.which) {
      case special::tid_x:
        v = t % shape[0];
        break;
      case special::tid_y:
        v = t / shape[0] % shape[1];
        break;
      case special::tid_z:
        v = t / shape[0] / shape[1];
        break;
      case special::ntid_x:
        v = shape[0];
        break;
      case special::ntid_y:
        v = shape[1];
        break;
      case special::ntid_z:
        v = shape[2];
        break;
      case special::ctaid_x:
        v = b.index[0];
        break;
      case special::ctaid_y:
        v = b.index[1];
        break;
      case special::ctaid_z:
        v = b.index[2];
        break;
      case special::nctaid_x:
        v = grid[0];
        break;
      case special::nctaid_y:
        v = grid[1];
        break;
      case special::nctaid_z:
        v = grid[2];
        break;
      case special::laneid:
        v = l;
        break;
      case special::warpid:
        v = w.index;
        break;
      case special::nwarpid:
        v = b.warps.size();
        break;
      case special::smid:
        v = b.linear % std::max(s.chosen.multiprocessors, 1u);
        break;
      case special::nsmid:
        v = s.chosen.multiprocessors;
        break;
      case special::lanemask_eq:
        v = 1u << l;
        break;
      case special::lanemask_lt:
        v = (1u << l) - 1;
        break;
      case special::lanemask_le:
        v = (2ull << l) - 1;
        break;
      case special::lanemask_gt:
        v = 0xFFFFFFFFull & ~((2ull << l) - 1);
        break;
      case special::lanemask_ge:
        v = 0xFFFFFFFFull & ~((1ull << l) - 1);
        break;
      case special::dynamic_smem_size:
        v = s.what->dynamic_shared_bytes;
        break;
      case special::total_smem_size:
        v = s.what->dynamic_shared_bytes + s.code->shared_bytes;
        break;
      default:
        break;
    }
    std::memcpy(w.registers + u.slot + l * static_cast<std::uint32_t>(u.width), &v, static_cast<std::size_t>(u.width));
  }
}

void lay_shared(block& b, std::uint64_t bytes, const launch_state& s) {
  region& r = b.shared;
  const std::uint64_t granules = (bytes + 3) / 4;
  const std::uint64_t need = granules * (4 + 1 + 4 + 4 + 2 + 2 + 16 + 16) + (bytes / row_bytes + 1) * 4 + 64 * 9;
  if (b.shared_storage.size() != need) b.shared_storage.assign(need, 0);
  unsigned char* at = b.shared_storage.data();
  const auto part = [&](std::uint64_t size) {
    at += (64 - reinterpret_cast<std::uintptr_t>(at) % 64) % 64;
    return std::exchange(at, at + size);
  };
  r.bytes = part(granules * 4);
  r.writers = reinterpret_cast<std::uint32_t*>(part(granules * 4));
  r.readers = reinterpret_cast<std::uint32_t*>(part(granules * 4));
  r.byte_writers = reinterpret_cast<std::uint32_t*>(part(granules * 16));
  r.byte_readers = reinterpret_cast<std::uint32_t*>(part(granules * 16));
  r.writer_at = reinterpret_cast<std::uint16_t*>(part(granules * 2));
  r.reader_at = reinterpret_cast<std::uint16_t*>(part(granules * 2));
  r.shade = part(granules);
  r.settled = reinterpret_cast<std::uint32_t*>(part((bytes / row_bytes + 1) * 4));
  r.size = bytes;
  r.is_shared = true;
  if (!s.chosen.checks_races) r.writers = nullptr;
  std::memset(r.bytes, 0xFF, granules * 4);
  std::memset(r.shade, 0xF0, granules);
  if (bytes % 4 != 0) r.shade[granules - 1] = static_cast<std::uint8_t>(((1u << bytes % 4) - 1) << 4);
}

}  // namespace

void start_block(launch_state& s, block& b, std::uint32_t linear) {
  const program& p = *s.code;
  const std::uint32_t* grid = s.what->grid;
  const std::uint32_t* shape = s.what->block;
  b.linear = linear;
  b.index[0] = linear % grid[0];
  b.index[1] = linear / grid[0] % grid[1];
  b.index[2] = linear / grid[0] / grid[1];
  const std::uint32_t threads = shape[0] * shape[1] * shape[2];
  b.live_threads = threads;
  b.epoch = 0;
  b.barriers.resize(16);
  for (barrier_state& barrier : b.barriers)
    if (barrier.arrived != 0) barrier = {};
  const bool is_new = b.warps.empty();
  b.warps.resize((threads + 31) / 32);
  s.begin_epoch(b);
  b.shared.first_token = b.epoch_token;
  lay_shared(b, std::uint64_t{p.shared_bytes} + s.what->dynamic_shared_bytes, s);
  for (std::uint32_t k = 0; k < b.warps.size(); ++k) {
    warp& w = b.warps[k];
    w.index = k;
    w.epoch = w.copy_group = 0;
    w.pending.clear();
    if (is_new) {
      w.storage.assign(p.register_bytes + 64, 0);
      w.registers = w.storage.data() + (64 - reinterpret_cast<std::uintptr_t>(w.storage.data()) % 64) % 64;
      w.local.assign(std::size_t{p.local_bytes} * 32, 0xFF);
      for (const constant& c : p.constants) spread(w.registers, c.slot, c.width, c.value);
    }
    if (p.local_bytes != 0) w.local_written.assign(std::size_t{p.local_bytes} * 32, 0);
    for (const special_use& u : p.specials)
      if (is_new || (u.which >= special::ctaid_x && u.which <= special::ctaid_z) || u.which == special::smid)
        put_special(s, b, w, u);
    const std::uint32_t rest = threads - k * 32;
    w.live = rest >= 32 ? 0xFFFFFFFFu : (1u << rest) - 1;
    w.groups.clear();
    w.groups.push_back({0, w.live, false});
    s.begin_segment(b, w);
  }
}

outcome run_block(launch_state& s, block& b, std::uint64_t quantum) {
  machine m;
  m.block = &b;
  m.launch = &s;
  m.program = s.code;
  m.counted = s.counted;
  const std::uint64_t begin = s.counted->warp_instructions;
  std::vector<std::uint32_t> order(b.warps.size());
  std::iota(order.begin(), order.end(), 0u);
  while (true) {
    bool has_run = false, slept = false;
    if (s.chosen.shuffles)
      for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[s.next_random() % k]);
    for (const std::uint32_t k : order) {
      warp& w = b.warps[k];
      if (w.live == 0) continue;
      const std::uint64_t slice = s.chosen.shuffles ? 1 + s.next_random() % 256 : 100000;
      const std::uint64_t before = s.counted->warp_instructions;
      const outcome o = run_warp(m, w, slice);
      has_run |= o != outcome::waits || s.counted->warp_instructions != before;
      slept |= o == outcome::pauses && s.counted->warp_instructions - before < slice;
    }
    const bool has_opened = open_barriers(s, b);
    if (b.live_threads == 0) return outcome::finished;
    if (!has_run && !has_opened) {
      throw failure{{violation::deadlock, "kernel '" + s.code->info.name + "', block (" + std::to_string(b.index[0]) +
                                              "," + std::to_string(b.index[1]) + "," + std::to_string(b.index[2]) +
                                              "): no thread can go on: " + positions_of(s, b)}};
    }
    if (slept || s.counted->warp_instructions - begin >= quantum) return outcome::pauses;
  }
}

}  // namespace softcuda
