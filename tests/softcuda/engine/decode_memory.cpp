// SPDX-License-Identifier: MIT
// ld ldu st prefetch: which space, width, vector and strength.
#include "access.hpp"
#include "decode.hpp"

namespace softcuda {

void fence_of(machine&, const instruction&);

using syntax::scalar;
using syntax::space;

namespace {

bool is_signed_type(scalar t) { return t == scalar::s8 || t == scalar::s16 || t == scalar::s32 || t == scalar::s64; }

instruction_class class_of(space s) {
  switch (s) {
    case space::shared:
      return instruction_class::shared;
    case space::local:
      return instruction_class::local;
    case space::param:
      return instruction_class::parameter;
    default:
      return instruction_class::global;
  }
}

}  // namespace

void decode_memory(decoder& d, const opcode& op) {
  if (op.base == "prefetch" || op.base == "prefetchu" || op.base == "discard" || op.base == "applypriority") return;
  const bool is_store = op.base == "st";
  const scalar t = op.type();
  if (t == scalar::none || syntax::bytes_of(t) > 8 || syntax::bytes_of(t) == 0)
    d.fail("the type of the access is not known");
  instruction i;
  const space where = d.address(i, d.operand(is_store ? 0 : 1), op);
  i.run = is_store ? store_to(where) : load_from(where);
  i.width = static_cast<std::uint8_t>(syntax::bytes_of(t));
  i.lanes = op.has("v2") ? 2 : op.has("v4") ? 4 : op.has("v8") ? 8 : 1;
  d.find_pattern(i, where, static_cast<std::uint32_t>(i.width) * i.lanes);
  i.is_signed = is_signed_type(t);
  i.is_read_only = op.has("nc") || op.base == "ldu";
  i.is_strong = op.has("volatile") || op.has("relaxed") || op.has("acquire") || op.has("release");
  const syntax::operand& data = d.operand(is_store ? 1 : 0);
  std::vector<syntax::operand> parts =
      data.is == syntax::operand::kind::list ? data.parts : std::vector<syntax::operand>{data};
  if (parts.size() != i.lanes) d.fail("the vector operand has another length than the opcode");
  std::vector<std::uint32_t> slots;
  int width = container(t);
  for (const syntax::operand& o : parts)
    if (d.is_register(o)) width = std::max(width, d.width_of_register(o));
  i.register_width = static_cast<std::uint8_t>(width);
  const scalar as = width == 2   ? scalar::b16
                    : width == 4 ? (t == scalar::f32 ? t
                                    : i.is_signed    ? scalar::s32
                                                     : scalar::b32)
                                 : (t == scalar::f64 ? t : scalar::b64);
  for (const syntax::operand& o : parts) {
    if (is_store)
      slots.push_back(d.source(o, as));
    else
      slots.push_back(o.is == syntax::operand::kind::none ? nothing : d.result(o, as));
  }
  if (i.lanes == 1) {
    i.d = slots[0] == nothing ? d.new_slot(width) : slots[0];
  } else {
    i.list = d.list(slots);
  }
  if (is_store && op.has("release")) {
    instruction fence;
    fence.run = fence_of;
    d.emit(fence, instruction_class::barrier, true);
  }
  d.emit(i, class_of(where));
}

}  // namespace softcuda
