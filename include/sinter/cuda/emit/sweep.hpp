// SPDX-License-Identifier: MIT
// The full values of one phase at one place of a space with reduced axes: what is loaded, computed, kept for later phases,
// folded and stored there.
#pragma once
#include "choose.hpp"
#include "fold.hpp"

namespace sinter::core::cuda {

inline bool is_narrow(const instruction& x) { return x.has == form::narrow || (x.has == form::scalar && x.level > 0); }
inline bool is_full(const instruction& x) { return x.has == form::full && !is_reduction(x); }
// An output at each index of the space; of form scalar it is one value everywhere.
inline bool is_full_output(const instruction& x) { return x.out >= 0 && !is_reduction(x) && !is_narrow(x); }

// The axes of a kernel with reductions, as a frame over "r", the position along the reduced ones, and "cell".
inline index_frame reduced_frame(scope& s, const kernel& k, bool cells_first = false) {
  const shape& space = s.graph.shapes[k.space];
  std::vector<int> reduced, kept;
  for (int a = 0; a < space.rank; ++a) (k.reduced >> a & 1 ? reduced : kept).push_back(a);
  index_frame made(s, space);
  if (cells_first) made.add_source("cell", kept);
  made.add_source("r", reduced);
  if (!cells_first) made.add_source("cell", kept);
  return made;
}
inline product reduced_volume(const shape& space, const kernel& k, bool of_reduced) {
  product made;
  for (int a = 0; a < space.rank; ++a)
    if ((k.reduced >> a & 1) == (of_reduced ? 1u : 0u)) made *= product_of_extent(space[a]);
  return made;
}

// In which phases each full value is needed by what is computed there, if each is computed once.
inline std::vector<unsigned> needs_of(const kernel& k, const instruction* program) {
  std::vector<unsigned> made(static_cast<std::size_t>(k.instructions), 0u);
  for (int i = k.instructions; i-- > 0;) {
    const instruction& x = program[i];
    if (is_full_output(x)) made[static_cast<std::size_t>(i)] |= 1u << x.level;
    if (is_reduction(x)) {
      if (is_full(program[x.a])) made[static_cast<std::size_t>(x.a)] |= 1u << (x.level - 1);
    } else if (is_full(x) && is_computed(x) && made[static_cast<std::size_t>(i)]) {  // what nobody reads needs nothing
      for (int o = 0; o < 3; ++o)
        if (x.operand(o) >= 0 && is_full(program[x.operand(o)])) made[static_cast<std::size_t>(x.operand(o))] |= 1u << x.level;
    }
  }
  return made;
}
inline int phases_of(const kernel& k, const instruction* program) {
  int made = 1;
  for (int i = 0; i < k.instructions; ++i) {
    const instruction& x = program[i];
    if (is_reduction(x)) made = std::max(made, static_cast<int>(x.level));
    else if (is_full(x)) made = std::max(made, x.level + 1);
  }
  return made;
}

// Whether a full value outlives the phase that makes it, an input the first that reads it.
inline bool is_needed_later(const instruction& x, unsigned needs) {
  return is_input(x) ? (needs & (needs - 1)) != 0 : needs >> (x.level + 1) != 0;
}

class sweep_writer {
 public:
  // `held`: how many elements of a row each thread keeps for later phases; 0: what is needed is computed again.
  sweep_writer(kernel_text& text, int width, int held)
      : t_(text), width_(width), held_(held), needs_(needs_of(text.k, text.program)) {}

  bool is_in_blocks = false;  // sums are gathered in a variable of their own first

  bool is_kept(int i) const {
    return held_ > 0 && is_full(t_.program[i]) && !t_.program[i].broadcasts && !is_constant(t_.program[i]) &&
           is_needed_later(t_.program[i], needs_[static_cast<std::size_t>(i)]);
  }
  std::string kept(int i) const { return join(t_.name(i), "_kept"); }
  void declare_kept(writer& to) const {
    for (int i = 0; i < t_.k.instructions; ++i)
      if (is_kept(i)) to.line(t_.type(i), " ", kept(i), "[", held_, "];");
  }

