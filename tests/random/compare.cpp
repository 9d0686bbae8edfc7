// SPDX-License-Identifier: MIT
#include "compare.hpp"

#include <algorithm>

namespace recipes {
namespace {

namespace core = sinter::core;
namespace primitives = sinter::core::primitives;
using core::family;
using core::graph_view;

// The smallest number of a type above zero.
wide least_of(dtype type) {
  if (core::is_halved(type)) return type == dtype::f16 ? 0x1p-24L : 0x1p-133L;
  return type == dtype::f32 ? 0x1p-149L : 0x1p-1074L;
}

class noise {
 public:
  noise(const graph_view& graph, std::uint64_t seed, bool rounds_only, bool is_finer) : graph_(graph), random_(seed), rounds_only_(rounds_only), is_finer_(is_finer) {}
  support::request request() {
    return {support::precision::extended, [this](int id, dtype type, wide value, const support::orders& known) { return disturb(id, type, value, known); }};
  }

 private:
  const graph_view& graph_;
  random_numbers random_;
  bool rounds_only_;  // as the element type rounds, nothing more
  bool is_finer_;     // some by half as much: below a power of two that is the next number, 1 for logistic(17)

  wide disturb(int id, dtype type, wide value, const support::orders& known) {
    if (std::isnan(value)) return value;
    // Rounded as the element type does.
    if (rounds_only_) return support::rounded_to(type, value);
    constexpr wide infinity = std::numeric_limits<wide>::infinity();
    if (known.may_be_nan && random_.one_in(3)) return std::numeric_limits<wide>::quiet_NaN();
    if (known.may_rise && random_.one_in(2)) return infinity;
    if (known.may_fall && random_.one_in(2)) return -infinity;
    if (!std::isfinite(value)) return value;
    const primitive& op = *graph_.nodes[id].op;
    if (!support::rounds(&op)) return known.may_be_other_zero && random_.one_in(2) ? -value : value;
    const bool is_argument = op.kind == family::source;
    // Results that every correct evaluation finds: rounded operations on numbers that need no rounding.
    if (!is_argument && support::rounded_to(type, value) == value && (op.rounds_alike || known.is_exact)) return value;
    const wide whole = std::max({std::fabs(value) * support::epsilon(type), known.magnitude * support::epsilon(type), known.underflow, least_of(type)});
    const wide size = is_finer_ && random_.one_in(2) ? whole / 2 : whole;
    return support::rounded_to(type, random_.one_in(2) ? value + size : value - size);
  }
};

// How far results move when every rounding and every argument does by one ulp: the largest of some tries.
struct movements {
  std::vector<tensor> base;
  std::vector<std::vector<wide>> most;    // by root and element
  std::vector<std::vector<char>> jumps;   // not finite once, or another integer

  movements(const graph_view& graph, const std::vector<tensor>& arguments) : base(support::evaluate(graph, arguments)), graph_(graph), arguments_(arguments) {
    for (const tensor& one : base) {
      most.emplace_back(one.at.size(), 0.0L);
      jumps.emplace_back(one.at.size(), 0);
    }
    more(3);
  }
  void more(int tries) {
    while (tries-- > 0) {
      noise disturbance(graph_, 1000 + tried_, tried_ == 0, tried_ >= 3);
      ++tried_;
      const std::vector<tensor> moved = support::evaluate(graph_, arguments_, disturbance.request());
      for (std::size_t r = 0; r < base.size(); ++r)
        for (std::size_t i = 0; i < base[r].at.size(); ++i) {
          const wide x = base[r].at[i], y = moved[r].at[i];
          if (!std::isfinite(x) || !std::isfinite(y) || !core::is_floating(base[r].type)) jumps[r][i] |= !support::same_value(x, y, true);
          else most[r][i] = std::max(most[r][i], std::fabs(x - y));
        }
    }
  }

 private:
  const graph_view& graph_;
  const std::vector<tensor>& arguments_;
  std::uint64_t tried_ = 0;
};

wide ulp_of(dtype type, wide value) {
  const wide least = least_of(type);
  return std::max(least, std::isfinite(value) && value != 0 ? std::ldexp(support::epsilon(type), std::ilogb(value)) : 0);
}

enum class verdict : std::uint8_t { agrees, skipped, differs };
verdict judge(const movements& known, std::size_t r, std::size_t i, wide given) {
  const tensor& base = known.base[r];
  const wide x = base.at[i];
  if (!core::is_floating(base.type)) return given == x ? verdict::agrees : known.jumps[r][i] ? verdict::skipped : verdict::differs;
  const wide rounded = support::rounded_to(base.type, x);
  if (support::same_value(given, rounded, true)) return verdict::agrees;
  if (known.jumps[r][i]) return verdict::skipped;
  if (!std::isfinite(x) || !std::isfinite(given)) return verdict::differs;
  const wide ulp = ulp_of(base.type, x), off = std::fabs(given - x);
  if (off <= 4 * ulp) return verdict::agrees;
  if (known.most[r][i] > 4096 * ulp) return verdict::skipped;
  return off <= 16 * known.most[r][i] + 4 * ulp ? verdict::agrees : verdict::differs;
}

}  // namespace

std::string compare_with_oracle(const graph_view& graph, const std::vector<tensor>& arguments, const std::vector<tensor>& given, tally& counts, const char* what) {
  movements known(graph, arguments);
  for (std::size_t r = 0; r < given.size(); ++r) {
    if (given[r].extents != known.base[r].extents || given[r].type != known.base[r].type)
      return std::string(what) + ": result " + std::to_string(r) + " has extents " + support::text_of(given[r].extents) + ", expected " + support::text_of(known.base[r].extents);
    for (std::size_t i = 0; i < given[r].at.size(); ++i) {
      ++counts.elements;
      verdict found = judge(known, r, i, given[r].at[i]);
      for (int tries = 0; found == verdict::differs && tries < 3; ++tries) {
        known.more(16);
        found = judge(known, r, i, given[r].at[i]);
      }
      if (found == verdict::skipped) {
        ++counts.skipped;
        ++(known.jumps[r][i] ? counts.at_jump : counts.ill_conditioned);
      }
      if (found == verdict::differs)
        return std::string(what) + ": element " + std::to_string(i) + " of result " + std::to_string(r) + " is " + support::text_of(given[r].at[i]) + ", expected " +
               support::text_of(known.base[r].at[i]) + " give or take " + support::text_of(known.most[r][i]);
    }
  }
  return "";
}

}  // namespace recipes
