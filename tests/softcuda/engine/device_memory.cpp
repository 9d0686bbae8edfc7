// SPDX-License-Identifier: MIT
#include "device_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace softcuda {
namespace {

constexpr std::uint64_t red_zone = 256, quarantine_limit = 64u << 20;
constexpr std::size_t quarantine_count = 256;
std::uint64_t rounded(std::uint64_t bytes) { return (std::max<std::uint64_t>(bytes, 1) + 255) / 256 * 256; }

template <class T> T* reserve(memory::state& s, std::uint64_t count) {
  void* p =
      mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) throw std::bad_alloc();
  s.mapped.emplace_back(p, count * sizeof(T));
  // Kernels walk through fresh memory: fewer and larger pages, where the system has them.
  if constexpr (sizeof(T) == 1) madvise(p, count * sizeof(T), MADV_HUGEPAGE);
  return static_cast<T*>(p);
}

}  // namespace

memory::memory(std::uint64_t first_address, std::uint64_t capacity) : state_(std::make_unique<state>()) {
  state& s = *state_;
  s.capacity = capacity;
  s.all.base = first_address;
  s.all.size = rounded(capacity) * 2 + (64u << 20);
  s.all.bytes = reserve<unsigned char>(s, s.all.size);
  s.all.shade = reserve<std::uint8_t>(s, s.all.size / 4);
  s.all.writers = reserve<std::uint32_t>(s, s.all.size / 4);
  s.all.readers = reserve<std::uint32_t>(s, s.all.size / 4);
  s.all.writer_at = reserve<std::uint16_t>(s, s.all.size / 4);
  s.all.reader_at = reserve<std::uint16_t>(s, s.all.size / 4);
  s.all.lines = reserve<line_mark>(s, s.all.size / line_bytes);
  s.all.line_shade = reserve<std::uint8_t>(s, s.all.size / line_bytes);
  s.all.byte_writers = reserve<std::uint32_t>(s, s.all.size);
  s.all.byte_readers = reserve<std::uint32_t>(s, s.all.size);
  s.next = first_address + red_zone;
}
memory::~memory() {
  for (auto [p, bytes] : state_->mapped) munmap(p, bytes);
}

void memory::state::shade(std::uint64_t address, std::uint64_t bytes, bool is_live, bool is_written) {
  const std::uint64_t offset = address - all.base;
  const auto full = static_cast<std::uint8_t>((is_live ? 0xF0 : 0) | (is_written ? 0x0F : 0));
  std::memset(all.shade + offset / 4, full, bytes / 4);
  std::memset(all.line_shade + offset / line_bytes, full, bytes / line_bytes);
  if (bytes % line_bytes != 0) all.line_shade[(offset + bytes) / line_bytes] = 0;
  if (const std::uint64_t rest = bytes % 4) {
    const auto some = static_cast<unsigned>((1u << rest) - 1);
    all.shade[offset / 4 + bytes / 4] = static_cast<std::uint8_t>((is_live ? some << 4 : 0) | (is_written ? some : 0));
  }
}

std::uint64_t memory::allocate(std::uint64_t bytes, bool is_initialised) {
  state& s = *state_;
  const std::uint64_t extent = rounded(bytes);
  if (extent < bytes || extent > s.capacity || s.used + extent > s.capacity) return 0;
  std::uint64_t address = 0;
  auto fit = s.reusable.lower_bound(extent);
  const bool is_exact = fit != s.reusable.end() && fit->first == extent;
  if (!is_exact && s.next + extent + red_zone <= s.all.base + s.all.size) {
    address = s.next;
    s.next += extent + red_zone;
  } else {
    while (fit == s.reusable.end() && !s.quarantine.empty()) {  // short of addresses: quarantine ends early
      const std::uint64_t old = s.quarantine.front();
      s.quarantine.pop_front();
      s.quarantined -= s.blocks[old].extent;
      s.reusable.emplace(s.blocks[old].extent, old);
      fit = s.reusable.lower_bound(extent);
    }
    if (fit == s.reusable.end()) return 0;
    address = fit->second;
    s.reusable.erase(fit);
  }
  memory_block& b = s.blocks[address];
  b = {bytes, std::max(extent, b.extent), true};
  s.used += b.extent;
  s.peak = std::max(s.peak, s.used);
  ++s.live;
  s.shade(address, bytes, true, is_initialised);
  std::memset(s.all.bytes + (address - s.all.base), 0xFF, extent);
  return address;
}

bool memory::release(std::uint64_t address) {
  state& s = *state_;
  auto found = s.blocks.find(address);
  if (found == s.blocks.end() || !found->second.is_live) return false;
  memory_block& b = found->second;
  b.is_live = false;
  s.used -= b.extent;
  --s.live;
  s.shade(address, b.extent, false, false);
  if (b.extent >= 16u << 20)
    madvise(s.all.bytes + (address - s.all.base + 4095) / 4096 * 4096, b.extent - 8192, MADV_DONTNEED);
  s.quarantine.push_back(address);
  s.quarantined += b.extent;
  while (!s.quarantine.empty() && (s.quarantined > quarantine_limit || s.quarantine.size() > quarantine_count)) {
    const std::uint64_t old = s.quarantine.front();
    s.quarantine.pop_front();
    s.quarantined -= s.blocks[old].extent;
    s.reusable.emplace(s.blocks[old].extent, old);
  }
  return true;
}

