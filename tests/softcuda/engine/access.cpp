// SPDX-License-Identifier: MIT
#include "access.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace softcuda {
namespace {

using syntax::space;

// ---- between registers and bytes ----
template <class Register, class Element>
void widen(machine& m, std::uint32_t slot, const unsigned char* const (&from)[32], std::uint32_t mask) {
  aliasing<Register>* d = m.lanes<Register>(slot);
  each_lane(mask, [&](unsigned l) {
    Element value;
    std::memcpy(&value, from[l], sizeof value);
    d[l] = static_cast<Register>(value);
  });
}
template <class Element>
void widen_to(machine& m, const instruction& i, std::uint32_t slot, const unsigned char* const (&from)[32],
              std::uint32_t mask) {
  using wide16 = std::conditional_t<std::is_signed_v<Element>, std::int16_t, std::uint16_t>;
  using wide32 = std::conditional_t<std::is_signed_v<Element>, std::int32_t, std::uint32_t>;
  using wide64 = std::conditional_t<std::is_signed_v<Element>, std::int64_t, std::uint64_t>;
  if (i.register_width == 2)
    widen<wide16, Element>(m, slot, from, mask);
  else if (i.register_width == 4)
    widen<wide32, Element>(m, slot, from, mask);
  else
    widen<wide64, Element>(m, slot, from, mask);
}
void load_lanes(machine& m, const instruction& i, std::uint32_t slot, const unsigned char* const (&from)[32],
                std::uint32_t mask) {
  switch (i.width * 2 + (i.is_signed ? 1 : 0)) {
    case 2:
      return widen_to<std::uint8_t>(m, i, slot, from, mask);
    case 3:
      return widen_to<std::int8_t>(m, i, slot, from, mask);
    case 4:
      return widen_to<std::uint16_t>(m, i, slot, from, mask);
    case 5:
      return widen_to<std::int16_t>(m, i, slot, from, mask);
    case 8:
      return widen_to<std::uint32_t>(m, i, slot, from, mask);
    case 9:
      return widen_to<std::int32_t>(m, i, slot, from, mask);
    default:
      return widen_to<std::uint64_t>(m, i, slot, from, mask);
  }
}
void store_lanes(machine& m, const instruction& i, std::uint32_t slot, unsigned char* const (&to)[32],
                 std::uint32_t mask) {
  const unsigned char* from = m.registers + slot;
  each_lane(mask, [&](unsigned l) { std::memcpy(to[l], from + l * i.register_width, i.width); });  // little endian
}

// Four words of each of 32 lanes, from where `place` says, to four registers; and back. By blocks of 4 x 4.
typedef std::uint32_t quad __attribute__((vector_size(16)));
inline void transpose(quad& a, quad& b, quad& c, quad& d) {
  const quad ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7),
             cd = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}
struct quad_registers {
  unsigned char* of[4];
  alignas(16) unsigned char unused[128];  // for an operand that is not there
  quad_registers(machine& m, const instruction& i) {
    for (unsigned k = 0; k < 4; ++k) {
      const std::uint32_t slot = m.program->lists[i.list + k];
      of[k] = slot == nothing ? unused : m.registers + slot;
    }
  }
};
template <bool IsTwofold = false, class Place>
void bring_quads(const quad_registers& registers, unsigned begin, unsigned end, Place place) {
  for (unsigned l = begin; l < end; l += 4) {
    quad q[4];
    for (unsigned k = 0; k < 4; ++k) std::memcpy(&q[k], place(l + k), 16);
    transpose(q[0], q[1], q[2], q[3]);
    for (unsigned k = 0; k < 4; ++k) std::memcpy(registers.of[k] + l * 4, &q[k], 16);
    if constexpr (IsTwofold)  // so for the lanes of the second half
      for (unsigned k = 0; k < 4; ++k) std::memcpy(registers.of[k] + (l + 16) * 4, &q[k], 16);
  }
}
template <class Place> void leave_quads(const quad_registers& registers, unsigned begin, unsigned end, Place place) {
  for (unsigned l = begin; l < end; l += 4) {
    quad q[4];
    for (unsigned k = 0; k < 4; ++k) std::memcpy(&q[k], registers.of[k] + l * 4, 16);
    transpose(q[0], q[1], q[2], q[3]);
    for (unsigned k = 0; k < 4; ++k) std::memcpy(place(l + k), &q[k], 16);
  }
}