  // What phase `phase` does at `frame`; `slot` is where kept values of lane 0 lie. Width 1, or a vector along r.
  void write(writer& to, int phase, index_frame& frame, const std::string& slot, const std::vector<choosing::lie>& lies) {
    wanted_.assign(static_cast<std::size_t>(t_.k.instructions), false);
    for (int i = 0; i < t_.k.instructions; ++i) {
      const instruction& x = t_.program[i];
      if (is_reduction(x) && x.level == phase + 1) want(x.a, phase);
      if (is_full_output(x) && x.level == phase) want(i, phase);
      if (is_kept(i) && is_computed(x) && x.level == phase) want(i, phase);
    }
    writer inner(to.depth());
    const affine place = row_major(t_.space());
    std::vector<int> outputs;
    for (int i = 0; i < t_.k.instructions; ++i)
      if (is_full_output(t_.program[i]) && t_.program[i].level == phase) outputs.push_back(i);
    const bool is_vector = width_ > 1;
    std::vector<int> loads;
    for (int i = 0; i < t_.k.instructions; ++i) {
      const instruction& x = t_.program[i];
      if (!wanted(i) || !is_input(x) || !is_full(x) || comes_kept(i, phase)) continue;
      if (!is_vector) t_.load(inner, i, frame);
      else if (lies[static_cast<std::size_t>(i)] == choosing::lie::along) {
        inner.line(words_of(x.type).stored, " ", t_.name(i), "_all[", width_, "];  // ", t_.describe(t_.read_of(i)));
        inner.line("sinter_load(", t_.name(i), "_all, ", t_.within.source(t_.read_of(i).value), " + ",
                   frame.offset(affine_of(t_.within, t_.read_of(i))), ");");
      } else if (lies[static_cast<std::size_t>(i)] == choosing::lie::still)
        t_.load(inner, i, frame);
    }
    if (is_vector) {
      for (const int i : outputs) inner.line(words_of(t_.program[i].type).stored, " ", t_.name(i), "_out[", width_, "];");
      inner.line("#pragma unroll");
      inner.open("for (int j = 0; j < ", width_, "; ++j)");
      frame.lane = "j";
    }
    const std::string element = is_vector ? join(slot, " + j") : slot, position = is_vector ? "r + j" : "r";
    for (int i = 0; i < t_.k.instructions; ++i) {
      const instruction& x = t_.program[i];
      if (!wanted(i) || !is_full(x)) continue;
      if (comes_kept(i, phase)) {
        inner.line("const ", t_.type(i), " ", t_.name(i), " = ", kept(i), "[", element, "];");
        t_.at(i) = t_.name(i);
        continue;
      }
      if (is_input(x)) {
        if (is_vector && lies[static_cast<std::size_t>(i)] == choosing::lie::along) {
          inner.line("const ", t_.type(i), " ", t_.name(i), " = ", loaded(x.type, join(t_.name(i), "_all[j]")), ";");
          t_.at(i) = t_.name(i);
        } else if (is_vector && lies[static_cast<std::size_t>(i)] != choosing::lie::still)
          t_.load(inner, i, frame);
      } else if (is_computed(x) || x.broadcasts)
        t_.compute(inner, i, t_.nan_instructions ? frame.offset(place) : position);
      if (is_kept(i) && (is_input(x) || x.level == phase)) inner.line(kept(i), "[", element, "] = ", t_.at(i), ";");
    }
    for (int i = 0; i < t_.k.instructions; ++i)
      if (is_reduction(t_.program[i]) && t_.program[i].level == phase + 1) {
        fold_text fold(t_, i);
        fold.adds_to_some = is_in_blocks;
        fold.add_element(inner, t_.at(t_.program[i].a), position);
      }
    if (is_vector) {
      for (const int i : outputs) inner.line(t_.name(i), "_out[j] = ", stored_form(t_.program[i].type, t_.at(i)), ";");
      inner.close();
      frame.lane.clear();
      for (const int i : outputs)
        inner.line("sinter_store(", t_.within.target(t_.output_node(i)), " + ", frame.offset(place), ", ", t_.name(i), "_out);");
    } else
      for (const int i : outputs) t_.store(inner, i, frame.offset(place));
    frame.declare(to);
    to.append(inner);
  }

 private:
  bool wanted(int i) const { return wanted_[static_cast<std::size_t>(i)]; }
  // Kept by an earlier phase. An input is kept by the first phase that needs it.
  bool comes_kept(int i, int phase) const {
    if (!is_kept(i)) return false;
    const instruction& x = t_.program[i];
    if (!is_input(x)) return x.level < phase;
    return (needs_[static_cast<std::size_t>(i)] & ((1u << phase) - 1)) != 0;
  }
  void want(int i, int phase) {
    const instruction& x = t_.program[i];
    if (!is_full(x) || wanted(i)) return;
    wanted_[static_cast<std::size_t>(i)] = true;
    if (!is_computed(x) || comes_kept(i, phase)) return;
    for (int o = 0; o < 3; ++o)
      if (x.operand(o) >= 0) want(x.operand(o), phase);
  }

  kernel_text& t_;
  int width_, held_;
  std::vector<unsigned> needs_;
  std::vector<bool> wanted_;
};

}  // namespace sinter::core::cuda
