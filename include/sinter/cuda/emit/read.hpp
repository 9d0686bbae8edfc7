// SPDX-License-Identifier: MIT
// Reads as text: statements that leave an element in a variable. A buffer is an offset; pads, concatenations and taken
// slices branch, so that nothing outside is touched.
#pragma once
#include "../../primitive/indexing.hpp"
#include "frame.hpp"

namespace sinter::core::cuda {

class read_writer {
 public:
  read_writer(scope& s, writer& to, std::string prefix) : scope_(s), to_(to), prefix_(std::move(prefix)) {}

  // An expression, after the statements it needs. `frame` is where the reader stands.
  std::string value(const read& r, index_frame& frame) {
    if (r.what == read_kind::buffer) return element(r, frame.offset(affine_of(scope_, r)));
    std::vector<std::string> index;
    std::vector<bool> needed = needed_axes(r, frame.extents().rank);
    for (int a = 0; a < frame.extents().rank; ++a)
      index.push_back(needed[static_cast<std::size_t>(a)] ? frame.coordinate(a) : "0");
    return value(r, index);
  }

  std::string value(const read& r, const std::vector<std::string>& index) {
    switch (r.what) {
      case read_kind::buffer: {
        const affine a = affine_of(scope_, r);
        std::vector<std::string> terms;
        for (int d = 0; d < max_rank; ++d)
          for (const product& by : a.of[d]) {
            if (d >= static_cast<int>(index.size()) || index[static_cast<std::size_t>(d)] == "0") continue;
            terms.push_back(times(index[static_cast<std::size_t>(d)], by));
          }
        if (!a.offset.empty()) terms.push_back(a.offset);
        return element(r, sum_text(terms));
      }
      case read_kind::moved: return moved(r, index);
      case read_kind::padded: return padded(r, index);
      case read_kind::concatenated: return concatenated(r, index);
      case read_kind::taken: return taken(r, index);
      case read_kind::iota:
        return number(r.type, index[static_cast<std::size_t>(r.attribute)]);
      case read_kind::extent:
        return number(r.type, is_floating(r.type) && !*words_of(r.type).round ? "(double)" + scope_.raw_extent(r.attribute)
                                                                              : scope_.raw_extent(r.attribute));
      default: return literal(r.type, r.attribute);
    }
  }

 private:
  const read& at(int id) const { return scope_.plan.reads[id]; }
  const shape& extents(const read& r) const {
    return r.node >= 0 ? scope_.graph.shape_of(r.node) : scope_.graph.shapes[r.shape];
  }
  std::string fresh(const char* what) { return join(prefix_, what, count_++); }
  // An index or an extent as an element.
  static std::string number(dtype type, const std::string& text) {
    if (*words_of(type).round) return rounded(type, join("sinter_odd(", text, ")"));
    return join("(", words_of(type).computed, ")", text);
  }
  std::string element(const read& r, const std::string& offset) {
    return loaded(r.type, join(scope_.source(r.value), "[", offset, "]"));
  }
  std::string times(const std::string& at, const product& by) {
    if (by.is(1)) return at;
    if (by.is(-1)) return "-" + at;
    if (by.is_static() && by.number < 0) return join("-", at, " * ", -by.number);
    return join(at, " * ", scope_.factor(by));
  }
  std::string declare_index(const char* what, const std::string& text) {
    const std::string name = fresh(what);
    to_.line("const ", scope_.index_type(), " ", name, " = ", text, ";");
    return name;
  }
  static bool is_number(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  }

  // Which of the reader's axes a read looks at.
  std::vector<bool> needed_axes(const read& r, int rank) const {
    std::vector<bool> made(static_cast<std::size_t>(rank), true);
    if (r.what == read_kind::moved) {
      std::fill(made.begin(), made.end(), false);
      for (int d = 0; d < extents(at(r.first)).rank; ++d)
        if (r.axes[d].axis >= 0) made[static_cast<std::size_t>(r.axes[d].axis)] = true;
    } else if (r.what == read_kind::iota) {
      std::fill(made.begin(), made.end(), false);
      made[static_cast<std::size_t>(r.attribute)] = true;
    } else if (r.what == read_kind::extent || r.what == read_kind::constant)
      std::fill(made.begin(), made.end(), false);
    return made;
  }

  std::string moved(const read& r, const std::vector<std::string>& index) {
    const read& from = at(r.first);
    const shape& of = extents(from);
    std::vector<std::string> inner;
    for (int d = 0; d < of.rank; ++d) {
      const axis_map& m = r.axes[d];
      std::vector<std::string> terms;
      if (m.from_end) {
        terms.push_back(join(scope_.extent(of[d]), " - 1"));
        if (m.start != 0) terms.push_back("-" + scope_.extent(m.start));
      } else if (m.start != 0)
        terms.push_back(scope_.extent(m.start));
      if (m.axis >= 0 && m.stride != 0 && index[static_cast<std::size_t>(m.axis)] != "0")
        terms.push_back(times(index[static_cast<std::size_t>(m.axis)], product(m.stride)));
      const std::string text = sum_text(terms);
      inner.push_back(terms.size() > 1 || text.find(' ') != std::string::npos || text[0] == '-' ? declare_index("m", text) : text);
    }
    return value(from, inner);
  }

