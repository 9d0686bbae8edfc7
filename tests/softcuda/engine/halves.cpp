// SPDX-License-Identifier: MIT
// Checks and counts the requests that nearly all are: those of full warps whose halves are runs of neighbours or share
// an address. Whole ranges of the shadow are looked at by loops of known length, which the compiler vectorises.
#include <algorithm>
#include <bit>

#include "launch_state.hpp"

namespace softcuda {
namespace {

struct marks {                      // passed in registers: a copy in memory would wait for what was just written there
  std::uint32_t first, mine, more;  // tokens before `first` are history; more: bits of a reader's token
  std::uint16_t here;
};

// N granules whose lanes are 1 << Shift granules wide each; false: a token of somebody else is there.
template <unsigned N, unsigned Shift> bool mark_reads(const region& r, std::uint64_t g, marks a, std::uint32_t& fresh) {
  const std::uint32_t first = a.first, mine = a.mine, more = a.more;
  const std::uint32_t* writers = r.writers + g;
  std::uint32_t* readers = r.readers + g;
  constexpr std::uint32_t doubt = 0x80000000u;
  std::uint32_t news = 0;  // doubt, or what would change: often nothing
  for (std::uint32_t k = 0; k < N; ++k) {
    const std::uint32_t own = mine + (k >> Shift), writer = writers[k], reader = readers[k];
    news |= (writer >= first && writer != own ? doubt : 0u) | (reader < first ? 1u : 0u) |
            ((more | ((reader & ~token_read_only) != own ? token_many : 0u)) & ~reader);
  }
  if (news == 0) return true;
  if ((news & doubt) != 0) return false;
  std::uint32_t count = 0;
  for (std::uint32_t k = 0; k < N; ++k) {
    const std::uint32_t own = mine + (k >> Shift), reader = readers[k];
    const std::uint32_t other = (reader & ~token_read_only) != own ? token_many : 0u;
    count += reader < first ? 1u : 0u;
    readers[k] = (reader < first ? own : reader | other) | more;
  }
  if (count != 0) {
    std::uint16_t* at = r.reader_at + g;
    for (std::uint32_t k = 0; k < N; ++k) at[k] = a.here;
  }
  fresh += count;
  return true;
}
template <unsigned N, unsigned Shift>
bool mark_writes(const region& r, std::uint64_t g, marks a, std::uint32_t& fresh) {
  const std::uint32_t first = a.first, mine = a.mine;
  std::uint32_t* writers = r.writers + g;
  const std::uint32_t* readers = r.readers + g;
  std::uint32_t doubt = 0, count = 0;
  for (std::uint32_t k = 0; k < N; ++k) {
    const std::uint32_t own = mine + (k >> Shift), writer = writers[k], reader = readers[k];
    doubt |= ((writer >= first ? 1u : 0u) & (writer != own ? 1u : 0u)) |
             ((reader >= first ? 1u : 0u) & (reader != own ? 1u : 0u));
    count += writer < first ? 1u : 0u;
  }
  if (doubt != 0) return false;
  std::uint16_t* at = r.writer_at + g;
  for (std::uint32_t k = 0; k < N; ++k) writers[k] = mine + (k >> Shift);
  for (std::uint32_t k = 0; k < N; ++k) at[k] = a.here;
  fresh += count;
  return true;
}

// The bits that N granules all have; N: a multiple of 8.
template <unsigned N> unsigned shade_of(const std::uint8_t* shade) {
  std::uint64_t all = ~std::uint64_t{0};
  for (unsigned k = 0; k < N; k += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, shade + k, 8);
    all &= eight;
  }
  all &= all >> 32;
  all &= all >> 16;
  return static_cast<unsigned>(all & all >> 8) & 0xFF;
}

// Lanes lanes of 4 << Shift bytes each, from granule g.
template <unsigned Lanes, unsigned Shift>
bool check_run(machine& m, region& r, std::uint64_t g, use how, marks a, bool is_watched) {
  constexpr unsigned n = Lanes << Shift;
  const unsigned all = shade_of<n>(r.shade + g), needed = how == use::write ? 0xF0 : 0xFF;
  if ((all & needed) != needed) return false;
  if (is_watched) {
    std::uint32_t fresh = 0;
    if (!(how == use::write ? mark_writes<n, Shift>(r, g, a, fresh) : mark_reads<n, Shift>(r, g, a, fresh)))
      return false;
    if (!r.is_shared)
      (how == use::read ? m.counted->distinct_read_bytes : m.counted->distinct_written_bytes) +=
          std::uint64_t{fresh} * 4;
  }
  if (how == use::write && all != 0xFF) std::memset(r.shade + g, 0xFF, n);
  return true;
}
// A full warp of 4 << Shift bytes a lane, from the start of a line. By lines alone, unless granules of one have tokens of
// their own, or need them.
enum class answer { fine, doubt, by_granules };
template <unsigned Shift> answer check_lines(machine& m, region& r, std::uint64_t line, use how, marks a) {
  constexpr unsigned n = 1u << Shift;
  const unsigned needed = how == use::write ? 0xF0 : 0xFF;
  std::uint8_t* whole = r.line_shade + line;
  unsigned all = 0xFF;
  for (unsigned k = 0; k < n; ++k) all &= whole[k];
  if ((all & needed) != needed) {
    all = shade_of<n * 32>(r.shade + line * 32);
    if ((all & needed) != needed) return answer::doubt;
    std::memset(whole, all == 0xFF ? 0xFF : 0xF0, n);
  }
  std::uint64_t fresh = 0;
  for (unsigned k = 0; k < n; ++k) {
    const line_mark& mark = r.lines[line + k];
    const std::uint32_t own = a.mine | (32 / n * k) | Shift;
    if (mark.stamp == (r.first_token | 1)) return answer::by_granules;
    if (mark.stamp != r.first_token) continue;
    if (mark.writer != 0 && mark.writer != own) return answer::doubt;
    if (how == use::write ? mark.reader != 0 && mark.reader != own
                          : segment_of(mark.reader) == segment_of(own) && (mark.reader & 7) != Shift)
      return how == use::write ? answer::doubt : answer::by_granules;
  }
  for (unsigned k = 0; k < n; ++k) {
    line_mark& mark = r.lines[line + k];
    const std::uint32_t own = a.mine | (32 / n * k) | Shift;
    if (mark.stamp != r.first_token) mark = {r.first_token, 0, 0, 0, 0};
    if (how == use::write) {
      fresh += mark.writer == 0 ? 1 : 0;
      mark.writer = own;
      mark.writer_at = a.here;
    } else if (mark.reader == 0) {
      ++fresh;
      mark.reader = own | a.more;
      mark.reader_at = a.here;
    } else {
      mark.reader |= a.more | ((mark.reader & ~token_read_only) != own ? token_many : 0);
    }
  }
  (how == use::read ? m.counted->distinct_read_bytes : m.counted->distinct_written_bytes) += fresh * line_bytes;
  if (how == use::write && all != 0xFF) {
    std::memset(r.shade + line * 32, 0xFF, n * 32);
    std::memset(whole, 0xFF, n);
  }
  return answer::fine;
}
// Many lanes read the same 1 << Shift granules.
template <unsigned Shift> bool check_one(machine& m, region& r, std::uint64_t g, marks a, bool is_watched) {
  constexpr unsigned n = 1u << Shift;
  std::uint8_t all = 0xFF;
  for (unsigned k = 0; k < n; ++k) all &= r.shade[g + k];
  if (all != 0xFF) return false;
  if (!is_watched) return true;
  const std::uint32_t first = a.first, mine = a.mine, more = a.more;
  const std::uint32_t* writers = r.writers + g;
  std::uint32_t *readers = r.readers + g, doubt = 0, count = 0;
  for (unsigned k = 0; k < n; ++k)  // a writer among us has read what it wrote; the others make it a race
    doubt |= writers[k] >= first ? 1u : 0u;
  if (doubt != 0) return false;
  std::uint16_t* at = r.reader_at + g;
  for (unsigned k = 0; k < n; ++k) {
    const std::uint32_t reader = readers[k];
    const bool is_fresh = reader < first;
    count += is_fresh ? 1u : 0u;
    readers[k] = (is_fresh ? mine : reader) | more;
    at[k] = is_fresh ? a.here : at[k];
  }
  if (!r.is_shared) m.counted->distinct_read_bytes += std::uint64_t{count} * 4;
  return true;
}

template <unsigned Shift>
bool check_shape(machine& m, region& r, const halves& h, use how, bool is_read_only, bool is_watched) {
  const std::uint32_t first = r.is_shared ? m.block->epoch_token : r.first_token, mine = token_of(m.warp->segment, 0),
                      read_only = is_read_only ? token_read_only : 0;
  const auto here = static_cast<std::uint16_t>(m.pc);
  const auto is_quiet = [&](std::uint64_t offset, std::uint64_t extent) {
    return r.settled != nullptr && is_watched && how == use::read && is_settled(r, offset, extent, first);
  };
  if (h.is_whole_run()) {
    if (is_quiet(h.start[0], 128u << Shift)) return true;
    if (is_watched && r.lines != nullptr) {
      if (h.start[0] % line_bytes == 0)
        switch (check_lines<Shift>(m, r, h.start[0] / line_bytes, how, {first, mine, read_only, here})) {
          case answer::fine:
            return true;
          case answer::doubt:
            return false;
          default:
            break;
        }
      open_lines(r, h.start[0], 128u << Shift);
    }
    return check_run<32, Shift>(m, r, h.start[0] / 4, how, {first, mine, read_only, here}, is_watched);
  }
  if (is_watched)
    for (unsigned k = 0; k < 2; ++k) open_lines(r, h.start[k], h.is_run[k] ? 64u << Shift : 4u << Shift);
  const bool is_same = h.is_same();
  if (how != use::read && (is_same || !h.is_run[0] || !h.is_run[1])) return false;  // lanes that write one place
  for (unsigned k = 0; k < (is_same ? 1u : 2u); ++k) {
    if (h.is_run[k] && is_quiet(h.start[k], 64u << Shift)) continue;
    const std::uint32_t many = is_same || !h.is_run[k] ? token_many : 0, own = mine + 16 * k;
    const bool is_fine =
        h.is_run[k] ? check_run<16, Shift>(m, r, h.start[k] / 4, how, {first, own, read_only | many, here}, is_watched)
                    : check_one<Shift>(m, r, h.start[k] / 4, {first, own, read_only | many, here}, is_watched);
    if (!is_fine) return false;
  }
  return true;
}

}  // namespace

