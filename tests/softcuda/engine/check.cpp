// SPDX-License-Identifier: MIT
// Checks one warp's memory request. Lanes that follow one another are checked as a range, with loops the compiler
// vectorises.
#include <bit>

#include "launch_state.hpp"

namespace softcuda {
namespace {

std::string hex(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}
const char* verb(use how) {
  return how == use::read ? "reads " : how == use::write ? "writes " : "changes atomically ";
}

// Do the lanes follow one another, or share one address? And from where to where do they reach?
extent find_shape(request& q) {
  q.first = static_cast<unsigned>(std::countr_zero(q.mask)) & 31;
  q.count = static_cast<unsigned>(std::popcount(q.mask));
  const std::uint32_t run = q.mask >> q.first;
  const std::uint64_t start = q.offset[q.first];
  if (q.mask == 0xFFFFFFFFu) {  // what nearly all requests are
    std::uint64_t spread = 0;
    const int shift = std::countr_zero(q.bytes);
    for (unsigned l = 0; l < 32; ++l) spread |= q.offset[l] ^ (start + (std::uint64_t{l} << shift));
    if (spread == 0) {
      q.is_contiguous = true;
      return {start, start + 31 * std::uint64_t{q.bytes}, start};
    }
  } else
    for (unsigned l = 0; l < 32; ++l) q.offset[l] = (q.mask >> l & 1) != 0 ? q.offset[l] : start;
  std::uint64_t spread = 0, differs = 0, bits = 0;
  std::int64_t low = static_cast<std::int64_t>(start), high = low;
  for (unsigned l = 0; l < 32; ++l) {
    const std::uint64_t o = q.offset[l];
    spread |= (o ^ (start + (static_cast<std::uint64_t>(l) - q.first) * q.bytes)) &
              (0 - static_cast<std::uint64_t>(q.mask >> l & 1));
    differs |= o ^ start;
    bits |= o;
    low = static_cast<std::int64_t>(o) < low ? static_cast<std::int64_t>(o) : low;
    high = static_cast<std::int64_t>(o) > high ? static_cast<std::int64_t>(o) : high;
  }
  q.is_contiguous = spread == 0 && (run & (run + 1)) == 0;
  q.is_uniform = differs == 0;
  return {static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high), bits};
}

[[noreturn]] void outside(machine& m, const region& r, std::uint64_t offset, std::uint32_t bytes, unsigned lane,
                          use how) {
  const std::string what = verb(how) + std::to_string(bytes) + " bytes at ";
  if (r.is_shared)
    m.fail(violation::out_of_bounds,
           what + hex(offset) + " of shared memory, but the block has " + std::to_string(r.size) + " bytes of it",
           static_cast<int>(lane));
  const std::uint64_t address = r.base + offset;
  std::uint64_t first = 0;
  const memory_block* b = m.launch->global->block_at(address, first);
  if (b != nullptr && !b->is_live && address < first + b->bytes)
    m.fail(violation::use_after_free,
           what + hex(address) + ", in a block of " + std::to_string(b->bytes) + " bytes that was freed",
           static_cast<int>(lane));
  std::string where = "outside of any block";
  if (b != nullptr && b->is_live)
    where =
        std::to_string(address - first) + " bytes after the start of a block of " + std::to_string(b->bytes) + " bytes";
  m.fail(violation::out_of_bounds, what + hex(address) + ", " + where, static_cast<int>(lane));
}

// One lane: bounds, alignment, initialisation.
void check_lane(machine& m, region& r, std::uint64_t offset, std::uint32_t bytes, unsigned lane, use how) {
  if (offset >= r.size || bytes > r.size - offset) outside(m, r, offset, bytes, lane, how);
  if (offset % bytes != 0)
    m.fail(violation::misaligned,
           std::string(verb(how)) + std::to_string(bytes) + " bytes at " + hex(r.is_shared ? offset : r.base + offset) +
               ", which is not a multiple of " + std::to_string(bytes),
           static_cast<int>(lane));
  if (bytes >= 4) {
    for (std::uint64_t g = offset / 4; g < (offset + bytes) / 4; ++g) {
      const std::uint8_t shade = r.shade[g];
      if ((shade & 0xF0) != 0xF0) outside(m, r, offset, bytes, lane, how);
      if (how != use::write && (shade & 0x0F) != 0x0F) goto unwritten;
    }
    return;
  } else {
    const auto bits = static_cast<unsigned>(((1u << bytes) - 1) << offset % 4);
    if ((r.shade[offset / 4] >> 4 & bits) != bits) outside(m, r, offset, bytes, lane, how);
    if (how == use::write || (r.shade[offset / 4] & bits) == bits) return;
  }
unwritten:
  if (r.is_shared)
    for (const warp& w : m.block->warps)
      for (const pending_copy& c : w.pending)
        if (offset < c.to + c.bytes && c.to < offset + bytes)
          m.fail(violation::missing_wait,
                 std::string(verb(how)) + std::to_string(bytes) + " bytes of shared memory at " + hex(offset) +
                     " that a cp.async of thread " + std::to_string(w.index * 32 + c.lane) +
                     " of the block fills, without having waited for it",
                 static_cast<int>(lane));
  m.fail(violation::uninitialised_read,
         std::string(verb(how)) + std::to_string(bytes) + " bytes of " + (r.is_shared ? "shared" : "global") +
             " memory at " + hex(r.is_shared ? offset : r.base + offset) + " that nothing has written",
         static_cast<int>(lane));
}

void mark_written(region& r, std::uint64_t offset, std::uint32_t bytes) {
  if (bytes >= 4)
    for (std::uint64_t g = offset / 4; g < (offset + bytes) / 4; ++g) r.shade[g] = 0xFF;
  else
    r.shade[offset / 4] = static_cast<std::uint8_t>(r.shade[offset / 4] | ((1u << bytes) - 1) << offset % 4);
}

// How the tokens of one granule (or byte) change; `doubt` gathers what needs a closer look.
struct marker {
  std::uint32_t first, mine, read_only;
  std::uint32_t fresh = 0, doubt = 0;

