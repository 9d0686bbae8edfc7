// SPDX-License-Identifier: MIT
// Reductions as text: a state in registers, its joining with elements and with the states of other lanes, warps and blocks,
// always in an order that extents alone decide.
#pragma once
#include "program.hpp"

namespace sinter::core::cuda {

class fold_text {
 public:
  fold_text(kernel_text& text, int instruction) : t_(text), i_(instruction), x_(text.program[instruction]) {}

  dtype of() const { return t_.program[x_.a].type; }
  std::string state() const { return join(t_.name(i_), "_state"); }
  // Sums of many elements are sums of sums of few, so that their error stays small.
  bool is_blocked() const { return is_floating(of()) && x_.op == &primitives::reduce_sum; }
  std::string some() const { return join(t_.name(i_), "_some"); }
  bool adds_to_some = false;
  std::string state_type() const {
    const std::string computed = words_of(of()).computed;
    return finds_index(x_) ? join("sinter_extreme<", computed, ">") : computed;
  }
  // In registers, nothing joined yet.
  void start(writer& to) const { to.line(state_type(), " ", state(), " = ", identity(), ";  // ", x_.op->name); }
  void restart(writer& to) const { to.line(state(), " = ", finds_index(x_) ? state_type() : "", identity(), ";"); }
  std::string identity() const {
    if (finds_index(x_)) return join("{", zero(), ", -1}");
    if (x_.op == &primitives::reduce_prod || x_.op == &primitives::reduce_and)
      return is_floating(of()) ? literal(of(), std::bit_cast<std::int64_t>(1.0)) : literal(of(), 1);
    if (x_.op == &primitives::reduce_max) return extreme(true);
    if (x_.op == &primitives::reduce_min) return extreme(false);
    return zero();
  }
  std::string joined(const std::string& a, const std::string& b) const {
    std::string text;
    for (const char* at = is_floating(of()) ? x_.op->cuda.floating : x_.op->cuda.whole; *at; ++at) {
      if (*at != '$') text += *at;
      else text += *++at == 'x' ? a : b;
    }
    return text;
  }
  void add(writer& to, const std::string& other) const { to.line(state(), " = ", joined(state(), other), ";"); }
  // The element `value` at position `index` along the reduced axes.
  void add_element(writer& to, const std::string& value, const std::string& index) const {
    if (finds_index(x_)) add(to, join(state_type(), "{", value, ", (int)(", index, ")}"));
    else if (adds_to_some && is_blocked()) to.line(some(), " = ", joined(some(), value), ";");
    else add(to, value);
  }
  // Over groups of `lanes` neighbouring lanes of a warp; all of them have the result.
  void across_lanes(writer& to, int lanes) const {
    const char* const shuffle = finds_index(x_) ? "sinter_shuffle_extreme" : "sinter_shuffle";
    for (int apart = lanes / 2; apart > 0; apart /= 2) add(to, join(shuffle, "(", state(), ", ", apart, ")"));
  }
  std::string shared(const char* part) const { return join(t_.name(i_), "_shared", part); }
  void declare_shared(writer& to, const char* part, int count) const {
    to.line("__shared__ ", state_type(), " ", shared(part), "[", count, "];");
  }
  // The result as the value of the instruction.
  void finish(writer& to) const {
    const std::string value = finds_index(x_) ? state() + ".index" : rounded(x_.type, state());
    to.line("const ", t_.type(i_), " ", t_.name(i_), " = ", value, ";  // ", x_.op->name);
    t_.at(i_) = t_.name(i_);
  }
  // Where partial states lie in scratch memory.
  std::string partial() const { return join(t_.name(i_), "_partial"); }

 private:
  kernel_text& t_;
  int i_;
  const instruction& x_;

  std::string zero() const { return literal(of(), 0); }
  std::string extreme(bool lowest) const {
    if (is_floating(of())) {
      const double infinity = std::numeric_limits<double>::infinity();
      return literal(of(), std::bit_cast<std::int64_t>(lowest ? -infinity : infinity));
    }
    switch (of()) {
      case dtype::b8: return lowest ? "false" : "true";
      case dtype::u8: return literal(of(), lowest ? 0 : 255);
      case dtype::u32: return literal(of(), lowest ? 0 : 0xffffffff);
      case dtype::i32:
        return literal(of(), lowest ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int32_t>::max());
      default: return literal(of(), lowest ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max());
    }
  }
};

// The reductions of a kernel whose operands belong to phase `phase`.
inline std::vector<int> folds_of_phase(const kernel_text& t, int phase) {
  std::vector<int> made;
  for (int i = 0; i < t.k.instructions; ++i)
    if (is_reduction(t.program[i]) && t.program[i].level == phase + 1) made.push_back(i);
  return made;
}

}  // namespace sinter::core::cuda