bool check_halves(machine& m, region& r, const halves& h, std::uint32_t bytes, use how, bool is_read_only) {
  for (unsigned k = 0; k < 2; ++k) {
    const std::uint64_t extent = h.is_run[k] ? 16 * std::uint64_t{bytes} : bytes;
    if (h.start[k] >= r.size || extent > r.size - h.start[k] || (h.start[k] & (bytes - 1)) != 0) return false;
    if (how == use::write) unsettle(r, h.start[k], extent);
  }
  const bool is_watched = r.writers != nullptr && m.launch->watches;
  switch (bytes) {
    case 4:
      return check_shape<0>(m, r, h, how, is_read_only, is_watched);
    case 8:
      return check_shape<1>(m, r, h, how, is_read_only, is_watched);
    case 16:
      return check_shape<2>(m, r, h, how, is_read_only, is_watched);
    default:
      return false;
  }
}

void count_halves(machine& m, const region& r, const halves& h, std::uint32_t bytes, use how,
                  std::uint64_t conflicts) {
  counters& c = *m.counted;
  if (r.is_shared) {
    ++c.shared_accesses;
    c.bank_conflicts += conflicts;
    return;
  }
  c.global_requested_bytes += 32 * std::uint64_t{bytes};
  (how == use::read ? c.global_read_bytes : c.global_written_bytes) += 32 * std::uint64_t{bytes};
  std::uint64_t last[2];
  for (unsigned k = 0; k < 2; ++k) last[k] = h.start[k] + (h.is_run[k] ? 16 * std::uint64_t{bytes} : bytes) - 1;
  const auto distinct = [&](unsigned shift) {
    const std::uint64_t low = std::max(h.start[0], h.start[1]) >> shift, high = std::min(last[0], last[1]) >> shift;
    return (last[0] >> shift) - (h.start[0] >> shift) + (last[1] >> shift) - (h.start[1] >> shift) + 2 -
           (high >= low ? high - low + 1 : 0);
  };
  c.global_sectors += distinct(5);
  c.global_lines += distinct(7);
}

}  // namespace softcuda