template <class T> void gather(unsigned char* to, const unsigned char* from, unsigned count, unsigned stride) {
  for (unsigned l = 0; l < count; ++l) std::memcpy(to + l * sizeof(T), from + l * stride, sizeof(T));
}
template <class T> void scatter(unsigned char* to, const unsigned char* from, unsigned count, unsigned stride) {
  for (unsigned l = 0; l < count; ++l) std::memcpy(to + l * stride, from + l * sizeof(T), sizeof(T));
}

void put_masked(machine& m, std::uint32_t slot, const std::uint32_t (&value)[32], std::uint32_t mask) {
  const std::uint32_t active = std::exchange(m.active, mask);
  m.put(slot, value);
  m.active = active;
}
// Neighbouring narrow elements, each into a wider register.
template <class Register, class Element>
void widen_run(machine& m, std::uint32_t slot, const unsigned char* from, const request& q) {
  aliasing<Register>* d = m.lanes<Register>(slot) + q.first;
  if (q.count == 32)
    for (unsigned l = 0; l < 32; ++l) d[l] = static_cast<Register>(reinterpret_cast<const aliasing<Element>*>(from)[l]);
  else
    for (unsigned l = 0; l < q.count; ++l)
      d[l] = static_cast<Register>(reinterpret_cast<const aliasing<Element>*>(from)[l]);
}
template <class Register, class Element>
void narrow_run(machine& m, std::uint32_t slot, unsigned char* to, const request& q) {
  const aliasing<Register>* from = m.lanes<Register>(slot) + q.first;
  for (unsigned l = 0; l < q.count; ++l) reinterpret_cast<aliasing<Element>*>(to)[l] = static_cast<Element>(from[l]);
}
bool load_narrow(machine& m, const instruction& i, const unsigned char* from, const request& q) {
  if (i.lanes != 1 || !q.is_contiguous || i.is_signed || q.count < 2) return false;
  if (i.width == 1 && i.register_width == 2) return widen_run<std::uint16_t, std::uint8_t>(m, i.d, from, q), true;
  if (i.width == 1 && i.register_width == 4) return widen_run<std::uint32_t, std::uint8_t>(m, i.d, from, q), true;
  if (i.width == 2 && i.register_width == 4) return widen_run<std::uint32_t, std::uint16_t>(m, i.d, from, q), true;
  return false;
}
bool store_narrow(machine& m, const instruction& i, unsigned char* to, const request& q) {
  if (i.lanes != 1 || !q.is_contiguous || q.count < 2) return false;
  if (i.width == 1 && i.register_width == 2) return narrow_run<std::uint16_t, std::uint8_t>(m, i.d, to, q), true;
  if (i.width == 1 && i.register_width == 4) return narrow_run<std::uint32_t, std::uint8_t>(m, i.d, to, q), true;
  if (i.width == 2 && i.register_width == 4) return narrow_run<std::uint32_t, std::uint16_t>(m, i.d, to, q), true;
  return false;
}
std::uint32_t slot_of(const machine& m, const instruction& i, unsigned k) {
  return i.lanes == 1 ? i.d : m.program->lists[i.list + k];
}

