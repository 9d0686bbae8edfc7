// SPDX-License-Identifier: MIT
#include "decode.hpp"

#include <algorithm>
#include <bit>

namespace softcuda {

using syntax::scalar;
using syntax::space;
using kind = syntax::operand::kind;

opcode::opcode(std::string_view t) : text(t) {
  std::size_t begin = 0;
  for (std::size_t dot = t.find('.');; dot = t.find('.', begin)) {
    const std::string_view part = t.substr(begin, dot == std::string_view::npos ? dot : dot - begin);
    if (begin == 0)
      base = part;
    else
      parts.push_back(part);
    if (dot == std::string_view::npos) return;
    begin = dot + 1;
  }
}
bool opcode::has(std::string_view part) const { return std::find(parts.begin(), parts.end(), part) != parts.end(); }
bool opcode::begins(std::string_view part) const {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view p) { return p.substr(0, part.size()) == part; });
}
std::vector<scalar> opcode::types() const {
  std::vector<scalar> all;
  for (std::string_view p : parts)
    if (const scalar t = syntax::scalar_named(p); t != scalar::none) all.push_back(t);
  return all;
}
scalar opcode::type() const {
  const std::vector<scalar> all = types();
  return all.empty() ? scalar::none : all.back();
}

int container(scalar t) { return t == scalar::pred ? 0 : std::max(2, syntax::bytes_of(t)); }

void decoder::fail(const std::string& what) const {
  throw ptx_error("ptx: line " + std::to_string(now == nullptr ? 0 : now->line) + ": " +
                  (now == nullptr ? "" : std::string(now->opcode) + ": ") + what);
}
const syntax::operand& decoder::operand(std::size_t k) const {
  if (k >= now->operands.size()) fail("operand " + std::to_string(k + 1) + " is missing");
  return now->operands[k];
}
std::int64_t decoder::integer(std::size_t k) const {
  if (operand(k).is != kind::integer) fail("operand " + std::to_string(k + 1) + " has to be an integer constant");
  return operand(k).value;
}
bool decoder::is_register(const syntax::operand& o) const { return o.is == kind::reg; }
int decoder::width_of_register(const syntax::operand& o) const {
  return container(top_->function->registers[static_cast<std::size_t>(o.index)].type);
}

// ---- slots ----
std::uint32_t decoder::new_slot(int width) {
  const auto bytes = static_cast<std::uint32_t>(width == 0 ? 4 : width * 32);
  const std::uint32_t alignment = width == 0 ? 4 : 64;
  out.register_bytes = (out.register_bytes + alignment - 1) / alignment * alignment;
  const std::uint32_t slot = out.register_bytes;
  out.register_bytes += bytes;
  return slot;
}
std::uint32_t decoder::constant_slot(int width, std::uint64_t value) {
  if (width == 2) value &= 0xFFFF;
  if (width == 4) value &= 0xFFFFFFFFu;
  auto [at, is_new] = constants_.try_emplace({width, value}, 0u);
  if (is_new) {
    at->second = new_slot(width);
    out.constants.push_back({at->second, width, value});
  }
  return at->second;
}
std::uint32_t decoder::special_slot(special which, int width) {
  auto [at, is_new] = specials_.try_emplace({width, static_cast<int>(which)}, 0u);
  if (is_new) {
    at->second = new_slot(width);
    out.specials.push_back({at->second, width, which});
  }
  return at->second;
}
std::uint32_t decoder::list(const std::vector<std::uint32_t>& slots) {
  const auto first = static_cast<std::uint32_t>(out.lists.size());
  out.lists.insert(out.lists.end(), slots.begin(), slots.end());
  return first;
}

void decoder::find_pattern(instruction& i, space where, std::uint32_t bytes) {
  if (where != space::shared || i.a == nothing || now->guard >= 0) {
    i.pattern = out.patterns++;
    return;
  }
  const auto [at, is_new] = patterns_.try_emplace({i.a, bytes}, out.patterns);
  if (is_new) ++out.patterns;
  i.pattern = at->second;
  i.keeps_address = !is_new;
}
void decoder::forget_patterns(std::uint32_t slot) {
  patterns_.erase(patterns_.lower_bound({slot, 0u}), patterns_.upper_bound({slot, nothing}));
}

