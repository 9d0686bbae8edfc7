// SPDX-License-Identifier: MIT
// Maps of one launch that run the same program over dense arrays of different sizes, as an optimiser does over all
// parameters: one body, and a table of pointers and sizes from which each block takes its own.
#pragma once
#include "map/choose.hpp"

namespace sinter::core::cuda {

// Whether all that a map reads is dense in its own order, or one element of an array.
inline bool is_dense_map(scope& s, const kernel& k, const decision& d) {
  if (k.what != kernel_kind::map || d.how != way::flat) return false;
  const instruction* program = s.plan.program + k.first_instruction;
  index_frame frame(s, s.graph.shapes[k.space]);
  frame.add_source_of_all("i");
  for (int i = 0; i < k.instructions; ++i) {
    const instruction& x = program[i];
    if (!is_input(x)) continue;
    const read& r = s.plan.reads[k.first_read + static_cast<int>(x.attribute)];
    if (r.what != read_kind::buffer) return false;
    const affine a = affine_of(s, r);
    if (!a.offset.empty()) return false;
    const auto steps = frame.steps(a);
    if (x.has != form::full ? !steps.empty()
                            : steps.size() != 1 || !steps[0].by.is(1) || steps[0].first != 0 || !frame.is_innermost(steps[0]))
      return false;
  }
  return true;
}

class alike_writer {
 public:
  // `numbers`: which kernels of the launch; they share a program and a vector width.
  alike_writer(scope& s, std::vector<const kernel*> kernels, std::vector<int> numbers, const decision& d, int threads,
               int most_blocks, std::vector<int>* nan_instructions)
      : s_(s), kernels_(std::move(kernels)), t_(s, *kernels_[0], join("k", numbers[0])), d_(d), threads_(threads),
        most_blocks_(most_blocks) {
    t_.number = numbers[0];
    t_.nan_instructions = nan_instructions;
  }

  // `block` is where a block stands among those left; blocks that are none of these have what is left after them.
  void write(writer& to) {
    to.line("// Each block finds first which of the arrays it works on.");
    to.open();
    for (int i = 0; i < t_.k.instructions; ++i) {
      if (is_input(t_.program[i])) to.line("const ", words_of(t_.program[i].type).stored, "* ", pointer(i), ";");
      if (t_.program[i].out >= 0) to.line(words_of(t_.program[i].type).stored, "* ", result(i), ";");
    }
    to.line(s_.linear_type(), " n;");
    to.line("unsigned blocks;");
    to.line("bool is_here = true;");
    to.open("do");
    for (const kernel* k : kernels_) {
      const instruction* program = t_.program;
      std::string line = join("n = ", s_.unsigned_factor(volume_of(s_.graph.shapes[k->space])), ";");
      for (int i = 0; i < k->instructions; ++i) {
        if (is_input(program[i]))
          line += join(" ", pointer(i), " = ",
                       s_.source(s_.plan.reads[k->first_read + static_cast<int>(program[i].attribute)].value), ";");
        if (program[i].out >= 0)
          line += join(" ", result(i), " = ", s_.target(s_.plan.outputs[k->first_output + program[i].out]), ";");
      }
      to.line(line);
      to.line("if (block < (blocks = sinter_blocks(n / ", d_.width(), ", ", threads_, ", ", most_blocks_, "))) break;");
      to.line("block -= blocks;");
    }
    to.line("is_here = false;");
    to.close(" while (false);");
    to.open("if (is_here)");
    body(to);
    to.line("return;");
    to.close();
    to.close();
  }

 private:
  scope& s_;
  std::vector<const kernel*> kernels_;
  kernel_text t_;
  const decision& d_;
  int threads_, most_blocks_;