void bring_request(machine& m, const instruction& i, const region& r, const request& q) {
  const std::uint32_t width = i.width;
  if (q.is_contiguous && width == i.register_width && q.count > 1) {
    const unsigned char* from = r.bytes + q.offset[q.first];
    for (unsigned k = 0; k < i.lanes; ++k) {
      const std::uint32_t slot = slot_of(m, i, k);
      if (slot == nothing) continue;
      unsigned char* to = m.registers + slot + q.first * width;
      if (i.lanes == 1 && q.count == 32 && width == 4)
        std::memcpy(to, from, 128);
      else if (i.lanes == 1)
        std::memcpy(to, from, static_cast<std::size_t>(width) * q.count);
      else if (width == 4)
        gather<std::uint32_t>(to, from + k * 4, q.count, q.bytes);
      else if (width == 8)
        gather<std::uint64_t>(to, from + k * 8, q.count, q.bytes);
      else
        gather<std::uint16_t>(to, from + k * 2, q.count, q.bytes);
    }
    return;
  }
  if (load_narrow(m, i, r.bytes + q.offset[q.first], q)) return;
  if (width == 4 && i.register_width == 4 && i.lanes == 4 && q.mask == 0xFFFFFFFFu) {
    const quad_registers registers(m, i);
    const auto place = [&](unsigned l) { return r.bytes + q.offset[l]; };
    return q.is_twofold ? bring_quads<true>(registers, 0, 16, place) : bring_quads(registers, 0, 32, place);
  }
  if (width == 4 && i.register_width == 4) {
    for (unsigned k = 0; k < i.lanes; ++k) {
      std::uint32_t value[32];
      for (unsigned l = 0; l < 32; ++l)
        std::memcpy(&value[l], r.bytes + q.offset[l] + k * 4, 4);  // lanes that are off repeat the first
      if (const std::uint32_t slot = slot_of(m, i, k); slot != nothing) put_masked(m, slot, value, q.mask);
    }
    return;
  }
  const unsigned char* from[32];
  for (unsigned k = 0; k < i.lanes; ++k) {
    each_lane(q.mask, [&](unsigned l) { from[l] = r.bytes + q.offset[l] + k * width; });
    if (const std::uint32_t slot = slot_of(m, i, k); slot != nothing) load_lanes(m, i, slot, from, q.mask);
  }
}

void leave_request(machine& m, const instruction& i, region& r, const request& q) {
  note_progress(m);
  const std::uint32_t width = i.width;
  if (q.is_contiguous && width == i.register_width && q.count > 1) {
    unsigned char* to = r.bytes + q.offset[q.first];
    for (unsigned k = 0; k < i.lanes; ++k) {
      const unsigned char* from = m.registers + slot_of(m, i, k) + q.first * width;
      if (i.lanes == 1 && q.count == 32 && width == 4)
        std::memcpy(to, from, 128);
      else if (i.lanes == 1)
        std::memcpy(to, from, static_cast<std::size_t>(width) * q.count);
      else if (width == 4)
        scatter<std::uint32_t>(to + k * 4, from, q.count, q.bytes);
      else if (width == 8)
        scatter<std::uint64_t>(to + k * 8, from, q.count, q.bytes);
      else
        scatter<std::uint16_t>(to + k * 2, from, q.count, q.bytes);
    }
    return;
  }
  if (store_narrow(m, i, r.bytes + q.offset[q.first], q)) return;
  if (width == 4 && i.register_width == 4 && i.lanes == 4 && q.mask == 0xFFFFFFFFu)
    return leave_quads(quad_registers(m, i), 0, 32, [&](unsigned l) { return r.bytes + q.offset[l]; });
  if (width == 4 && i.register_width == 4 && q.mask == 0xFFFFFFFFu) {
    for (unsigned k = 0; k < i.lanes; ++k) {
      const unsigned char* from = m.registers + slot_of(m, i, k);
      for (unsigned l = 0; l < 32; ++l) std::memcpy(r.bytes + q.offset[l] + k * 4, from + l * 4, 4);
    }
    return;
  }
  unsigned char* to[32];
  for (unsigned k = 0; k < i.lanes; ++k) {
    each_lane(q.mask, [&](unsigned l) { to[l] = r.bytes + q.offset[l] + k * width; });
    store_lanes(m, i, slot_of(m, i, k), to, q.mask);
  }
}

template <bool IsStore> void transfer_request(machine& m, const instruction& i, region& r, request& q) {
  check(m, i, r, q);
  if (IsStore)
    leave_request(m, i, r, q);
  else
    bring_request(m, i, r, q);
}

