// SPDX-License-Identifier: MIT
// Where a thread stands: the axes of a shape, driven by one or more linear indices (the element of a map; the cell and the
// position along the reduced axes of a reduction). From them come coordinates, declared once and only where used, and
// offsets into buffers, with axes that lie together taken as one.
#pragma once
#include "scope.hpp"

namespace sinter::core::cuda {

// A buffer read in terms of the reader's axes: element `offset + sum of of[axis] * index[axis]`.
struct affine {
  std::string offset;       // text, "" where it is 0
  std::int64_t fixed = 0;   // its static part, for alignment
  bool is_static = true;    // that is all
  std::vector<product> of[max_rank];  // terms; more than one only where a diagonal is read
};

inline std::string sum_text(const std::vector<std::string>& terms) {
  std::string made;
  for (const std::string& t : terms) {
    if (made.empty()) made = t;
    else if (t[0] == '-') made += " - " + t.substr(1);
    else made += " + " + t;
  }
  return made.empty() ? "0" : made;
}

inline affine affine_of(scope& s, const read& r) {
  affine made;
  const shape& extents = s.graph.shapes[r.shape];
  product step = 1;
  std::vector<std::string> terms;
  for (int d = extents.rank - 1; d >= 0; --d) {
    const axis_map& m = r.axes[d];
    if (m.from_end) {
      if (!is_symbol(extents[d]) && !is_symbol(m.start) && step.is_static())
        made.fixed += step.number * (extents[d] - 1 - m.start);
      else {
        made.is_static = false;
        terms.push_back(join("(", s.extent(extents[d]), " - 1 - ", s.extent(m.start), ") * ", s.factor(step)));
      }
    } else if (!is_symbol(m.start) && step.is_static()) {
      made.fixed += step.number * m.start;
    } else if (m.start != 0) {
      made.is_static = false;
      terms.push_back(join(s.extent(m.start), " * ", s.factor(step)));
    }
    if (m.axis >= 0 && m.stride != 0 && !step.is(0)) {
      product by = step;
      by *= product(m.stride);
      made.of[m.axis].push_back(by);
    }
    step *= product_of_extent(extents[d]);
  }
  if (made.fixed) terms.push_back(to_text(made.fixed));
  if (!terms.empty()) made.offset = sum_text(terms);
  return made;
}
inline affine row_major(const shape& of) {
  affine made;
  product step = 1;
  for (int d = of.rank - 1; d >= 0; --d) {
    made.of[d].push_back(step);
    step *= product_of_extent(of[d]);
  }
  return made;
}

class index_frame {
 public:
  struct source {
    std::string name;        // of the linear index, of the unsigned type
    std::vector<int> axes;   // in order, those of extent 1 left out
  };

  index_frame(scope& s, const shape& of) : scope_(s), shape_(of) {}
  const shape& extents() const { return shape_; }

  // Axes not given to any source stand at 0.
  void add_source(std::string name, const std::vector<int>& axes) {
    source made{std::move(name), {}};
    for (const int a : axes)
      if (shape_[a] != 1) made.axes.push_back(a);
    sources_.push_back(std::move(made));
  }
  void add_source_of_all(std::string name) {
    std::vector<int> axes;
    for (int a = 0; a < shape_.rank; ++a) axes.push_back(a);
    add_source(std::move(name), axes);
  }
  // While set, the last axes of the first source stand `lane` further.
  std::string lane;

  // The index along an axis.
  std::string coordinate(int axis) {
    for (const source& at : sources_)
      for (std::size_t i = 0; i < at.axes.size(); ++i)
        if (at.axes[i] == axis) return group(at, i, i);
    return "0";
  }
  std::vector<std::string> coordinates() {
    std::vector<std::string> made;
    for (int a = 0; a < shape_.rank; ++a) made.push_back(coordinate(a));
    return made;
  }

  struct step {  // of an affine read along some axes together
    const source* from;
    std::size_t first, last;
    product by;
  };
  // The strides of the sources' axes, merged where one stride passes several.
  std::vector<step> steps(const affine& a) const {
    std::vector<step> made;
    for (const source& at : sources_)
      for (std::size_t i = 0; i < at.axes.size(); ++i)
        for (const product& by : a.of[at.axes[i]]) {
          const bool continues = !made.empty() && made.back().from == &at && made.back().last + 1 == i &&
                                 a.of[at.axes[i]].size() == 1 && a.of[at.axes[i - 1]].size() == 1 &&
                                 made.back().by == by * product_of_extent(shape_[at.axes[i]]);
          if (continues) {
            made.back().last = i;
            made.back().by = by;
          } else
            made.push_back({&at, i, i, by});
        }
    return made;
  }
  std::string offset(const affine& a) {
    std::vector<std::string> terms;
    const std::vector<step> all = steps(a);
    if (all.size() == 1 && a.offset.empty() && all[0].by.is(1) && all[0].first == 0 &&
        all[0].last + 1 == all[0].from->axes.size() && (lane.empty() || all[0].from != &sources_[0]))
      return all[0].from->name;  // the linear index itself
    for (const step& s : all) {
      const std::string at = group(*s.from, s.first, s.last);
      if (s.by.is(1)) terms.push_back(at);
      else if (s.by.is(-1)) terms.push_back("-" + at);
      else if (s.by.is_static() && s.by.number < 0) terms.push_back(join("-", at, " * ", -s.by.number));
      else terms.push_back(join(at, " * ", scope_.factor(s.by)));
    }
    if (!a.offset.empty()) terms.push_back(a.offset);
    return sum_text(terms);
  }
  // Whether a step covers the axis on which lanes lie side by side.
  bool is_innermost(const step& s) const { return s.from == &sources_[0] && s.last + 1 == s.from->axes.size(); }
  const source& first_source() const { return sources_[0]; }

  // What was asked for, to stand before its uses.
  void declare(writer& to) const {
    for (const declared& d : declared_)
      to.line("const ", scope_.index_type(), " ", d.name, " = ", d.text, ";");
  }
  bool has_declarations() const { return !declared_.empty(); }

 private:
  struct declared {
    std::string name, text;
  };
  scope& scope_;
  shape shape_;
  std::vector<source> sources_;
  std::vector<declared> declared_;

  std::string group(const source& at, std::size_t first, std::size_t last) {
    product after;
    for (std::size_t i = last + 1; i < at.axes.size(); ++i) after *= product_of_extent(shape_[at.axes[i]]);
    product inside;
    for (std::size_t i = first; i <= last; ++i) inside *= product_of_extent(shape_[at.axes[i]]);
    const bool is_outer = first == 0, is_inner = last + 1 == at.axes.size();
    std::string name = at.name;
    if (is_outer && is_inner) {
      name = declare_once(join(at.name, "_at"), join("(", scope_.index_type(), ")", at.name), at.name);
    } else {
      name = join(at.name, at.name == "n" ? "_" : "", at.axes[first]);  // n0, n1, ... are extents
      if (last != first) name += join("_", at.axes[last]);
      std::string text = at.name;
      if (!is_inner) text += join(" / ", scope_.unsigned_factor(after));
      if (!is_outer) text += join(" % ", scope_.unsigned_factor(inside));
      name = declare_once(name, join("(", scope_.index_type(), ")(", text, ")"), "");
    }
    if (is_inner && !lane.empty() && &at == &sources_[0]) return join("(", name, " + ", lane, ")");
    return name;
  }
  std::string declare_once(const std::string& name, const std::string& text, const std::string&) {
    for (const declared& d : declared_)
      if (d.name == name) return name;
    declared_.push_back({name, text});
    return name;
  }
};

}  // namespace sinter::core::cuda
