// SPDX-License-Identifier: MIT
// A kernel's instructions as statements, one scalar each, in the words of the primitives' CUDA column. Whoever visits the
// space decides where the statements stand and where inputs come from.
#pragma once
#include "read.hpp"

namespace sinter::core::cuda {

// Objects, so that the functions of these names in cpu/ are never in sight.
inline constexpr auto is_input = [](const instruction& x) { return x.op == &primitives::input; };
inline constexpr auto is_constant = [](const instruction& x) { return x.op == &primitives::constant; };
inline constexpr auto is_dot = [](const instruction& x) { return x.op == &primitives::dot_general; };
inline constexpr auto is_reduction = [](const instruction& x) { return !x.broadcasts && x.op->kind == family::reduction; };
inline bool finds_index(const instruction& x) { return x.op == &primitives::argmax || x.op == &primitives::argmin; }
inline bool is_computed(const instruction& x) {
  return !is_input(x) && !is_constant(x) && !is_dot(x) && !is_reduction(x) && !x.broadcasts;
}

// The spelling of a row with its words filled in.
inline std::string spelled(const primitive& op, dtype of, dtype to, std::int64_t attribute, const std::string& x,
                           const std::string& y, const std::string& z) {
  if (op.kind == family::marker) return x;
  const type_words &from = words_of(of), &made = words_of(to);
  if (row_pointer(&op) == &primitives::bitcast_convert_type) {  // of what lies in memory
    const std::string bits = stored_form(of, x);
    return loaded(to, join("sinter_bitcast<", made.stored, ">(", bits, ")"));
  }
  if (row_pointer(&op) == &primitives::convert_element_type && *made.round && size_of(of) >= 4 && of != dtype::f32)
    return rounded(to, join("sinter_odd(", x, ")"));  // rounds once
  std::string text;
  for (const char* at = is_floating(of) ? op.cuda.floating : op.cuda.whole; *at; ++at) {
    if (*at != '$') text += *at;
    else switch (*++at) {
        case 'x': text += x; break;
        case 'y': text += y; break;
        case 'z': text += z; break;
        case 'T': text += made.computed; break;
        case 'X': text += from.computed; break;
        default: text += join(attribute, "ll");
      }
  }
  return rounded(to, text);
}

class kernel_text {
 public:
  scope& within;
  const kernel& k;
  const instruction* const program;
  const std::string prefix;            // of variables, where a launch holds several kernels
  std::vector<std::string> value;      // by instruction: the expression that has it here
  int number = 0;                      // of the kernel in its launch
  std::vector<int>* nan_instructions = nullptr;  // where results are checked

  kernel_text(scope& s, const kernel& of, std::string names)
      : within(s), k(of), program(s.plan.program + of.first_instruction), prefix(std::move(names)),
        value(static_cast<std::size_t>(of.instructions)) {
    for (int i = 0; i < k.instructions; ++i)
      if (is_constant(program[i])) at(i) = literal(program[i].type, program[i].attribute);
  }
  std::string& at(int i) { return value[static_cast<std::size_t>(i)]; }
  std::string name(int i) const { return join(prefix, "v", i); }
  const read& read_of(int i) const { return within.plan.reads[k.first_read + static_cast<int>(program[i].attribute)]; }
  const char* type(int i) const { return words_of(program[i].type).computed; }
  int output_node(int i) const { return within.plan.outputs[k.first_output + program[i].out]; }
  const shape& space() const { return within.graph.shapes[k.space]; }

  std::string describe(const read& r) const {
    switch (r.what) {
      case read_kind::buffer: return within.type_text(r.value);
      case read_kind::moved: return "moved";
      case read_kind::padded: return "padded";
      case read_kind::concatenated: return "concatenated";
      case read_kind::taken: return "taken";
      case read_kind::iota: return "iota";
      case read_kind::extent: return "extent";
      default: return "constant";
    }
  }
  // Reads input i where `frame` stands, into a variable.
  void load(writer& to, int i, index_frame& frame, const std::string& suffix = "") {
    const read& r = read_of(i);
    read_writer reader(within, to, join(name(i), suffix, "_"));
    const std::string made = reader.value(r, frame);
    to.line("const ", type(i), " ", name(i), suffix, " = ", made, ";  // ", describe(r));
    at(i) = name(i) + suffix;
  }
  std::string expression(int i) {
    const instruction& x = program[i];
    if (x.broadcasts) return at(x.a);
    const auto operand = [&](int o) { return x.operand(o) < 0 ? std::string() : at(x.operand(o)); };
    const int typed = x.op == &primitives::select_n ? x.b : x.a;
    return spelled(*x.op, program[typed].type, x.type, x.attribute, operand(0), operand(1), operand(2));
  }
  // Computes instruction i into a variable, or gives it the name of what it repeats.
  void compute(writer& to, int i, const std::string& index = "0", const std::string& suffix = "") {
    const instruction& x = program[i];
    if (x.broadcasts) {
      at(i) = at(x.a);
      return;
    }
    to.line("const ", type(i), " ", name(i), suffix, " = ", expression(i), ";  // ", x.op->name);
    at(i) = name(i) + suffix;
    check(to, i, index);
  }
  // Stores an instruction's value as its output.
  void store(writer& to, int i, const std::string& offset) {
    to.line(within.target(output_node(i)), "[", offset, "] = ", stored_form(program[i].type, at(i)), ";");
  }

  // Scalars: once, before anything else.
  void scalars(writer& to) {
    index_frame nowhere(within, shape{});
    for (int i = 0; i < k.instructions; ++i) {
      const instruction& x = program[i];
      if (x.has != form::scalar || x.level > 0 || is_constant(x)) continue;
      if (is_input(x)) load_scalar(to, i);
      else if (!is_reduction(x)) compute(to, i);
    }
  }
  void load_scalar(writer& to, int i) {
    const std::vector<std::string> zero(max_rank, "0");
    read_writer reader(within, to, name(i) + "_");
    const std::string made = reader.value(read_of(i), zero);
    to.line("const ", type(i), " ", name(i), " = ", made, ";  // ", describe(read_of(i)));
    at(i) = name(i);
  }

 private:
  void check(writer& to, int i, const std::string& index) {
    const instruction& x = program[i];
    if (!nan_instructions || !is_floating(x.type)) return;
    std::string test = join(at(i), " != ", at(i));
    for (int o = 0; o < 3; ++o) {
      const int of = x.operand(o);
      if (of >= 0 && is_floating(program[of].type)) test += join(" && ", at(of), " == ", at(of));
    }
    within.uses_report = true;
    const int which = number << 16 | i;  // written several times (vectors and their tail), known by one number
    std::size_t place = 0;
    while (place < nan_instructions->size() && (*nan_instructions)[place] != which) ++place;
    if (place == nan_instructions->size()) nan_instructions->push_back(which);
    to.line("if (", test, ") sinter_report_nan(report, ", place, ", (long long)(", index, "));");
  }
};

}  // namespace sinter::core::cuda