// ---- local: a thread's own bytes ----
void local_access(machine& m, const instruction& i, const std::uint64_t (&offset)[32], std::uint32_t mask,
                  bool is_store) {
  const std::uint32_t size = m.program->local_bytes, bytes = static_cast<std::uint32_t>(i.width) * i.lanes;
  if (bytes == 4 && i.register_width == 4 && i.lanes == 1 && mask == 0xFFFFFFFFu) {
    std::uint64_t outside = 0;
    for (unsigned l = 0; l < 32; ++l) outside |= (offset[l] >= size ? 1u : 0u) | (offset[l] & 3);
    if (outside == 0) {
      unsigned char *bytes_of = m.warp->local.data(), *written = m.warp->local_written.data();
      std::uint32_t all = 0xFFFFFFFFu;
      aliasing<std::uint32_t>* d = m.lanes<std::uint32_t>(i.d);
      if (is_store) {
        constexpr std::uint32_t ones = 0xFFFFFFFFu;
        for (unsigned l = 0; l < 32; ++l) {
          const std::uint64_t place = std::uint64_t{l} * size + offset[l];
          std::memcpy(written + place, &ones, 4);
          const std::uint32_t value = d[l];
          std::memcpy(bytes_of + place, &value, 4);
        }
      } else {
        std::uint32_t value[32];
        for (unsigned l = 0; l < 32; ++l) {
          const std::uint64_t place = std::uint64_t{l} * size + offset[l];
          std::uint32_t w;
          std::memcpy(&w, written + place, 4);
          all &= w;
          std::memcpy(&value[l], bytes_of + place, 4);
        }
        if (all == 0xFFFFFFFFu) m.put(i.d, value);
      }
      if (all == 0xFFFFFFFFu) {
        m.counted->local_bytes += 128;
        return;
      }
    }
  }
  unsigned char* at[32];
  const unsigned char* from[32];
  each_lane(mask, [&](unsigned l) {
    if (offset[l] >= size || bytes > size - offset[l])
      m.fail(violation::out_of_bounds,
             "accesses " + std::to_string(bytes) + " bytes at offset " +
                 std::to_string(static_cast<std::int64_t>(offset[l])) + " of local memory, but a thread has " +
                 std::to_string(size),
             static_cast<int>(l));
    if (offset[l] % bytes != 0)
      m.fail(violation::misaligned,
             "accesses " + std::to_string(bytes) + " bytes at offset " + std::to_string(offset[l]) + " of local memory",
             static_cast<int>(l));
    const std::uint64_t place = std::uint64_t{l} * size + offset[l];
    unsigned char* written = m.warp->local_written.data() + place;
    if (is_store)
      std::memset(written, 0xFF, bytes);
    else if (std::memchr(written, 0, bytes) != nullptr)
      m.fail(violation::uninitialised_read,
             "reads local memory at offset " + std::to_string(offset[l]) + " that the thread has not written",
             static_cast<int>(l));
    at[l] = m.warp->local.data() + place;
  });
  m.counted->local_bytes += static_cast<std::uint64_t>(__builtin_popcount(mask)) * bytes;
  for (unsigned k = 0; k < i.lanes; ++k) {
    const std::uint32_t slot = slot_of(m, i, k);
    if (slot == nothing) continue;
    if (is_store)
      store_lanes(m, i, slot, at, mask);
    else {
      each_lane(mask, [&](unsigned l) { from[l] = at[l]; });
      load_lanes(m, i, slot, from, mask);
    }
    each_lane(mask, [&](unsigned l) { at[l] += i.width; });
  }
}