  std::uint32_t read(std::uint32_t writer, std::uint32_t reader, std::uint32_t lane) {
    const std::uint32_t own = mine + lane;
    doubt |= writer >= first && writer != own ? 1u : 0u;
    const bool is_fresh = reader < first;
    fresh += is_fresh ? 1u : 0u;
    return (is_fresh ? own : (reader & ~token_read_only) == own ? reader : reader | token_many) | read_only;
  }
  void write(std::uint32_t writer, std::uint32_t reader, std::uint32_t lane) {
    const std::uint32_t own = mine + lane;
    doubt |= (writer >= first && writer != own) || (reader >= first && reader != own) ? 1u : 0u;
    fresh += writer < first ? 1u : 0u;
  }
};
marker marker_of(const machine& m, const region& r, const request& q) {
  // in shared memory whatever an earlier epoch did is ordered before us by a barrier
  return {r.is_shared ? m.block->epoch_token : r.first_token, token_of(m.warp->segment, 0),
          q.is_read_only ? token_read_only : 0};
}
void count_fresh(machine& m, const region& r, const request& q, std::uint64_t bytes) {
  if (!r.is_shared) (q.how == use::read ? m.counted->distinct_read_bytes : m.counted->distinct_written_bytes) += bytes;
}

// f(0) … f(n - 1), by 32 where n allows: loops of a known length vectorise at -O2.
template <class F> inline void for_granules(std::uint32_t n, F&& f) {
  if (n % 32 != 0) {
    if (n % 8 != 0)
      for (std::uint32_t k = 0; k < n; ++k) f(k);
    else
      for (std::uint32_t begin = 0; begin < n; begin += 8)
        for (std::uint32_t k = 0; k < 8; ++k) f(begin + k);
    return;
  }
  for (std::uint32_t begin = 0; begin < n; begin += 32)
    for (std::uint32_t k = 0; k < 32; ++k) f(begin + k);
}

// The tokens of a range, of granules or of bytes: `1 << shift` of them a lane. False, and nothing changed: look closer.
bool mark_range(machine& m, region& r, const request& q, std::uint32_t* writers, std::uint32_t* readers,
                std::uint32_t n, unsigned shift, std::uint64_t g, std::uint32_t granules) {
  const marker mark = marker_of(m, r, q);
  const std::uint32_t first = mark.first, base = mark.mine + q.first,
                      more = mark.read_only | (q.is_uniform && q.count > 1 ? token_many : 0);
  const auto here = static_cast<std::uint16_t>(m.pc);
  std::uint32_t next[128], doubt = 0, fresh = 0;
  if (q.how == use::read) {
    for_granules(n, [&](std::uint32_t k) {
      const std::uint32_t own = base + (k >> shift), writer = writers[k], reader = readers[k];
      doubt |= (writer >= first ? 1u : 0u) & (writer != own ? 1u : 0u);
      const std::uint32_t is_fresh = reader < first ? 1u : 0u,
                          is_other = (reader & ~token_read_only) != own ? token_many : 0u;
      fresh += is_fresh;
      next[k] = (is_fresh != 0 ? own : reader | is_other) | more;
    });
    if (doubt != 0) return false;
    for_granules(n, [&](std::uint32_t k) { readers[k] = next[k]; });
    if (fresh != 0) for_granules(granules, [&](std::uint32_t k) { r.reader_at[g + k] = here; });
  } else {
    for_granules(n, [&](std::uint32_t k) {
      const std::uint32_t own = base + (k >> shift), writer = writers[k], reader = readers[k];
      doubt |= ((writer >= first ? 1u : 0u) & (writer != own ? 1u : 0u)) |
               ((reader >= first ? 1u : 0u) & (reader != own ? 1u : 0u));
      fresh += writer < first ? 1u : 0u;
      next[k] = own;
    });
    if (doubt != 0) return false;
    for_granules(n, [&](std::uint32_t k) { writers[k] = next[k]; });
    for_granules(granules, [&](std::uint32_t k) { r.writer_at[g + k] = here; });
  }
  count_fresh(m, r, q, std::uint64_t{fresh} * (writers == r.writers + g ? 4 : 1));
  return true;
}

// The first bytes of n granules in this launch or epoch: what all of them had is history. False: it is not so.
template <unsigned N> bool mark_first_bytes(machine& m, region& r, const request& q, std::uint64_t g) {
  const marker mark = marker_of(m, r, q);
  std::uint32_t touched = 0;
  for (unsigned k = 0; k < N; ++k)
    touched |= (r.writers[g + k] >= mark.first ? 1u : 0u) | (r.readers[g + k] >= mark.first ? 1u : 0u);
  if (touched != 0) return false;
  const bool is_read = q.how == use::read;
  std::uint32_t* mine = (is_read ? r.byte_readers : r.byte_writers) + g * 4;
  std::uint32_t* other = (is_read ? r.byte_writers : r.byte_readers) + g * 4;
  std::uint16_t* at = (is_read ? r.reader_at : r.writer_at) + g;
  const std::uint32_t own = (mark.mine + q.first) | (is_read ? mark.read_only : 0u), split_token = r.split_token;
  constexpr unsigned shift = N == 8 ? 0 : 1;
  for (unsigned k = 0; k < N * 4; ++k) mine[k] = own + (k >> shift);
  std::memset(other, 0, N * 16);
  for (unsigned k = 0; k < N; ++k) r.writers[g + k] = r.readers[g + k] = split_token;
  for (unsigned k = 0; k < N; ++k) at[k] = static_cast<std::uint16_t>(m.pc);
  count_fresh(m, r, q, N * 4);
  return true;
}

// Neighbouring lanes of one or two bytes each, which fill whole granules.
bool check_bytes(machine& m, region& r, const request& q, std::uint64_t offset, bool is_watched) {
  const std::uint32_t n = q.bytes * q.count;
  if (offset % 4 != 0 || n % 4 != 0) return false;
  const std::uint64_t g = offset / 4;
  const std::uint8_t needed = q.how == use::write ? 0xF0 : 0xFF;
  std::uint8_t all = 0xFF;
  for (std::uint32_t k = 0; k < n / 4; ++k) all = static_cast<std::uint8_t>(all & r.shade[g + k]);
  if ((all & needed) != needed) return false;
  const bool is_full = is_watched && q.count == 32;
  if (is_full && (q.bytes == 1 ? mark_first_bytes<8>(m, r, q, g) : mark_first_bytes<16>(m, r, q, g))) {
  } else if (is_watched) {
    for (std::uint32_t k = 0; k < n / 4; ++k)
      if (r.writers[g + k] != r.split_token) split(r, g + k);
    if (!mark_range(m, r, q, r.byte_writers + offset, r.byte_readers + offset, n, q.bytes / 2, g, n / 4)) return false;
  }
  if (q.how == use::write) std::memset(r.shade + g, 0xFF, n / 4);
  return true;
}

// A range of granules, `per_lane` of them a lane. False: look at each lane.
bool check_range(machine& m, region& r, const request& q, std::uint64_t offset, std::uint64_t bytes, unsigned per_lane,
                 bool is_watched) {
  const std::uint64_t g = offset / 4;
  const auto n = static_cast<std::uint32_t>(bytes / 4);
  std::uint8_t* shade = r.shade + g;
  const std::uint8_t needed = q.how == use::write ? 0xF0 : 0xFF;
  std::uint8_t all = 0xFF;
  for_granules(n, [&](std::uint32_t k) { all = static_cast<std::uint8_t>(all & shade[k]); });
  if ((all & needed) != needed) return false;
  if (is_watched &&
      !mark_range(m, r, q, r.writers + g, r.readers + g, n, static_cast<unsigned>(std::countr_zero(per_lane)), g, n))
    return false;
  if (q.how == use::write) std::memset(shade, 0xFF, n);
  return true;
}

// Reads of shared words by lanes anywhere: all marks are computed at once, then stored; lanes that share a word meet
// afterwards.
void mark_scattered_reads(region& r, const request& q, const marker& mark, std::uint16_t here) {
  std::uint32_t next[32], place[32];
  const std::uint32_t first = mark.first, mine = mark.mine;
  const std::uint32_t* readers = r.readers;
  for (unsigned l = 0; l < 32; ++l) place[l] = static_cast<std::uint32_t>(q.offset[l] / 4);
  for (unsigned l = 0; l < 32; ++l) {
    const std::uint32_t reader = readers[place[l]], own = mine + l, near = place[l] == place[l ^ 1] ? token_many : 0u;
    next[l] = (reader < first ? own : reader == own ? reader : reader | token_many) | near;
  }
  if (q.mask != 0xFFFFFFFFu)  // lanes that are off repeat the first
    for (unsigned l = 0; l < 32; ++l)
      if ((q.mask >> l & 1) == 0) next[l] = next[q.first];
  for (unsigned l = 0; l < 32; ++l) {
    r.readers[place[l]] = next[l];
    r.reader_at[place[l]] = here;
  }
  std::uint32_t lost = 0;
  for (unsigned l = 0; l < 32; ++l)
    lost |= (readers[place[l]] != next[l] ? 1u : 0u) & (~readers[place[l]] / token_many & 1u);
  if (lost != 0)
    for (unsigned l = 0; l < 32; ++l)
      if (readers[place[l]] != next[l]) r.readers[place[l]] |= token_many;
}

// Writes of words by a full warp, anywhere: all are looked at, marked, and looked at again where two lanes may have written
// one word.
bool mark_scattered_writes(machine& m, region& r, const request& q, const marker& mark, std::uint16_t here) {
  std::uint64_t place[32];
  const std::uint32_t first = mark.first, mine = mark.mine;
  std::uint32_t *writers = r.writers, *readers = r.readers, doubt = 0, fresh = 0;
  for (unsigned l = 0; l < 32; ++l) place[l] = q.offset[l] / 4;
  for (unsigned l = 0; l < 32; ++l) {
    const std::uint32_t writer = writers[place[l]], reader = readers[place[l]], own = mine + l;
    doubt |= ((writer >= first ? 1u : 0u) & (writer != own ? 1u : 0u)) |
             ((reader >= first ? 1u : 0u) & (reader != own ? 1u : 0u));
    fresh += writer < first ? 1u : 0u;
  }
  if (doubt != 0) return false;
  for (unsigned l = 0; l < 32; ++l) {
    writers[place[l]] = mine + l;
    r.writer_at[place[l]] = here;
    r.shade[place[l]] = 0xFF;
  }
  if (!q.is_apart)
    for (unsigned l = 0; l < 32; ++l) doubt |= writers[place[l]] ^ (mine + l);
  if (doubt != 0) return false;
  count_fresh(m, r, q, std::uint64_t{fresh} * 4);
  return true;
}

// Lanes anywhere, whole granules; without a branch a lane.
bool check_words(machine& m, region& r, const request& q, bool is_watched) {
  const unsigned per_lane = q.bytes / 4;
  const std::uint8_t needed = q.how == use::write ? 0xF0 : 0xFF;
  std::uint8_t all = 0xFF;
  if (per_lane == 1)
    for (unsigned l = 0; l < 32; ++l) all = static_cast<std::uint8_t>(all & r.shade[q.offset[l] / 4]);
  else
    for (unsigned l = 0; l < 32; ++l)
      for (unsigned k = 0; k < per_lane; ++k) all = static_cast<std::uint8_t>(all & r.shade[q.offset[l] / 4 + k]);
  if ((all & needed) != needed) return false;
  if (is_watched) {
    marker mark = marker_of(m, r, q);
    const auto here = static_cast<std::uint16_t>(m.pc);
    if (q.how == use::read) {
      // all are looked at before any is marked: lanes that share a granule come together in a second pass
      const std::uint32_t* writers = r.writers;
      const std::uint32_t first = mark.first, mine = mark.mine;
      std::uint32_t doubt = 0;
      for (unsigned k = 0; k < per_lane; ++k)
        for (unsigned l = 0; l < 32; ++l) {
          const std::uint32_t writer = writers[q.offset[l] / 4 + k];
          doubt |= (writer >= first ? 1u : 0u) & (writer != mine + l ? 1u : 0u);
        }
      mark.doubt = doubt;
      if (mark.doubt != 0) return false;
      if (per_lane == 1) {  // where two threads have read before, a third changes nothing
        const std::uint32_t enough = token_many | mark.read_only;
        std::uint32_t news = 0;
        for (unsigned l = 0; l < 32; ++l) {
          const std::uint32_t reader = r.readers[q.offset[l] / 4];
          news |= (reader < mark.first ? 1u : 0u) | (~reader & enough);
        }
        if (news == 0) return true;
        if (r.is_shared) {
          mark_scattered_reads(r, q, mark, here);
          return true;
        }
      }
      each_lane(q.mask, [&](unsigned l) {
        for (std::uint64_t g = q.offset[l] / 4; g < q.offset[l] / 4 + per_lane; ++g) {
          const std::uint32_t before = mark.fresh;
          r.readers[g] = mark.read(0, r.readers[g], l);
          if (mark.fresh != before) r.reader_at[g] = here;
        }
      });
    } else {
      if (per_lane == 1 && q.mask == 0xFFFFFFFFu) return mark_scattered_writes(m, r, q, mark, here);
      for (unsigned l = 0; l < 32; ++l) {
        const std::uint32_t lane = (q.mask >> l & 1) != 0 ? l : q.first;  // a lane that is off stands for the first
        for (unsigned k = 0; k < per_lane; ++k) {
          const std::uint64_t g = q.offset[l] / 4 + k;
          mark.write(r.writers[g], r.readers[g], lane);
        }
      }
      if (mark.doubt != 0) return false;
      mark.fresh = 0;
      each_lane(q.mask, [&](unsigned l) {
        for (std::uint64_t g = q.offset[l] / 4; g < q.offset[l] / 4 + per_lane; ++g) {
          mark.doubt |= r.writers[g] >= mark.first && r.writers[g] != mark.mine + l ? 1u : 0u;  // two lanes, one place
          mark.fresh += r.writers[g] < mark.first ? 1u : 0u;
          r.writers[g] = mark.mine + l;
          r.writer_at[g] = here;
        }
      });
      if (mark.doubt != 0) return false;
    }
    count_fresh(m, r, q, std::uint64_t{mark.fresh} * 4);
  }
  if (q.how == use::write)
    each_lane(q.mask, [&](unsigned l) { std::memset(r.shade + q.offset[l] / 4, 0xFF, per_lane); });
  return true;
}

template <unsigned N> struct words_of;
template <> struct words_of<2> {
  typedef std::uint32_t type __attribute__((vector_size(8)));
  using shades = std::uint16_t;
};
template <> struct words_of<4> {
  typedef std::uint32_t type __attribute__((vector_size(16)));
  using shades = std::uint32_t;
};
// Reads of N words a lane by a full warp, anywhere, where all of a lane's words are looked at together. Half warps that
// read the same, as those of tiles do, are looked at once.
template <unsigned N> bool check_wide_reads(machine& m, region& r, const request& q, bool is_watched) {
  using words = typename words_of<N>::type;
  using shades = typename words_of<N>::shades;
  std::uint64_t differs = 0;
  for (unsigned l = 0; l < 16; ++l) differs |= q.offset[l] ^ q.offset[16 + l];
  const unsigned lanes = differs == 0 ? 16 : 32;
  auto all = static_cast<shades>(~shades{0});
  for (unsigned l = 0; l < lanes; ++l) {
    shades some;
    std::memcpy(&some, r.shade + q.offset[l] / 4, N);
    all = static_cast<shades>(all & some);
  }
  if (all != static_cast<shades>(~shades{0})) return false;
  if (!is_watched) return true;
  const marker mark = marker_of(m, r, q);
  const std::uint32_t more = mark.read_only | (differs == 0 ? token_many : 0), enough = token_many | mark.read_only;
  const words zero = {}, first = zero + mark.first, shared = zero + (differs == 0 ? ~0u : 0u);
  words doubt = zero, news = zero;
  const auto at = [&](std::uint32_t* tokens, unsigned l) { return tokens + q.offset[l] / 4; };
  for (unsigned l = 0; l < lanes; ++l) {
    words writer, reader;
    std::memcpy(&writer, at(r.writers, l), sizeof writer);
    std::memcpy(&reader, at(r.readers, l), sizeof reader);
    const words own = zero + (mark.mine + l);
    doubt |= reinterpret_cast<words>(writer >= first) & (reinterpret_cast<words>(writer != own) | shared);
    news |= reinterpret_cast<words>(reader < first) | (~reader & enough);
  }
  std::uint32_t any_doubt = 0, any_news = 0;
  for (unsigned k = 0; k < N; ++k) any_doubt |= doubt[k], any_news |= news[k];
  if (any_doubt != 0) return false;
  if (any_news == 0) return true;
  std::uint64_t fresh = 0;
  for (unsigned l = 0; l < lanes; ++l) {  // one after the other: lanes may share words
    words reader;
    std::memcpy(&reader, at(r.readers, l), sizeof reader);
    const words own = zero + (mark.mine + l), is_fresh = reinterpret_cast<words>(reader < first),
                is_other = reinterpret_cast<words>((reader & ~token_read_only) != own) & token_many;
    const words next = (is_fresh & own) | (~is_fresh & (reader | is_other)) | more;
    std::memcpy(at(r.readers, l), &next, sizeof next);
    for (unsigned k = 0; k < N; ++k)
      if (is_fresh[k] != 0) r.reader_at[q.offset[l] / 4 + k] = static_cast<std::uint16_t>(m.pc), ++fresh;
  }
  count_fresh(m, r, q, fresh * 4);
  return true;
}

// Quarters of a full warp (halves.cpp has the halves) that each follow one another or share an address: the patterns of
// tiles.
template <unsigned Lanes> bool check_parts(machine& m, region& r, const request& q, bool is_watched) {
  constexpr unsigned parts = 32 / Lanes;
  for (unsigned p = 0; p < parts; ++p)
    if (const std::uint64_t step = q.offset[p * Lanes + 1] - q.offset[p * Lanes]; step != 0 && step != q.bytes)
      return false;
  std::uint64_t spread[parts] = {}, differs[parts] = {};
  for (unsigned p = 0; p < parts; ++p) {
    const std::uint64_t start = q.offset[p * Lanes];
    std::uint64_t s = 0, d = 0;
    for (unsigned l = 0; l < Lanes; ++l) {
      s |= q.offset[p * Lanes + l] ^ (start + std::uint64_t{l} * q.bytes);
      d |= q.offset[p * Lanes + l] ^ start;
    }
    spread[p] = s;
    differs[p] = d;
  }
  for (unsigned p = 0; p < parts; ++p)
    if (spread[p] != 0 && (differs[p] != 0 || q.how != use::read)) return false;
  request part;
  part.bytes = q.bytes;
  part.how = q.how;
  part.is_read_only = q.is_read_only;
  part.count = Lanes;
  for (unsigned p = 0; p < parts; ++p) {
    part.first = p * Lanes;
    part.is_contiguous = spread[p] == 0;
    part.is_uniform = differs[p] == 0;
    const std::uint64_t bytes = part.is_contiguous ? std::uint64_t{q.bytes} * Lanes : q.bytes;
    if (!check_range(m, r, part, q.offset[part.first], bytes, q.bytes / 4, is_watched)) return false;
  }
  return true;
}

}  // namespace