namespace {
constexpr std::pair<std::string_view, special> special_names[] = {{"%tid.x", special::tid_x},
                                                                  {"%tid.y", special::tid_y},
                                                                  {"%tid.z", special::tid_z},
                                                                  {"%ntid.x", special::ntid_x},
                                                                  {"%ntid.y", special::ntid_y},
                                                                  {"%ntid.z", special::ntid_z},
                                                                  {"%ctaid.x", special::ctaid_x},
                                                                  {"%ctaid.y", special::ctaid_y},
                                                                  {"%ctaid.z", special::ctaid_z},
                                                                  {"%nctaid.x", special::nctaid_x},
                                                                  {"%nctaid.y", special::nctaid_y},
                                                                  {"%nctaid.z", special::nctaid_z},
                                                                  {"%laneid", special::laneid},
                                                                  {"%warpid", special::warpid},
                                                                  {"%nwarpid", special::nwarpid},
                                                                  {"%smid", special::smid},
                                                                  {"%nsmid", special::nsmid},
                                                                  {"%lanemask_eq", special::lanemask_eq},
                                                                  {"%lanemask_lt", special::lanemask_lt},
                                                                  {"%lanemask_le", special::lanemask_le},
                                                                  {"%lanemask_gt", special::lanemask_gt},
                                                                  {"%lanemask_ge", special::lanemask_ge},
                                                                  {"%dynamic_smem_size", special::dynamic_smem_size},
                                                                  {"%total_smem_size", special::total_smem_size},
                                                                  {"%gridid", special::gridid},
                                                                  {"%envreg1", special::zero},
                                                                  {"%envreg2", special::zero},
                                                                  {"%tid.w", special::zero},
                                                                  {"%ctaid.w", special::zero}};
}  // namespace

place decoder::place_of(const syntax::operand& o) const {
  if (o.is != kind::variable) fail("a variable is required");
  return o.index < 0 ? globals[static_cast<std::size_t>(~o.index)] : top_->places[static_cast<std::size_t>(o.index)];
}

std::uint64_t decoder::bits_of(const syntax::operand& o, scalar t) const {
  if (o.is == kind::real64 && (t == scalar::f32 || t == scalar::b32))
    return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(o.value)));
  if (o.is == kind::real32 && (t == scalar::f64 || t == scalar::b64))
    return std::bit_cast<std::uint64_t>(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(o.value))));
  if (o.is == kind::integer && t == scalar::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(o.value));
  if (o.is == kind::integer && t == scalar::f64) return std::bit_cast<std::uint64_t>(static_cast<double>(o.value));
  return static_cast<std::uint64_t>(o.value);
}

std::uint32_t decoder::source(const syntax::operand& o, scalar t) {
  const int width = container(t);
  if (o.is == kind::reg) {
    const std::uint32_t slot = top_->slots[static_cast<std::size_t>(o.index)];
    const int has = width_of_register(o);
    if (has == width) return slot;
    if (has == 0 || width == 0) fail("a predicate and a number are not interchangeable");
    instruction i;
    i.run = resize_handler(has, width, false);
    i.a = slot;
    i.d = new_slot(width);
    const std::uint32_t d = i.d;
    emit(i, instruction_class::move, true);
    return d;
  }
  if (o.is == kind::special) {
    for (const auto& [name, which] : special_names)
      if (name == o.name) return special_slot(which, width);
    fail("the special register " + std::string(o.name) + " is not known");
  }
  if (o.is == kind::variable) {
    const place p = place_of(o);
    return constant_slot(width, p.offset + static_cast<std::uint64_t>(o.value));
  }
  if (o.is == kind::integer || o.is == kind::real32 || o.is == kind::real64) {
    if (width == 0) {  // a constant predicate
      const std::uint32_t slot = constant_slot(0, o.value != 0 ? 0xFFFFFFFFu : 0);
      return slot;
    }
    return constant_slot(width, bits_of(o, t));
  }
  fail("an operand of another kind is required");
}