template <class T> void broadcast(machine& m, std::uint32_t slot, const unsigned char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  T r[32];
  for (T& x : r) x = value;
  m.put(slot, r);
}
// A parameter at a constant offset: one value for all lanes.
void load_one_param(machine& m, const instruction& i) {
  const std::vector<unsigned char>& block = m.launch->what->parameters;
  const auto offset = static_cast<std::uint64_t>(i.immediate);
  if (offset + i.width > block.size())
    m.fail(violation::out_of_bounds,
           "reads " + std::to_string(i.width) + " bytes at offset " + std::to_string(offset) +
               " of the parameters, which have " + std::to_string(block.size()),
           __builtin_ctz(m.active));
  const unsigned char* from = block.data() + offset;
  if (i.width == 4)
    broadcast<std::uint32_t>(m, i.d, from);
  else if (i.width == 8)
    broadcast<std::uint64_t>(m, i.d, from);
  else
    broadcast<std::uint16_t>(m, i.d, from);
}
void load_param(machine& m, const instruction& i, const std::uint64_t (&offset)[32], std::uint32_t mask) {
  const std::vector<unsigned char>& block = m.launch->what->parameters;
  const std::uint32_t bytes = static_cast<std::uint32_t>(i.width) * i.lanes;
  const unsigned char* from[32];
  each_lane(mask, [&](unsigned l) {
    if (offset[l] >= block.size() || bytes > block.size() - offset[l])
      m.fail(violation::out_of_bounds,
             "reads " + std::to_string(bytes) + " bytes at offset " + std::to_string(offset[l]) +
                 " of the parameters, which have " + std::to_string(block.size()),
             static_cast<int>(l));
    from[l] = block.data() + offset[l];
  });
  for (unsigned k = 0; k < i.lanes; ++k) {
    if (const std::uint32_t slot = slot_of(m, i, k); slot != nothing) load_lanes(m, i, slot, from, mask);
    each_lane(mask, [&](unsigned l) { from[l] += i.width; });
  }
}

// ---- one handler a space ----
template <bool IsStore>
void in_global(machine& m, const instruction& i, const std::uint64_t (&address)[32], std::uint32_t mask) {
  request q;
  const std::uint64_t base = m.launch->global->all.base;
  for (unsigned l = 0; l < 32; ++l) q.offset[l] = address[l] - base;
  q.mask = mask;
  q.bytes = static_cast<std::uint32_t>(i.width) * i.lanes;
  q.how = IsStore ? use::write : use::read;
  q.is_read_only = i.is_read_only;
  q.is_strong = i.is_strong;
  transfer_request<IsStore>(m, i, m.launch->global->all, q);
  if (i.is_strong) m.launch->release_and_acquire(*m.block);
}
template <bool IsStore>
void in_shared(machine& m, const instruction& i, const std::uint64_t (&offset)[32], std::uint32_t mask) {
  request q;
  std::memcpy(q.offset, offset, sizeof q.offset);
  q.mask = mask;
  q.bytes = static_cast<std::uint32_t>(i.width) * i.lanes;
  q.how = IsStore ? use::write : use::read;
  q.is_strong = i.is_strong;
  transfer_request<IsStore>(m, i, m.block->shared, q);
}