void check(machine& m, const instruction&, region& r, request& q) {
  const extent reach = find_shape(q);
  if (m.launch->chosen.counts) count_request(m, r, q);
  check_known(m, r, q, reach);
}

void check_known(machine& m, region& r, const request& q, const extent& reach) {
  const bool is_watched = r.writers != nullptr && m.launch->watches;
  const bool is_inside = reach.low < r.size && reach.high < r.size && q.bytes <= r.size - reach.high &&
                         (reach.all_bits & (q.bytes - 1)) == 0;
  if (is_inside && is_watched && r.lines != nullptr) {
    if (q.is_contiguous || q.is_uniform)
      open_lines(r, reach.low, reach.high - reach.low + q.bytes);
    else
      for (unsigned l = 0; l < 32; ++l) open_lines(r, q.offset[l], q.bytes);
  }
  if (is_inside && r.settled != nullptr) {
    if (q.how != use::read)
      for (unsigned l = 0; l < 32; ++l) r.settled[q.offset[l] / row_bytes] = 0;  // aligned: in one row
    else if (is_watched && !q.is_strong && reach.high - reach.low < 32 * std::uint64_t{q.bytes} &&
             is_settled(r, reach.low, reach.high - reach.low + q.bytes, m.block->epoch_token))
      return;
  }
  if (is_inside && q.bytes >= 4 && q.how != use::atomic && !q.is_strong) {
    const std::uint64_t start = q.offset[q.first];
    bool is_done = false;
    if (q.is_contiguous)
      is_done = check_range(m, r, q, start, static_cast<std::uint64_t>(q.bytes) * q.count, q.bytes / 4, is_watched);
    else if (q.is_uniform && q.how == use::read)
      is_done = check_range(m, r, q, start, q.bytes, q.bytes / 4, is_watched);
    else if (q.mask == 0xFFFFFFFFu && q.how == use::read && q.bytes == 16)
      is_done = check_wide_reads<4>(m, r, q, is_watched);
    else if (q.mask == 0xFFFFFFFFu && q.how == use::read && q.bytes == 8)
      is_done = check_wide_reads<2>(m, r, q, is_watched);
    else if (q.mask == 0xFFFFFFFFu && check_parts<8>(m, r, q, is_watched))
      is_done = true;
    else
      is_done = check_words(m, r, q, is_watched);
    if (is_done) return;
  } else if (is_inside && q.bytes < 4 && q.is_contiguous && q.how != use::atomic && !q.is_strong) {
    if (check_bytes(m, r, q, q.offset[q.first], is_watched)) return;
  }
  std::uint32_t lanes = q.mask;
  if (q.is_uniform && q.how == use::read && !q.is_strong) {  // a third reader of the same bytes says nothing new
    const std::uint32_t rest = lanes & (lanes - 1);
    lanes &= ~(rest & (rest - 1));
  }
  each_lane(lanes, [&](unsigned l) {
    check_lane(m, r, q.offset[l], q.bytes, l, q.how);
    if (is_watched) note(m, r, q.offset[l], q.bytes, l, q.is_strong ? use::atomic : q.how, q.is_read_only);
    if (q.how != use::read) mark_written(r, q.offset[l], q.bytes);
  });
}

}  // namespace softcuda