std::uint32_t decoder::result(const syntax::operand& o, scalar t) {
  const int width = container(t);
  if (o.is == kind::none) return new_slot(width);
  if (o.is != kind::reg) fail("the result has to be a register");
  const std::uint32_t slot = top_->slots[static_cast<std::size_t>(o.index)];
  forget_patterns(slot);
  const int has = width_of_register(o);
  if (has == width) return slot;
  if (has == 0 || width == 0) fail("a predicate and a number are not interchangeable");
  const bool is_signed = t == scalar::s8 || t == scalar::s16 || t == scalar::s32;
  const std::uint32_t temporary = new_slot(width);
  after_.push_back({temporary, slot, width, has, is_signed});
  return temporary;
}

instruction& decoder::emit(instruction i, instruction_class c, bool is_helper) {
  i.kind = c;
  i.is_helper = is_helper;
  i.line = now->line;
  if (now->guard >= 0) {
    i.guard = top_->slots[static_cast<std::size_t>(now->guard)];
    i.is_guard_negated = now->is_guard_negated;
  }
  out.code.push_back(i);
  out.text.emplace_back(now->opcode);
  if (!is_helper) {
    const std::size_t at = out.code.size() - 1;
    flush();
    return out.code[at];
  }
  return out.code.back();
}
void decoder::flush() {
  const std::vector<move_after> moves = std::move(after_);
  after_.clear();
  for (const move_after& m : moves) {
    instruction i;
    i.run = resize_handler(m.from_width, m.to_width, m.is_signed);
    i.a = m.from;
    i.d = m.to;
    emit(i, instruction_class::move, true);
  }
}

space decoder::address(instruction& i, const syntax::operand& o, const opcode& op) {
  if (o.is != kind::address) fail("an address '[…]' is required");
  space where = space::none;
  for (std::string_view p : op.parts) {
    if (p.substr(0, 6) == "global") where = space::global;
    if (p.substr(0, 6) == "shared") where = space::shared;
    if (p == "local") where = space::local;
    if (p == "const") where = space::constant;
    if (p.substr(0, 5) == "param") where = space::param;
  }
  i.immediate = o.value;
  if (o.parts.empty()) return where;
  const syntax::operand& base = o.parts[0];
  if (base.is == kind::reg) {
    i.is_wide = width_of_register(base) == 8;
    i.a = source(base, i.is_wide ? scalar::b64 : scalar::b32);
    if (where == space::param && stack_.size() > 1) where = space::local;
    return where;
  }
  const place p = place_of(base);
  i.immediate += static_cast<std::int64_t>(p.offset);
  if (where == space::param || where == space::none) where = p.space;  // a parameter of a call lives in local memory
  return where;
}

// ---- functions ----
void decoder::lay_out(frame& f) {
  const syntax::function& fn = *f.function;
  f.slots.resize(fn.registers.size());
  for (std::size_t k = 0; k < fn.registers.size(); ++k)  // predicates first, so that they share cache lines
    if (container(fn.registers[k].type) == 0) f.slots[k] = new_slot(0);
  for (std::size_t k = 0; k < fn.registers.size(); ++k)
    if (const int width = container(fn.registers[k].type); width != 0) f.slots[k] = new_slot(width);
  for (std::size_t k = f.places.size(); k < fn.variables.size(); ++k) {
    const syntax::variable& v = fn.variables[k];
    std::uint32_t& size = v.space == space::shared ? out.shared_bytes : out.local_bytes;
    size = (size + v.alignment - 1) / v.alignment * v.alignment;
    f.places.push_back({v.space == space::shared ? space::shared : space::local, size});
    size += static_cast<std::uint32_t>(v.bytes);
  }
}

void decoder::inline_body(frame& f) {
  frame* const outer = top_;
  const syntax::statement* const caller = now;
  top_ = &f;
  stack_.push_back(&f);
  const syntax::function& fn = *f.function;
  std::vector<std::size_t> starts(fn.body.size() + 1);
  for (std::size_t k = 0; k < fn.body.size(); ++k) {
    starts[k] = out.code.size();
    now = &fn.body[k];
    const opcode op(now->opcode);
    const family of = family_of(op.base);
    if (of == nullptr) fail("the instruction is not known");
    of(*this, op);
    if (!after_.empty()) flush();
  }
  starts[fn.body.size()] = out.code.size();
  for (auto [at, label] : f.fixups)
    out.code[at].target =
        static_cast<std::int32_t>(starts[static_cast<std::size_t>(fn.labels[static_cast<std::size_t>(label)])]);
  for (std::size_t at : f.leaves) out.code[at].target = static_cast<std::int32_t>(out.code.size());
  stack_.pop_back();
  top_ = outer;
  now = caller;
}