// ---- full warps, by the pattern of their addresses: halves that are runs or share one need no list of them ----
template <class Address> bool find_halves(const aliasing<Address>* a, std::uint32_t bytes, halves& h) {
  const int shift = std::countr_zero(bytes);
  Address start[2], on[2];
  for (unsigned k = 0; k < 2; ++k) {
    start[k] = a[16 * k];
    const Address step = a[16 * k + 1] - start[k];  // says which of the two the half may be
    if (step != 0 && step != bytes) return false;
    on[k] = step != 0 ? ~Address{0} : Address{0};
    h.start[k] = start[k];
    h.is_run[k] = step != 0;
  }
  const Address first = start[0], second = start[1], first_on = on[0], second_on = on[1];
  Address differs = 0;
  for (unsigned l = 0; l < 16; ++l) {
    const Address away = static_cast<Address>(l) << shift;
    differs |= ((a[l] - first) ^ (away & first_on)) | ((a[16 + l] - second) ^ (away & second_on));
  }
  h.is_next = h.start[1] - h.start[0] == 16 * std::uint64_t{bytes};
  return differs == 0;
}
// The first of the addresses.
std::uint64_t first_of(const pattern& p, const instruction& i) {
  const std::uint64_t first = p.first + static_cast<std::uint64_t>(i.immediate);
  return i.is_wide || i.a == nothing ? first : static_cast<std::uint32_t>(first);
}
// How they lie.
pattern& pattern_of(machine& m, const instruction& i, std::uint32_t bytes, bool is_shared) {
  pattern& p = m.launch->patterns[(is_shared ? m.warp->index % pattern_sets * m.program->patterns : 0) + i.pattern];
  if (i.keeps_address && p.stretch == m.stretch) return p;
  const auto look = [&]<class Address>(const aliasing<Address>* a) {
    p.first = a[0];
    if (p.is_halves ? repeats_halves<Address>(p, a, bytes) : repeats<Address>(p, a)) return;
    for (unsigned l = 0; l < 32; ++l) p.apart[l] = apart_of<Address>(a[l], a[0]);
    conclude(p, bytes, is_shared);
  };
  if (i.a == nothing) {
    if (!p.is_known) conclude(p, bytes, is_shared);
  } else if (i.is_wide) {
    look.template operator()<std::uint64_t>(m.lanes<std::uint64_t>(i.a));
  } else {
    look.template operator()<std::uint32_t>(m.lanes<std::uint32_t>(i.a));
  }
  p.stretch = m.stretch;
  return p;
}
template <class T, unsigned Lanes>
void bring(machine& m, const instruction& i, const unsigned char* bytes, const halves& h) {
  if constexpr (sizeof(T) == 4 && Lanes == 4) {
    const quad_registers registers(m, i);
    for (unsigned part = 0; part < 2; ++part) {
      const unsigned char* from = bytes + h.start[part];
      if (h.is_run[part]) {
        bring_quads(registers, part * 16, part * 16 + 16, [&](unsigned l) { return from + (l & 15) * 16; });
      } else {
        for (unsigned k = 0; k < 4; ++k) {
          std::uint32_t value;
          std::memcpy(&value, from + k * 4, 4);
          const quad four = quad{} + value;
          for (unsigned l = 0; l < 16; l += 4) std::memcpy(registers.of[k] + (part * 16 + l) * 4, &four, 16);
        }
      }
    }
    return;
  }
  for (unsigned k = 0; k < Lanes; ++k) {
    const std::uint32_t slot = slot_of(m, i, k);
    if (slot == nothing) continue;
    aliasing<T>* d = m.lanes<T>(slot);
    const aliasing<T>* from = reinterpret_cast<const aliasing<T>*>(bytes + h.start[0]) + k;
    if (h.is_whole_run()) {
      for (unsigned l = 0; l < 32; ++l) d[l] = from[l * Lanes];
      continue;
    }
    for (unsigned part = 0; part < 2; ++part, d += 16) {
      from = reinterpret_cast<const aliasing<T>*>(bytes + h.start[part]) + k;
      if (h.is_run[part]) {
        for (unsigned l = 0; l < 16; ++l) d[l] = from[l * Lanes];
      } else {
        const T value = *from;
        for (unsigned l = 0; l < 16; ++l) d[l] = value;
      }
    }
  }
}
template <class T, unsigned Lanes> void leave(machine& m, const instruction& i, unsigned char* bytes, const halves& h) {
  if constexpr (sizeof(T) == 4 && Lanes == 4) {
    const quad_registers registers(m, i);
    for (unsigned part = 0; part < 2; ++part)
      leave_quads(registers, part * 16, part * 16 + 16,
                  [&](unsigned l) { return bytes + h.start[part] + (l & 15) * 16; });
    return;
  }
  for (unsigned k = 0; k < Lanes; ++k) {
    const aliasing<T>* from = m.lanes<T>(slot_of(m, i, k));
    for (unsigned part = 0; part < 2; ++part, from += 16) {
      aliasing<T>* to = reinterpret_cast<aliasing<T>*>(bytes + h.start[part]) + k;
      for (unsigned l = 0; l < 16; ++l) to[l * Lanes] = from[l];
    }
  }
}
template <class T, bool IsStore>
bool transfer(machine& m, const instruction& i, unsigned char* bytes, const halves& h) {
  switch (i.lanes) {
    case 1:
      IsStore ? leave<T, 1>(m, i, bytes, h) : bring<T, 1>(m, i, bytes, h);
      return true;
    case 2:
      IsStore ? leave<T, 2>(m, i, bytes, h) : bring<T, 2>(m, i, bytes, h);
      return true;
    default:
      IsStore ? leave<T, 4>(m, i, bytes, h) : bring<T, 4>(m, i, bytes, h);
      return true;
  }
}
// Lanes anywhere. False: nothing has happened.
template <bool IsStore>
[[gnu::noinline]] bool access_scattered(machine& m, const instruction& i, region& r, pattern& p, std::uint64_t start,
                                        std::uint32_t bytes) {
  const extent reach{start + p.low, start + p.high, start};
  if (!p.is_aligned || start % bytes != 0 || reach.low > reach.high || reach.high >= r.size) return false;
  request q;
  for (unsigned l = 0; l < 32; ++l) q.offset[l] = start + p.apart[l];
  q.mask = 0xFFFFFFFFu;
  q.bytes = bytes;
  q.how = IsStore ? use::write : use::read;
  q.is_read_only = i.is_read_only;
  q.count = 32;
  q.is_apart = p.is_apart;
  q.is_twofold = p.is_twofold;
  if (m.launch->chosen.counts) count_scattered(m, r, q, p);
  check_known(m, r, q, reach);
  if (IsStore)
    leave_request(m, i, r, q);
  else
    bring_request(m, i, r, q);
  return true;
}
// So for halves.
template <bool IsStore>
bool access_halves(machine& m, const instruction& i, region& r, const halves& h, std::uint32_t bytes,
                   std::uint64_t conflicts) {
  const use how = IsStore ? use::write : use::read;
  if (!check_halves(m, r, h, bytes, how, i.is_read_only)) return false;
  if (m.launch->chosen.counts) count_halves(m, r, h, bytes, how, conflicts);
  if (IsStore) note_progress(m);
  return i.width == 4 ? transfer<std::uint32_t, IsStore>(m, i, r.bytes, h)
                      : transfer<std::uint64_t, IsStore>(m, i, r.bytes, h);
}
// In shared memory the same addresses come again, and whether they conflict takes long to find out. In global memory
// halves are found sooner than a pattern is fetched.
template <space Where, bool IsStore> bool access_by_pattern(machine& m, const instruction& i) {
  const std::uint32_t bytes = static_cast<std::uint32_t>(i.width) * i.lanes;
  if (m.active != 0xFFFFFFFFu || i.width != i.register_width || i.width < 4 || bytes > 16 || i.is_strong) return false;
  constexpr bool is_shared = Where == space::shared;
  region& r = is_shared ? m.block->shared : m.launch->global->all;
  if (!is_shared && i.a != nothing && i.is_wide) {
    halves h;
    if (find_halves<std::uint64_t>(m.lanes<std::uint64_t>(i.a), bytes, h)) {
      for (std::uint64_t& start : h.start) start += static_cast<std::uint64_t>(i.immediate) - r.base;
      return access_halves<IsStore>(m, i, r, h, bytes, 0);
    }
  }
  pattern& p = pattern_of(m, i, bytes, is_shared);
  std::uint64_t start = first_of(p, i);
  if (!is_shared)
    start -= r.base;
  else if (i.is_wide)
    start -= (start & window_mask) == shared_window ? shared_window : 0;
  if (!p.is_halves) return access_scattered<IsStore>(m, i, r, p, start, bytes);
  const halves h{{start, start + p.between}, {p.is_run[0], p.is_run[1]}, p.between == 16 * std::uint64_t{bytes}};
  return access_halves<IsStore>(m, i, r, h, bytes, p.conflicts);
}

