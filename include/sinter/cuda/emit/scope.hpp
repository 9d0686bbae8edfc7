// SPDX-License-Identifier: MIT
// What the text of one launch names: the buffers and extents that become parameters, and products of extents, which strides
// are. Static extents are numbers in the text; `dyn` ones are parameters.
#pragma once
#include <algorithm>
#include <vector>

#include "../emitted.hpp"
#include "types.hpp"

namespace sinter::core::cuda {

// number * extent * extent * ..., the extents as symbols, ascending.
struct product {
  std::int64_t number = 1;
  std::vector<int> symbols;

  product() = default;
  product(std::int64_t n) : number(n) {}
  product& operator*=(const product& other) {
    number *= other.number;
    symbols.insert(symbols.end(), other.symbols.begin(), other.symbols.end());
    std::sort(symbols.begin(), symbols.end());
    if (number == 0) symbols.clear();
    return *this;
  }
  friend product operator*(product x, const product& y) { return x *= y; }
  bool operator==(const product&) const = default;
  bool is(std::int64_t n) const { return symbols.empty() && number == n; }
  bool is_static() const { return symbols.empty(); }
  std::int64_t value(const std::int64_t* of) const {
    std::int64_t made = number;
    for (const int s : symbols) made *= of[s];
    return made;
  }
};
inline product product_of_extent(std::int64_t extent) {
  product made;
  if (is_symbol(extent)) made.symbols.push_back(symbol_of(extent));
  else made.number = extent;
  return made;
}
inline product volume_of(const shape& of) {
  product made;
  for (int i = 0; i < of.rank; ++i) made *= product_of_extent(of[i]);
  return made;
}

class scope {
 public:
  const graph_view& graph;
  const plan_view& plan;
  const int launch;
  const bool is_wide;  // 64-bit indices

  scope(const graph_view& g, const plan_view& p, int l, bool wide) : graph(g), plan(p), launch(l), is_wide(wide) {}

  const char* index_type() const { return is_wide ? "long long" : "int"; }
  const char* linear_type() const { return is_wide ? "unsigned long long" : "unsigned"; }
  const char* linear_suffix() const { return is_wide ? "ull" : "u"; }

  // The parameter that holds the elements of a node, read or written.
  std::string source(int node) { return buffer(node, false); }
  std::string target(int node) { return buffer(node, true); }
  // An extent as an index: a number, or the name of a symbol.
  std::string extent(std::int64_t code) {
    if (!is_symbol(code)) return to_text(code);
    use_symbol(symbol_of(code));
    return join("n", symbol_of(code));
  }
  std::string raw_extent(std::int64_t code) {  // as the 64-bit parameter
    if (!is_symbol(code)) return join(code, "ll");
    use_symbol(symbol_of(code));
    return join("extent", symbol_of(code));
  }
  std::string text(const product& p) {
    if (p.is_static()) return to_text(p.number);
    std::string made = p.number == 1 ? "" : to_text(p.number);
    for (const int s : p.symbols) made += (made.empty() ? "" : " * ") + extent(extent_of_symbol(s));
    return made;
  }
  // As a factor or a divisor.
  std::string factor(const product& p) {
    const std::string made = text(p);
    return made.find(' ') == std::string::npos && made[0] != '-' ? made : "(" + made + ")";
  }
  std::string unsigned_factor(const product& p) {
    if (p.is_static()) return to_text(p.number) + linear_suffix();
    return join("(", linear_type(), ")", factor(p));
  }

  // Parameters in order: buffers as they were met, then extents, then what a kernel asked for.
  std::vector<kernel_argument> arguments() const {
    std::vector<kernel_argument> made;
    for (const named& b : buffers_) made.push_back({kernel_argument::kind::buffer, b.node});
    for (const int s : symbols_) made.push_back({kernel_argument::kind::extent, extent_of_symbol(s)});
    if (uses_scratch) made.push_back({kernel_argument::kind::scratch, 0});
    if (uses_tickets) made.push_back({kernel_argument::kind::ticket, 0});
    if (uses_report) made.push_back({kernel_argument::kind::report, 0});
    return made;
  }
  std::vector<std::string> parameters() const {
    std::vector<std::string> made;
    // Beside stores to others that are __restrict__, NVRTC takes a shared argument for read only.
    const bool any = std::any_of(buffers_.begin(), buffers_.end(), [&](const named& b) { return is_shared(b.node); });
    for (const named& b : buffers_) {
      const dtype type = graph.nodes[b.node].type;
      const bool is_free = b.is_target ? any : is_shared(b.node);
      made.push_back(join(b.is_target ? "" : "const ", words_of(type).stored, "* ", is_free ? "" : "__restrict__ ", b.name));
    }
    for (const int s : symbols_) made.push_back(join("long long extent", s));
    if (uses_scratch) made.push_back("char* scratch");
    if (uses_tickets) made.push_back("unsigned* tickets");
    if (uses_report) made.push_back("unsigned long long* report");
    return made;
  }
  // The extents as indices, first thing in a kernel.
  void declare_extents(writer& to) const {
    for (const int s : symbols_)
      to.line("const ", index_type(), " n", s, " = ", is_wide ? "" : "(int)", "extent", s, ";");
  }
  bool uses_scratch = false, uses_tickets = false, uses_report = false;

  // A short name of a node for comments: f32[64,n3].
  std::string type_text(int node) const {
    const shape& of = graph.shape_of(node);
    std::string made = join(name_of(graph.nodes[node].type), "[");
    for (int i = 0; i < of.rank; ++i)
      made += (i ? "," : "") + (is_symbol(of[i]) ? join("n", symbol_of(of[i])) : to_text(of[i]));
    return made + "]";
  }

 private:
  struct named {
    int node;
    std::string name;
    bool is_target;
  };
  std::vector<named> buffers_;
  std::vector<int> symbols_;
  int sources_ = 0, targets_ = 0;

  std::string buffer(int node, bool is_target) {
    for (const named& b : buffers_)
      if (b.node == node && b.is_target == is_target) return b.name;
    buffers_.push_back({node, is_target ? join("out", targets_++) : join("in", sources_++), is_target});
    return buffers_.back().name;
  }
  void use_symbol(int s) {
    if (std::find(symbols_.begin(), symbols_.end(), s) == symbols_.end()) symbols_.push_back(s);
  }
  // Whether a result of this launch may be written to the buffer of an argument that it reads, or a node is both.
  bool is_shared(int node) const {
    const core::launch& now = plan.launches[launch];
    for (int k = now.first; k < now.first + now.count; ++k)
      for (int o = 0; o < plan.kernels[k].outputs; ++o) {
        const int out = plan.outputs[plan.kernels[k].first_output + o];
        for (int r = 0; r < graph.count.roots; ++r) {
          if (graph.roots[r] != out || !plan.donors || plan.donors[r] < 0) continue;
          if (out == node) return true;
          if (graph.nodes[node].op == &primitives::parameter && graph.nodes[node].attribute == plan.donors[r]) return true;
        }
      }
    return false;
  }
};

}  // namespace sinter::core::cuda
