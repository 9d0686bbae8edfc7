// SPDX-License-Identifier: MIT
// Checks one warp's memory request. Lanes that follow one another are checked as a range, with loops the compiler vectorises.
#include <bit>

#include "launch_state.hpp"

namespace softcuda {
namespace {

std::string hex(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}
const char* verb(use how) { return how == use::read ? "reads " : how == use::write ? "writes " : "changes atomically "; }

void find_shape(request& q) {
  q.first = static_cast<unsigned>(std::countr_zero(q.mask));
  q.count = static_cast<unsigned>(std::popcount(q.mask));
  const std::uint32_t run = q.mask >> q.first;
  const std::uint64_t start = q.offset[q.first];
  std::uint64_t spread = 0, differs = 0;
  for (unsigned l = 0; l < 32; ++l) {
    const std::uint64_t on = 0 - static_cast<std::uint64_t>(q.mask >> l & 1);
    spread |= (q.offset[l] ^ (start + (static_cast<std::uint64_t>(l) - q.first) * q.bytes)) & on;
    differs |= (q.offset[l] ^ start) & on;
  }
  q.is_contiguous = spread == 0 && (run & (run + 1)) == 0;
  q.is_uniform = differs == 0;
}

[[noreturn]] void outside(machine& m, const region& r, std::uint64_t offset, std::uint32_t bytes, unsigned lane, use how) {
  const std::string what = verb(how) + std::to_string(bytes) + " bytes at ";
  if (r.is_shared)
    m.fail(violation::out_of_bounds, what + hex(offset) + " of shared memory, but the block has " + std::to_string(r.size) + " bytes of it",
           static_cast<int>(lane));
  const std::uint64_t address = r.base + offset;
  std::uint64_t first = 0;
  const memory_block* b = m.launch->global->block_at(address, first);
  if (b != nullptr && !b->is_live && address < first + b->bytes)
    m.fail(violation::use_after_free, what + hex(address) + ", in a block of " + std::to_string(b->bytes) + " bytes that was freed",
           static_cast<int>(lane));
  std::string where = "outside of any block";
  if (b != nullptr && b->is_live)
    where = std::to_string(address - first) + " bytes after the start of a block of " + std::to_string(b->bytes) + " bytes";
  m.fail(violation::out_of_bounds, what + hex(address) + ", " + where, static_cast<int>(lane));
}

// One lane: bounds, alignment, initialisation.
void check_lane(machine& m, region& r, std::uint64_t offset, std::uint32_t bytes, unsigned lane, use how) {
  if (offset >= r.size || bytes > r.size - offset) outside(m, r, offset, bytes, lane, how);
  if (offset % bytes != 0)
    m.fail(violation::misaligned, std::string(verb(how)) + std::to_string(bytes) + " bytes at " + hex(r.is_shared ? offset : r.base + offset) +
                                      ", which is not a multiple of " + std::to_string(bytes), static_cast<int>(lane));
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
  m.fail(violation::uninitialised_read, std::string(verb(how)) + std::to_string(bytes) + " bytes of " + (r.is_shared ? "shared" : "global") +
                                            " memory at " + hex(r.is_shared ? offset : r.base + offset) + " that nothing has written",
         static_cast<int>(lane));
}

void mark_written(region& r, std::uint64_t offset, std::uint32_t bytes) {
  if (bytes >= 4)
    for (std::uint64_t g = offset / 4; g < (offset + bytes) / 4; ++g) r.shade[g] = 0xFF;
  else
    r.shade[offset / 4] = static_cast<std::uint8_t>(r.shade[offset / 4] | ((1u << bytes) - 1) << offset % 4);
}

// A range of whole granules, `per_lane` of them a lane. False: look at each lane.
bool check_range(machine& m, region& r, const request& q, std::uint64_t offset, std::uint64_t bytes, unsigned per_lane) {
  if (offset >= r.size || bytes > r.size - offset || offset % q.bytes != 0) return false;
  const std::uint64_t g = offset / 4, n = bytes / 4;
  std::uint8_t* shade = r.shade + g;
  const std::uint8_t needed = q.how == use::write ? 0xF0 : 0xFF;
  std::uint8_t all = 0xFF;
  for (std::uint64_t k = 0; k < n; ++k) all = static_cast<std::uint8_t>(all & shade[k]);
  if ((all & needed) != needed) return false;
  if (r.writers != nullptr && m.launch->watches) {
    std::uint32_t* writers = r.writers + g;
    std::uint32_t* readers = r.readers + g;
    // in shared memory whatever an earlier epoch did is ordered before us by a barrier
    const std::uint32_t first = r.is_shared ? m.block->epoch_token : r.first_token;
    const std::uint32_t mine = token_of(m.warp->segment, q.first) | (q.is_read_only ? token_read_only : 0);
    const auto here = static_cast<std::uint16_t>(m.pc);
    std::uint32_t touched = 0, known = 0, fresh = 0;
    for (std::uint64_t k = 0; k < n; ++k) touched |= writers[k] >= first ? 1u : 0u;
    if (touched != 0) return false;
    for (std::uint64_t k = 0; k < n; ++k) known |= readers[k] >= first ? 1u : 0u;
    if (known != 0) {
      if (q.how == use::write) return false;
      // where two threads have read already, a third changes nothing
      const std::uint32_t enough = token_many | (q.is_read_only ? token_read_only : 0);
      for (std::uint64_t k = 0; k < n; ++k) fresh |= readers[k] < first || (readers[k] & enough) != enough ? 1u : 0u;
      return fresh == 0;
    }
    std::uint32_t* tokens = q.how == use::read ? readers : writers;
    std::uint16_t* at = (q.how == use::read ? r.reader_at : r.writer_at) + g;
    if (q.is_uniform && !q.is_contiguous)
      for (std::uint64_t k = 0; k < n; ++k) tokens[k] = mine | (q.how == use::read ? token_many : 0);
    else if (per_lane == 1)
      for (std::uint64_t k = 0; k < n; ++k) tokens[k] = mine + static_cast<std::uint32_t>(k);
    else
      for (std::uint64_t k = 0; k < n; ++k) tokens[k] = mine + static_cast<std::uint32_t>(k) / per_lane;
    for (std::uint64_t k = 0; k < n; ++k) at[k] = here;
    if (!r.is_shared) (q.how == use::read ? m.counted->distinct_read_bytes : m.counted->distinct_written_bytes) += bytes;
  }
  if (q.how == use::write)
    for (std::uint64_t k = 0; k < n; ++k) shade[k] = 0xFF;
  return true;
}

}  // namespace

void check(machine& m, const instruction&, region& r, request& q) {
  find_shape(q);
  if (m.launch->chosen.counts) count_request(m, r, q);
  if (q.bytes >= 4 && q.how != use::atomic && !q.is_strong) {
    const std::uint64_t start = q.offset[q.first];
    if (q.is_contiguous && check_range(m, r, q, start, static_cast<std::uint64_t>(q.bytes) * q.count, q.bytes / 4)) return;
    if (q.is_uniform && q.how == use::read && check_range(m, r, q, start, q.bytes, q.bytes / 4)) return;
  }
  const bool is_watched = r.writers != nullptr && m.launch->watches;
  each_lane(q.mask, [&](unsigned l) {
    check_lane(m, r, q.offset[l], q.bytes, l, q.how);
    if (is_watched) note(m, r, q.offset[l], q.bytes, l, q.is_strong ? use::atomic : q.how, q.is_read_only);
    if (q.how != use::read) mark_written(r, q.offset[l], q.bytes);
  });
}

}  // namespace softcuda
