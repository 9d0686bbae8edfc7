// SPDX-License-Identifier: MIT
// mov, packing and unpacking, cvta, and the changes of width that the decoder needs between registers.
#include "decode.hpp"
#include "lanes.hpp"
#include "launch_state.hpp"

namespace softcuda {
namespace {

using syntax::scalar;
using syntax::space;
using kind = syntax::operand::kind;

template <class T> T same(T a) { return a; }
template <class To, class From> To resized(From a) { return static_cast<To>(a); }

void move_predicate(machine& m, const instruction& i) {
  m.put_predicate(i.d, m.predicate(i.a) ^ (i.variant != 0 ? 0xFFFFFFFFu : 0));
}

// `lanes` parts of register_width bytes each make one register of width bytes.
void pack(machine& m, const instruction& i) {
  each_lane(m.active, [&](unsigned l) {
    std::uint64_t value = 0;
    for (unsigned k = 0; k < i.lanes; ++k)
      std::memcpy(reinterpret_cast<unsigned char*>(&value) + k * i.register_width,
                  m.registers + m.program->lists[i.list + k] + l * std::max<std::size_t>(i.register_width, 2),
                  i.register_width);
    std::memcpy(m.registers + i.d + l * i.width, &value, i.width);
  });
}
void unpack(machine& m, const instruction& i) {
  for (unsigned k = 0; k < i.lanes; ++k) {
    const std::uint32_t slot = m.program->lists[i.list + k];
    if (slot == nothing) continue;
    each_lane(m.active, [&](unsigned l) {
      std::uint16_t byte = m.registers[i.a + l * i.width + k];
      if (i.register_width == 1)
        std::memcpy(m.registers + slot + l * 2, &byte, 2);
      else
        std::memcpy(m.registers + slot + l * i.register_width, m.registers + i.a + l * i.width + k * i.register_width,
                    i.register_width);
    });
  }
}
// The shapes that nearly all have: two parts.
template <class Part, class Whole> void pack_two(machine& m, const instruction& i) {
  alignas(64) Whole r[32];
  const auto *low = m.lanes<Part>(m.program->lists[i.list]), *high = m.lanes<Part>(m.program->lists[i.list + 1]);
  for (unsigned l = 0; l < 32; ++l)
    r[l] = static_cast<Whole>(low[l]) | static_cast<Whole>(high[l]) << (8 * sizeof(Part));
  m.put(i.d, r);
}
template <class Part, class Whole> void unpack_two(machine& m, const instruction& i) {
  alignas(64) Part low[32], high[32];
  const auto* a = m.lanes<Whole>(i.a);
  for (unsigned l = 0; l < 32; ++l) low[l] = static_cast<Part>(a[l]);
  for (unsigned l = 0; l < 32; ++l) high[l] = static_cast<Part>(a[l] >> (8 * sizeof(Part)));
  if (const std::uint32_t slot = m.program->lists[i.list]; slot != nothing) m.put(slot, low);
  if (const std::uint32_t slot = m.program->lists[i.list + 1]; slot != nothing) m.put(slot, high);
}
void clock_value(machine& m, const instruction& i) {
  const std::uint64_t now = ++m.launch->clock;
  each_lane(m.active, [&](unsigned l) { std::memcpy(m.registers + i.d + l * i.width, &now, i.width); });
}
void lanes_on(machine& m, const instruction& i) {  // activemask
  std::uint32_t r[32];
  for (std::uint32_t& x : r) x = m.active;
  m.put(i.d, r);
}
std::uint64_t window_of(space s) {
  return s == space::shared ? shared_window : s == space::local ? local_window : s == space::param ? param_window : 0;
}
std::uint64_t plus(std::uint64_t a, std::uint64_t b) { return a + b; }

handler copy_of(int width) {
  return width == 2   ? map1<same<std::uint16_t>, std::uint16_t, std::uint16_t>
         : width == 4 ? map1<same<std::uint32_t>, std::uint32_t, std::uint32_t>
                      : map1<same<std::uint64_t>, std::uint64_t, std::uint64_t>;
}

void decode_cvta(decoder& d, const opcode& op) {
  instruction i;
  const scalar t = op.type();
  space where = space::none;
  for (std::string_view p : op.parts) {
    if (p == "global") where = space::global;
    if (p.substr(0, 6) == "shared") where = space::shared;
    if (p == "local") where = space::local;
    if (p == "const") where = space::constant;
    if (p.substr(0, 5) == "param") where = space::param;
  }
  const int width = container(t);
  i.a = d.source(1, t);
  const std::uint64_t window = window_of(where);
  if (window == 0 || width != 8)
    i.run = copy_of(width);
  else {
    i.run = map2<plus, std::uint64_t, std::uint64_t>;
    i.b = d.constant_slot(8, op.has("to") ? 0 - window : window);
  }
  i.d = d.result(0, t);
  d.emit(i, instruction_class::move);
}

}  // namespace

handler resize_handler(int from, int to, bool is_signed) {
  using namespace std;
  if (from == to) return copy_of(from);
  if (is_signed) {
    if (from == 2)
      return to == 4 ? map1<resized<int32_t, int16_t>, int32_t, int16_t>
                     : map1<resized<int64_t, int16_t>, int64_t, int16_t>;
    if (from == 4 && to == 8) return map1<resized<int64_t, int32_t>, int64_t, int32_t>;
  }
  if (from == 2)
    return to == 4 ? map1<resized<uint32_t, uint16_t>, uint32_t, uint16_t>
                   : map1<resized<uint64_t, uint16_t>, uint64_t, uint16_t>;
  if (from == 4)
    return to == 2 ? map1<resized<uint16_t, uint32_t>, uint16_t, uint32_t>
                   : map1<resized<uint64_t, uint32_t>, uint64_t, uint32_t>;
  return to == 2 ? map1<resized<uint16_t, uint64_t>, uint16_t, uint64_t>
                 : map1<resized<uint32_t, uint64_t>, uint32_t, uint64_t>;
}

void decode_move(decoder& d, const opcode& op) {
  if (op.base == "cvta") return decode_cvta(d, op);
  instruction i;
  if (op.base == "activemask") {
    i.run = lanes_on;
    i.d = d.result(0, scalar::b32);
    d.emit(i, instruction_class::warp);
    return;
  }
  if (op.base == "isspacep") d.fail("isspacep is not supported");
  const scalar t = op.type();
  const syntax::operand &to = d.operand(0), &from = d.operand(1);
  if (t == scalar::pred) {
    i.run = move_predicate;
    i.a = d.source(1, t);
    i.variant = from.is_negated ? 1 : 0;
    i.d = d.result(0, t);
    d.emit(i, instruction_class::predicate);
    return;
  }
  const int width = syntax::bytes_of(t);
  i.width = static_cast<std::uint8_t>(width);
  if (from.is == kind::list || to.is == kind::list) {
    const syntax::operand& parts = from.is == kind::list ? from : to;
    const int part = width / static_cast<int>(parts.parts.size());
    const scalar part_type = part == 1 ? scalar::b8 : part == 2 ? scalar::b16 : part == 4 ? scalar::b32 : scalar::b64;
    if (width > 8) d.fail("b128 is not supported");
    i.lanes = static_cast<std::uint8_t>(parts.parts.size());
    i.register_width = static_cast<std::uint8_t>(part);
    std::vector<std::uint32_t> slots;
    if (from.is == kind::list) {
      for (const syntax::operand& o : parts.parts) slots.push_back(d.source(o, part_type));
      i.run = width == 8 && part == 4   ? pack_two<std::uint32_t, std::uint64_t>
              : width == 4 && part == 2 ? pack_two<std::uint16_t, std::uint32_t>
                                        : pack;
      i.d = d.result(0, t);
    } else {
      i.a = d.source(1, t);
      for (const syntax::operand& o : parts.parts)
        slots.push_back(o.is == kind::none ? nothing : d.result(o, part_type));
      i.run = width == 8 && part == 4   ? unpack_two<std::uint32_t, std::uint64_t>
              : width == 4 && part == 2 ? unpack_two<std::uint16_t, std::uint32_t>
                                        : unpack;
    }
    i.list = d.list(slots);
    d.emit(i, instruction_class::move);
    return;
  }
  if (from.is == kind::special && (from.name.substr(0, 6) == "%clock" || from.name.substr(0, 12) == "%globaltimer")) {
    i.run = clock_value;
  } else {
    i.a = d.source(1, t);
    i.run = copy_of(container(t));
  }
  i.d = d.result(0, t);
  d.emit(i, instruction_class::move);
}

}  // namespace softcuda