template <space Where, bool IsStore> void access(machine& m, const instruction& i) {
  if constexpr (Where == space::global || Where == space::constant || Where == space::shared)
    if (access_by_pattern<Where, IsStore>(m, i)) return;
  if constexpr (Where == space::param)
    if (i.a == nothing && i.lanes == 1 && i.width == i.register_width) return load_one_param(m, i);
  std::uint64_t address[32];
  addresses_of(m, i, address);
  if constexpr (Where == space::global || Where == space::constant)
    in_global<IsStore>(m, i, address, m.active);
  else if constexpr (Where == space::shared) {
    if (i.is_wide)
      for (unsigned l = 0; l < 32; ++l) address[l] -= (address[l] & window_mask) == shared_window ? shared_window : 0;
    in_shared<IsStore>(m, i, address, m.active);
  } else if constexpr (Where == space::local)
    local_access(m, i, address, m.active, IsStore);
  else if constexpr (Where == space::param)
    load_param(m, i, address, m.active);
  else {  // generic: by window, each window's lanes together
    std::uint32_t shared = 0, local = 0, param = 0;
    each_lane(m.active, [&](unsigned l) {
      const std::uint64_t window = address[l] & window_mask;
      shared |= (window == shared_window ? 1u : 0u) << l;
      local |= (window == local_window ? 1u : 0u) << l;
      param |= (window == param_window ? 1u : 0u) << l;
    });
    if (const std::uint32_t rest = m.active & ~(shared | local | param)) in_global<IsStore>(m, i, address, rest);
    if ((shared | local | param) == 0) return;
    for (unsigned l = 0; l < 32; ++l) address[l] &= ~window_mask;
    if (shared != 0) in_shared<IsStore>(m, i, address, shared);
    if (local != 0) local_access(m, i, address, local, IsStore);
    if (param != 0) load_param(m, i, address, param);
  }
}

}  // namespace