  std::string pointer(int i) const { return join(t_.name(i), "_from"); }
  std::string result(int i) const { return join(t_.name(i), "_to"); }
  void body(writer& to) {
    const int width = d_.width();
    for (int i = 0; i < t_.k.instructions; ++i) {
      const instruction& x = t_.program[i];
      if (x.has != form::scalar || is_constant(x)) continue;
      if (is_input(x)) element(to, i, "0");
      else t_.compute(to, i);
    }
    const std::vector<std::string> kept = t_.value;
    if (width > 1) {
      to.open("for (", s_.linear_type(), " vector = block * ", threads_, "u + threadIdx.x; vector < n / ", width,
              "; vector += blocks * ", threads_, "u)");
      to.line("const ", s_.linear_type(), " i = vector * ", width, ";");
      for (int i = 0; i < t_.k.instructions; ++i) {
        const instruction& x = t_.program[i];
        if (mapping::is_full_input(x)) {
          to.line(words_of(x.type).stored, " ", t_.name(i), "_all[", width, "];");
          to.line("sinter_load(", t_.name(i), "_all, ", pointer(i), " + i);");
        }
        if (x.out >= 0) to.line(words_of(x.type).stored, " ", t_.name(i), "_out[", width, "];");
      }
      to.line("#pragma unroll");
      to.open("for (int j = 0; j < ", width, "; ++j)");
      for (int i = 0; i < t_.k.instructions; ++i)
        if (mapping::is_full_input(t_.program[i])) {
          to.line("const ", t_.type(i), " ", t_.name(i), " = ", loaded(t_.program[i].type, join(t_.name(i), "_all[j]")), ";");
          t_.at(i) = t_.name(i);
        }
      compute(to, "i + j");
      for (int i = 0; i < t_.k.instructions; ++i)
        if (t_.program[i].out >= 0) to.line(t_.name(i), "_out[j] = ", stored_form(t_.program[i].type, t_.at(i)), ";");
      to.close();
      for (int i = 0; i < t_.k.instructions; ++i)
        if (t_.program[i].out >= 0) to.line("sinter_store(", result(i), " + i, ", t_.name(i), "_out);");
      to.close();
      t_.value = kept;
      to.open("if (block == 0 && threadIdx.x < n % ", width, ")");
      to.line("const ", s_.linear_type(), " i = n / ", width, " * ", width, " + threadIdx.x;");
    } else if (d_.has_tail) {  // warps begin on boundaries of 32 bytes, as in map.hpp
      int out = 0;
      while (t_.program[out].out < 0) ++out;
      to.line("const unsigned skew = (unsigned)((unsigned long long)", result(out), " % 32 / ", size_of(t_.program[out].type),
              ");");
      to.open("for (", s_.linear_type(), " place = block * ", threads_, "u + threadIdx.x; place < n + skew; place += blocks * ",
              threads_, "u)");
      to.line("if (place < skew) continue;");
      to.line("const ", s_.linear_type(), " i = place - skew;");
    } else
      to.open("for (", s_.linear_type(), " i = block * ", threads_, "u + threadIdx.x; i < n; i += blocks * ", threads_, "u)");
    for (int i = 0; i < t_.k.instructions; ++i)
      if (mapping::is_full_input(t_.program[i])) element(to, i, "i");
    compute(to, "i");
    for (int i = 0; i < t_.k.instructions; ++i)
      if (t_.program[i].out >= 0) to.line(result(i), "[i] = ", stored_form(t_.program[i].type, t_.at(i)), ";");
    to.close();
  }
  void element(writer& to, int i, const char* at) {
    to.line("const ", t_.type(i), " ", t_.name(i), " = ", loaded(t_.program[i].type, join(pointer(i), "[", at, "]")), ";");
    t_.at(i) = t_.name(i);
  }
  void compute(writer& to, const char* index) {
    for (int i = 0; i < t_.k.instructions; ++i)
      if (is_computed(t_.program[i]) && t_.program[i].has == form::full) t_.compute(to, i, index);
  }
};

}  // namespace sinter::core::cuda