  std::string open_result(const read& r) {
    const std::string name = fresh("r");
    to_.line(words_of(r.type).computed, " ", name, ";");
    return name;
  }

  std::string padded(const read& r, const std::vector<std::string>& index) {
    const read& from = at(r.first);
    const shape& of = extents(from);
    const std::int64_t* list = scope_.graph.pool + r.attribute;
    std::vector<std::string> inner;
    std::string inside;
    for (int d = 0; d < of.rank; ++d) {
      const std::string here = index[static_cast<std::size_t>(d)];
      const std::int64_t between = list[2 * d + 1] + 1;
      const bool stays = list[2 * d] == 0 && between == 1 && r.node >= 0 && scope_.graph.shape_of(r.node)[d] == of[d];
      if (stays) {  // no padding along this axis
        inner.push_back(here);
        continue;
      }
      const std::string low = list[2 * d] == 0 && here != "0"
                                  ? here
                                  : declare_index("p", list[2 * d] == 0 ? here : join(here, " - ", scope_.extent(list[2 * d])));
      std::string now = low;
      std::string test = join(low, " >= 0");
      if (between > 1) {
        now = declare_index("q", join(low, " / ", between));
        test += join(" && ", low, " % ", between, " == 0");
      }
      test += join(" && ", now, " < ", scope_.extent(of[d]));
      inside += (inside.empty() ? "" : " && ") + test;
      inner.push_back(now);
    }
    if (inside.empty()) return value(from, inner);
    const std::string made = open_result(r);
    to_.open("if (", inside, ")");
    to_.line(made, " = ", value(from, inner), ";");
    to_.turn("else");
    const std::vector<std::string> zero(max_rank, "0");
    to_.line(made, " = ", value(at(r.second), zero), ";");
    to_.close();
    return made;
  }

  std::string concatenated(const read& r, const std::vector<std::string>& index) {
    const read &first = at(r.first), &second = at(r.second);
    const auto joined = static_cast<std::size_t>(r.attribute);
    const std::string edge = scope_.extent(extents(first)[static_cast<int>(joined)]), made = open_result(r);
    to_.open("if (", index[joined], " < ", edge, ")");
    to_.line(made, " = ", value(first, index), ";");
    to_.turn("else");
    std::vector<std::string> after = index;
    after[joined] = declare_index("c", join(index[joined], " - ", edge));
    to_.line(made, " = ", value(second, after), ";");
    to_.close();
    return made;
  }

  std::string taken(const read& r, const std::vector<std::string>& index) {
    const read &from = at(r.first), &chosen = at(r.second);
    const shape &of = extents(from), &by = extents(chosen);
    const int axis = axis_of_index(r.attribute);
    const index_mode mode = mode_of_index(r.attribute);
    std::vector<std::string> inner, which;
    for (int d = 0; d < by.rank; ++d) which.push_back(index[static_cast<std::size_t>(axis + d)]);
    for (int d = 0; d < of.rank; ++d)
      inner.push_back(d == axis ? "" : index[static_cast<std::size_t>(d < axis ? d : d - 1 + by.rank)]);
    const std::string number = fresh("t");
    to_.line("const long long ", number, " = ", value(chosen, which), ";");
    const std::string extent = scope_.extent(of[axis]);
    auto& place = inner[static_cast<std::size_t>(axis)];
    if (mode == index_mode::promise) {
      place = declare_index("k", join("(", scope_.index_type(), ")", number));
      return value(from, inner);
    }
    std::string test = join(number, " >= 0 && ", number, " < ", extent);
    if (mode == index_mode::clip) {
      place = declare_index("k", join("(", scope_.index_type(), ")(", number, " < 0 ? 0 : ", number, " >= ", extent, " ? ",
                                      extent, " - 1 : ", number, ")"));
      if (!is_symbol(of[axis]) && of[axis] > 0) return value(from, inner);
      test = join(extent, " > 0");
    }
    const std::string made = open_result(r);
    to_.open("if (", test, ")");
    if (mode != index_mode::clip) place = declare_index("k", join("(", scope_.index_type(), ")", number));
    to_.line(made, " = ", value(from, inner), ";");
    to_.turn("else");
    to_.line(made, " = ", outside(r.type, mode), ";");
    to_.close();
    return made;
  }
  static std::string outside(dtype type, index_mode mode) {
    if (mode != index_mode::fill) return literal(type, 0);
    if (is_floating(type)) return literal(type, std::bit_cast<std::int64_t>(std::numeric_limits<double>::quiet_NaN()));
    switch (type) {
      case dtype::b8: return "true";
      case dtype::u8: return literal(type, 255);
      case dtype::u32: return literal(type, 0xffffffff);
      case dtype::i32: return literal(type, std::numeric_limits<std::int32_t>::min());
      default: return literal(type, std::numeric_limits<std::int64_t>::min());
    }
  }

  scope& scope_;
  writer& to_;
  std::string prefix_;
  int count_ = 0;
};

}  // namespace sinter::core::cuda
