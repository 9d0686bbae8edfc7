// SPDX-License-Identifier: MIT
// Who touched these bytes before in this launch, and does a barrier, a warp barrier or a release and an acquire lie
// between?
#include "launch_state.hpp"

namespace softcuda {

void launch_state::begin_segment(block& b, warp& w) {
  if (first_segment + segments.size() >= (1u << 25) - 2) {  // tokens have run out: this launch goes on unwatched
    watches = false;
    return;
  }
  w.segment = first_segment + static_cast<std::uint32_t>(segments.size());
  segments.push_back({b.linear, w.index, b.epoch, w.epoch, releases[b.linear].phase});
}

// An epoch begins with a segment of no warp, for granules that are split in it; whatever has an older one is history.
void launch_state::begin_epoch(block& b) {
  const std::uint32_t segment = first_segment + static_cast<std::uint32_t>(segments.size());
  if (segment >= (1u << 25) - 2) return;
  b.epoch_token = b.shared.split_token = token_of(segment, 0);
  segments.push_back({b.linear, 0xFFFFFFFFu, b.epoch, 0, 0});
}

bool launch_state::is_ordered(std::uint32_t token, std::uint32_t segment, unsigned lane) const {
  const segment_info& o = segments[segment_of(token) - first_segment];
  const segment_info& n = segments[segment - first_segment];
  if (o.block == n.block) {
    if (o.epoch < n.epoch) return true;
    if (o.warp == n.warp && ((token & token_lane) == lane || o.warp_epoch < n.warp_epoch)) return true;
  }
  const release_log& from = releases[o.block];
  return o.phase < from.released_at.size() && from.released_at[o.phase] <= releases[n.block].acquired;
}

std::uint32_t launch_state::segment_of_atomics(block& b, warp& w) {
  if (!watches || releases[b.linear].phase == 0) return w.segment;
  if (w.atomic_segment_of != w.segment) {
    const std::uint32_t kept = w.segment;
    begin_segment(b, w);
    if (w.segment != kept) --segments.back().phase;
    w.atomic_segment = w.segment;
    w.segment = w.atomic_segment_of = kept;
  }
  return w.atomic_segment;
}

void launch_state::fence(block& b, warp& w) {
  ++releases[b.linear].phase;
  begin_segment(b, w);
  for (warp& other : b.warps)  // the phase belongs to the block
    if (&other != &w && other.live != 0) begin_segment(b, other);
}
void launch_state::release_and_acquire(block& b) {
  release_log& log = releases[b.linear];
  ++clock;
  while (log.released_at.size() < log.phase) log.released_at.push_back(clock);
  log.acquired = clock;
}

namespace {

struct cell {
  std::uint32_t &writer, &reader;
  std::uint16_t &writer_at, &reader_at;
};

std::string described(const machine& m, std::uint32_t token, std::uint16_t at) {
  const launch_state& s = *m.launch;
  const segment_info& o = s.segments[segment_of(token) - s.first_segment];
  const std::uint32_t* grid = s.what->grid;
  const std::uint32_t* shape = s.what->block;
  const std::uint32_t t = o.warp * 32 + (token & token_lane), plane = shape[0] * shape[1];
  const auto triple = [](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
  };
  return "line " + std::to_string(s.code->code[at].line) + " (" + s.code->text[at] + ") of block " +
         triple(o.block % grid[0], o.block / grid[0] % grid[1], o.block / grid[0] / grid[1]) + ", thread " +
         triple(t % shape[0], t / shape[0] % shape[1], t / plane);
}

[[noreturn]] void race(machine& m, const region& r, std::uint64_t offset, unsigned lane, use how, std::uint32_t token,
                       std::uint16_t at, bool was_write) {
  const char* mine = how == use::read ? "reads" : how == use::write ? "writes" : "changes atomically";
  char address[32];
  std::snprintf(address, sizeof address, "0x%llx",
                static_cast<unsigned long long>(r.is_shared ? offset : r.base + offset));
  m.fail(r.is_shared ? violation::shared_race : violation::global_race,
         std::string(mine) + (r.is_shared ? " shared" : " global") + " memory at " + address + ", which " +
             described(m, token, at) + (was_write ? " wrote" : " read or changed atomically") +
             " without a synchronisation between",
         static_cast<int>(lane));
}

void note_cell(machine& m, region& r, const cell& c, std::uint64_t offset, std::uint32_t bytes, unsigned lane, use how,
               bool is_read_only) {
  launch_state& s = *m.launch;
  const std::uint32_t mine = token_of(m.warp->segment, lane);
  const auto here = static_cast<std::uint16_t>(m.pc);
  const bool has_writer = c.writer >= r.first_token, has_reader = c.reader >= r.first_token;
  if (has_writer) {
    if (is_read_only)
      m.fail(violation::read_only_written,
             "reads by ld.global.nc bytes that " + described(m, c.writer, c.writer_at) + " wrote in the same launch",
             static_cast<int>(lane));
    if (s.chosen.checks_races && !s.is_ordered(c.writer, m.warp->segment, lane))
      race(m, r, offset, lane, how, c.writer, c.writer_at, true);
  }
  if (how == use::write) {
    if (has_reader && (c.reader & token_read_only) != 0)
      m.fail(violation::read_only_written,
             "writes bytes that " + described(m, c.reader, c.reader_at) + " read by ld.global.nc in the same launch",
             static_cast<int>(lane));
    if (has_reader && s.chosen.checks_races && !s.is_ordered(c.reader, m.warp->segment, lane))
      race(m, r, offset, lane, how, c.reader, c.reader_at, false);
    if (!has_writer && !r.is_shared) m.counted->distinct_written_bytes += bytes;
    c.writer = mine;
    c.writer_at = here;
  } else {
    if (!has_reader && !r.is_shared) m.counted->distinct_read_bytes += bytes;
    if (!has_reader || s.is_ordered(c.reader, m.warp->segment, lane)) {
      c.reader = mine | (is_read_only || (has_reader && (c.reader & token_read_only) != 0) ? token_read_only : 0);
      c.reader_at = here;
    } else {
      c.reader |= token_many | (is_read_only ? token_read_only : 0);
    }
  }
}

}  // namespace

void open_line(region& r, std::uint64_t line) {
  line_mark& mark = r.lines[line];
  const std::uint64_t g = line * 32;
  if (mark.stamp == r.first_token) {
    const auto spread = [&](std::uint32_t token, std::uint16_t at, std::uint32_t* tokens, std::uint16_t* places) {
      const std::uint32_t shift = token & 7, first = token & ~7u;
      for (std::uint32_t k = 0; k < 32; ++k) {
        tokens[g + k] = token == 0 ? 0 : first + (k >> shift);
        places[g + k] = at;
      }
    };
    spread(mark.writer, mark.writer_at, r.writers, r.writer_at);
    spread(mark.reader, mark.reader_at, r.readers, r.reader_at);
  }
  mark.stamp = r.first_token | 1;
}

bool settles(region& r, std::uint64_t row, std::uint32_t first) {
  if ((row + 1) * row_bytes > r.size) return false;
  constexpr unsigned n = row_bytes / 4;
  const std::uint32_t *writers = r.writers + row * n, *readers = r.readers + row * n;
  const std::uint8_t* shade = r.shade + row * n;
  std::uint32_t differs = 0;
  for (unsigned k = 0; k < n; ++k)
    differs |= (writers[k] >= first ? 1u : 0u) | (readers[k] < first ? 1u : 0u) | (~readers[k] & token_many) |
               (shade[k] ^ 0xFFu);
  if (differs == 0) r.settled[row] = first;
  return differs == 0;
}

void split(region& r, std::uint64_t g) {
  if (r.writers[g] == r.split_token) return;
  for (std::uint64_t k = g * 4; k < g * 4 + 4; ++k) {
    r.byte_writers[k] = r.writers[g];
    r.byte_readers[k] = r.readers[g];
  }
  r.writers[g] = r.readers[g] = r.split_token;
}

void note(machine& m, region& r, std::uint64_t offset, std::uint32_t bytes, unsigned lane, use how, bool is_read_only) {
  open_lines(r, offset, bytes);
  unsettle(r, offset, bytes);
  if (bytes >= 4) {
    for (std::uint64_t g = offset / 4; g < (offset + bytes) / 4; ++g) {
      if (r.writers[g] == r.split_token) {  // join the bytes again, after looking at each
        for (std::uint64_t k = g * 4; k < g * 4 + 4; ++k)
          note_cell(m, r, {r.byte_writers[k], r.byte_readers[k], r.writer_at[g], r.reader_at[g]}, k, 1, lane, how,
                    is_read_only);
        if (how == use::write) {
          r.writers[g] = r.byte_writers[g * 4];
          r.readers[g] = 0;
        }
        continue;
      }
      note_cell(m, r, {r.writers[g], r.readers[g], r.writer_at[g], r.reader_at[g]}, g * 4, 4, lane, how, is_read_only);
    }
  } else {
    const std::uint64_t g = offset / 4;
    split(r, g);
    for (std::uint64_t k = offset; k < offset + bytes; ++k)
      note_cell(m, r, {r.byte_writers[k], r.byte_readers[k], r.writer_at[g], r.reader_at[g]}, k, 1, lane, how,
                is_read_only);
  }
}

}  // namespace softcuda