const memory_block* memory::state::block_at(std::uint64_t address, std::uint64_t& first) const {
  auto after = blocks.upper_bound(address);
  if (after == blocks.begin()) return nullptr;
  --after;
  first = after->first;
  return &after->second;
}

namespace {
bool is_inside(const memory::state& s, std::uint64_t address, std::uint64_t bytes) {
  std::uint64_t first = 0;
  const memory_block* b = s.block_at(address, first);
  return b != nullptr && b->is_live && address - first <= b->bytes && bytes <= b->bytes - (address - first);
}
std::uint64_t unwritten(const memory::state& s, std::uint64_t offset, std::uint64_t bytes) {
  std::uint64_t n = 0;
  std::uint64_t k = offset;
  const std::uint64_t end = offset + bytes;
  while (k < end) {
    std::uint64_t eight = 0;
    if (k % 4 == 0 && end - k >= 32) std::memcpy(&eight, s.all.shade + k / 4, 8);
    if ((eight & 0x0F0F0F0F0F0F0F0Fu) == 0x0F0F0F0F0F0F0F0Fu)
      k += 32;
    else if (k % 4 == 0 && end - k >= 4 && (s.all.shade[k / 4] & 15) == 15)
      k += 4;
    else
      n += (s.all.shade[k / 4] >> k % 4 & 1) == 0, ++k;
  }
  return n;
}
void mark_written(memory::state& s, std::uint64_t offset, std::uint64_t bytes) {
  std::uint64_t k = offset;
  const std::uint64_t end = offset + bytes;
  for (; k < end && k % 4 != 0; ++k) s.all.shade[k / 4] = static_cast<std::uint8_t>(s.all.shade[k / 4] | 1u << k % 4);
  const std::uint64_t whole = (end - k) / 4;
  for (std::uint64_t g = k / 4; g < k / 4 + whole; ++g)
    s.all.shade[g] = static_cast<std::uint8_t>(s.all.shade[g] | 15u);
  for (k += whole * 4; k < end; ++k) s.all.shade[k / 4] = static_cast<std::uint8_t>(s.all.shade[k / 4] | 1u << k % 4);
}
}  // namespace

bool memory::write(std::uint64_t address, const void* from, std::uint64_t bytes) {
  state& s = *state_;
  if (!is_inside(s, address, bytes)) return false;
  if (bytes == 0) return true;
  std::memcpy(s.all.bytes + (address - s.all.base), from, bytes);
  mark_written(s, address - s.all.base, bytes);
  return true;
}
bool memory::read(std::uint64_t address, void* to, std::uint64_t bytes) const {
  const state& s = *state_;
  if (!is_inside(s, address, bytes)) return false;
  if (bytes == 0) return true;
  if (unwritten(s, address - s.all.base, bytes) != 0) ++s.unwritten_reads;
  std::memcpy(to, s.all.bytes + (address - s.all.base), bytes);
  return true;
}
bool memory::fill(std::uint64_t address, std::uint32_t value, int width, std::uint64_t count) {
  state& s = *state_;
  const std::uint64_t bytes = count * static_cast<std::uint64_t>(width);
  if (!is_inside(s, address, bytes)) return false;
  unsigned char* to = s.all.bytes + (address - s.all.base);
  for (std::uint64_t k = 0; k < count; ++k)
    std::memcpy(to + k * static_cast<std::uint64_t>(width), &value, static_cast<std::size_t>(width));
  mark_written(s, address - s.all.base, bytes);
  return true;
}
bool memory::copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  state& s = *state_;
  if (!is_inside(s, to, bytes) || !is_inside(s, from, bytes)) return false;
  const std::uint64_t t = to - s.all.base, f = from - s.all.base;
  std::vector<std::uint8_t> written(bytes);
  for (std::uint64_t k = 0; k < bytes; ++k) written[k] = s.all.shade[(f + k) / 4] >> (f + k) % 4 & 1;
  std::memmove(s.all.bytes + t, s.all.bytes + f, bytes);
  for (std::uint64_t k = 0; k < bytes; ++k) {
    const auto bit = static_cast<unsigned>(1u << (t + k) % 4);
    std::uint8_t& shade = s.all.shade[(t + k) / 4];
    shade = static_cast<std::uint8_t>(written[k] != 0 ? shade | bit : shade & ~bit);
  }
  if (bytes != 0) std::memset(s.all.line_shade + t / line_bytes, 0, (t + bytes - 1) / line_bytes - t / line_bytes + 1);
  return true;
}

std::uint64_t memory::used() const { return state_->used; }
std::uint64_t memory::peak() const { return state_->peak; }
std::uint64_t memory::capacity() const { return state_->capacity; }
std::uint64_t memory::live_blocks() const { return state_->live; }

void memory::state::forget_tokens() {
  madvise(all.writers, all.size, MADV_DONTNEED);
  madvise(all.readers, all.size, MADV_DONTNEED);
  madvise(all.lines, all.size / line_bytes * sizeof(line_mark), MADV_DONTNEED);
  madvise(all.byte_writers, all.size * 4, MADV_DONTNEED);
  madvise(all.byte_readers, all.size * 4, MADV_DONTNEED);
  next_segment = 1;
  ++generation;
}

}  // namespace softcuda