void addresses_of(machine& m, const instruction& i, std::uint64_t (&to)[32]) {
  const auto displacement = static_cast<std::uint64_t>(i.immediate);
  if (i.a == nothing) {
    for (std::uint64_t& a : to) a = displacement;
  } else if (i.is_wide) {
    const aliasing<std::uint64_t>* from = m.lanes<std::uint64_t>(i.a);
    for (unsigned l = 0; l < 32; ++l) to[l] = from[l] + displacement;
  } else {
    const aliasing<std::uint32_t>* from = m.lanes<std::uint32_t>(i.a);
    for (unsigned l = 0; l < 32; ++l)
      to[l] = static_cast<std::uint32_t>(from[l] + static_cast<std::uint32_t>(displacement));
  }
}

handler load_from(space where) {
  switch (where) {
    case space::global:
      return access<space::global, false>;
    case space::constant:
      return access<space::constant, false>;
    case space::shared:
      return access<space::shared, false>;
    case space::local:
      return access<space::local, false>;
    case space::param:
      return access<space::param, false>;
    default:
      return access<space::none, false>;
  }
}
handler store_to(space where) {
  switch (where) {
    case space::global:
      return access<space::global, true>;
    case space::shared:
      return access<space::shared, true>;
    case space::local:
      return access<space::local, true>;
    default:
      return access<space::none, true>;
  }
}

unsigned char* atomic_place(machine& m, const instruction& i, space where, std::uint64_t address, std::uint32_t bytes,
                            unsigned lane) {
  if (where == space::none) {
    where = (address & window_mask) == shared_window ? space::shared : space::global;
    if (where == space::shared) address &= ~window_mask;
  }
  region& r = where == space::shared ? m.block->shared : m.launch->global->all;
  request q;
  q.offset[lane] = where == space::shared ? address & ~window_mask : address - r.base;
  for (unsigned l = 0; l < 32; ++l) q.offset[l] = q.offset[lane];
  q.mask = 1u << lane;
  q.bytes = bytes;
  q.how = use::atomic;
  check(m, i, r, q);
  return r.bytes + q.offset[lane];
}

}  // namespace softcuda