void decoder::branch(std::size_t k) {
  if (operand(k).is != kind::label) fail("a label is required");
  instruction i;
  i.flow = flow::branch;
  emit(i, instruction_class::control);
  top_->fixups.emplace_back(out.code.size() - 1, operand(k).index);
}

void decoder::leave() {
  instruction i;
  i.flow = stack_.size() > 1 ? flow::branch : flow::exit;
  emit(i, instruction_class::control);
  if (stack_.size() > 1) top_->leaves.push_back(out.code.size() - 1);
}

void decoder::call() {
  std::size_t k = 0;
  frame inner;
  std::vector<place> results, arguments;
  const auto places = [&](const syntax::operand& o) {
    std::vector<place> all;
    for (const syntax::operand& part : o.parts) all.push_back(place_of(part));
    return all;
  };
  if (operand(k).is == kind::list) results = places(operand(k++));
  if (operand(k).is != kind::function) fail("only direct calls are supported");
  inner.function = &code.functions[static_cast<std::size_t>(operand(k++).index)];
  if (k < operand_count() && operand(k).is == kind::list) arguments = places(operand(k++));
  if (!inner.function->has_body) fail("the function " + inner.function->name + " has no body");
  for (const frame* f : stack_)
    if (f->function == inner.function)
      fail("the function " + inner.function->name + " calls itself, which is not supported");
  if (static_cast<int>(results.size()) != inner.function->results ||
      static_cast<int>(arguments.size()) != inner.function->parameters)
    fail("the function " + inner.function->name + " takes another number of parameters");
  inner.places = results;
  inner.places.insert(inner.places.end(), arguments.begin(), arguments.end());
  std::size_t skip = 0;
  const bool is_guarded = now->guard >= 0;
  if (is_guarded) {  // lanes whose guard is false jump over the body
    instruction i;
    i.flow = flow::branch;
    instruction& e = emit(i, instruction_class::control, true);
    e.is_guard_negated = !e.is_guard_negated;
    skip = out.code.size() - 1;
  }
  lay_out(inner);
  inline_body(inner);
  if (is_guarded) out.code[skip].target = static_cast<std::int32_t>(out.code.size());
}

void decoder::decode_kernel(const syntax::function& f) {
  out.info.name = f.name;
  out.info.max_threads = f.max_threads;
  for (std::size_t k = 0; k < globals.size(); ++k)
    if (code.variables[k].space == space::shared && !code.variables[k].is_extern)
      out.shared_bytes =
          std::max(out.shared_bytes, static_cast<std::uint32_t>(globals[k].offset + code.variables[k].bytes));
  frame outer;
  outer.function = &f;
  std::uint32_t offset = 0;
  for (int k = 0; k < f.parameters; ++k) {
    const syntax::variable& v = f.variables[static_cast<std::size_t>(k)];
    offset = (offset + v.alignment - 1) / v.alignment * v.alignment;
    outer.places.push_back({space::param, offset});
    out.info.parameters.push_back({offset, static_cast<std::uint32_t>(v.bytes)});
    offset += static_cast<std::uint32_t>(v.bytes);
  }
  out.info.parameter_bytes = offset;
  lay_out(outer);
  inline_body(outer);
  static const syntax::statement end{
      .opcode = "ret", .guard = -1, .is_guard_negated = false, .operands = {}, .line = 0};
  now = &end;  // whoever runs off the end returns
  top_ = &outer;
  instruction i;
  i.flow = flow::exit;
  emit(i, instruction_class::control, true);
  for (std::size_t k = out.code.size() - 1; k-- > 0;)
    if (out.code[k].flow == flow::plain && out.code[k].guard == nothing) out.code[k].stretch = out.code[k + 1].stretch + 1;
  for (std::size_t k = 1; k < out.code.size(); ++k)
    out.code[k].ordinal = out.code[k - 1].ordinal + (out.code[k - 1].is_helper ? 0 : 1);
  out.local_bytes = (out.local_bytes + 15) / 16 * 16;
  out.info.shared_bytes = out.shared_bytes;
  out.info.local_bytes = out.local_bytes;
  out.register_bytes = (out.register_bytes + 63) / 64 * 64;
}

}  // namespace softcuda
