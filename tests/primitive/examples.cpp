// SPDX-License-Identifier: MIT
#include "examples.hpp"

namespace examples {
namespace {

namespace core = sinter::core;
namespace primitives = sinter::core::primitives;
using sinter::core::family;
using terms = std::vector<term>;

const dtype all_types[] = {dtype::b8, dtype::u8, dtype::i32, dtype::u32, dtype::i64, dtype::f32, dtype::f64, dtype::f16, dtype::bf16};

int shape_id(builder& graph, const extent_list& extents) {
  core::shape made;
  for (const std::int64_t extent : extents) made.push(extent);
  return graph.intern(made);
}

class maker {
 public:
  maker(const primitive* op, dtype type) : op_(op), type_(type) {}
  std::vector<example> list;

  bool is(const primitive& other) const { return op_ == &other; }
  // One example over operands of the row's domain.
  void add(std::string name, std::vector<operand> operands, std::function<term(builder&, const terms&)> make, bool specials = false) {
    list.push_back({op_, std::string(op_->name) + " " + core::name_of(type_) + " " + std::move(name), std::move(operands), std::move(make), specials, !is(primitives::dimension_size)});
  }
  operand plain(const extent_list& extents) const { return {type_, extents, op_->samples}; }

  void elementwise() {
    const std::vector<std::vector<extent_list>> shapes[] = {
        {{{7}}, {{3, 5}}, {{}}, {{0}}, {{1}}, {{2, 0, 3}}, {{33}}, {{2, 3, 4}}, {{70}}},
        {{{3, 5}, {3, 5}}, {{3, 5}, {5}}, {{3, 1}, {1, 5}}, {{}, {4}}, {{1}, {0}}, {{2, 1, 4}, {3, 1}}, {{40}, {40}}, {{37}, {}}, {{}, {}}, {{1}, {1, 1}}},
        {{{3, 5}, {3, 5}, {3, 5}}, {{5}, {3, 1}, {}}, {{}, {7}, {}}, {{0}, {1}, {0}}, {{33}, {33}, {33}}, {{}, {}, {}}}};
    if (op_->arity < 1 || op_->arity > 3) return;
    std::vector<std::pair<std::string, std::function<term(builder&, const terms&)>>> ways;
    std::vector<dtype> types(static_cast<std::size_t>(op_->arity), type_);
    const primitive* op = op_;
    if (is(primitives::convert_element_type) || is(primitives::bitcast_convert_type)) {
      for (const dtype to : all_types)
        if (to != type_ && (is(primitives::convert_element_type) || core::size_of(to) == core::size_of(type_)) &&
            !(is(primitives::bitcast_convert_type) && (to == dtype::b8 || type_ == dtype::b8)))
          ways.push_back({std::string("to ") + core::name_of(to), [op, to](builder&, const terms& x) { return core::emit(*op, x[0], {}, {}, 0, to); }});
    } else if (is(primitives::integer_pow)) {
      for (const int n : {-3, -1, 0, 1, 2, 3, 4, 7})
        if (n >= 0 || core::is_floating(type_))
          ways.push_back({"^" + std::to_string(n), [n](builder&, const terms& x) { return core::integer_pow(x[0], n); }});
    } else if (is(primitives::threefry2x32)) {
      types = {dtype::u32, dtype::u32, dtype::i64};
      ways.push_back({"", [](builder&, const terms& x) { return core::threefry(x[0], x[1], x[2]); }});
    } else if (is(primitives::select_n)) {
      for (const dtype of_values : all_types)
        ways.push_back({std::string("of ") + core::name_of(of_values), [](builder&, const terms& x) { return core::select(x[0], x[1], x[2]); }});
    } else if (op_->gives == core::result::declared) {
      return;  // whoever builds the node decides the type: such a row needs a construction of its own
    } else {
      ways.push_back({"", [op](builder&, const terms& x) {
        return core::emit(*op, x[0], x.size() > 1 ? x[1] : term{}, x.size() > 2 ? x[2] : term{});
      }});
    }
    std::size_t way_number = 0;
    for (const auto& [name, make] : ways) {
      if (is(primitives::select_n)) types = {dtype::b8, all_types[way_number], all_types[way_number]};
      ++way_number;
      for (const auto& extents : shapes[op_->arity - 1]) {
        std::vector<operand> operands;
        std::string text = name;
        for (std::size_t k = 0; k < extents.size(); ++k) {
          operands.push_back({types[k], extents[k], is(primitives::select_n) ? domain::real : op_->samples});
          text += support::text_of(extents[k]);
        }
        if (is(primitives::rem) && core::is_floating(type_)) operands[1].samples = domain::nonzero;
        if (is(primitives::integer_pow) && name[1] == '-') operands[0].samples = domain::nonzero;
        add(text, operands, make, &extents == &shapes[op_->arity - 1].front());
      }
    }
  }

  void reduction() {
    const primitive* op = op_;
    const bool single = is(primitives::argmax) || is(primitives::argmin);
    const bool extreme = single || is(primitives::reduce_max) || is(primitives::reduce_min);
    const std::vector<extent_list> shapes = {{3, 4, 5}, {6}, {1}, {70}, {3, 0, 5}, {0}, {1, 7, 1}, {2, 33}, {33, 2}, {4, 1, 3, 2}, {}};
    for (const extent_list& extents : shapes) {
      const int rank = static_cast<int>(extents.size());
      for (unsigned mask = 1; mask < 1u << rank; ++mask) {
        if (single && (mask & (mask - 1))) continue;
        bool empty = false;
        for (int i = 0; i < rank; ++i) empty = empty || ((mask >> i & 1) && extents[static_cast<std::size_t>(i)] == 0);
        if (empty && extreme) continue;  // refused; the tests of errors say so
        add(support::text_of(extents) + " over " + std::to_string(mask), {plain(extents)},
            [op, mask](builder&, const terms& x) { return core::emit(*op, x[0], {}, {}, mask); });
      }
    }
  }

  void views() {
    if (is(primitives::reshape)) {
      const std::vector<std::pair<extent_list, extent_list>> pairs = {{{3, 4}, {12}}, {{12}, {2, 3, 2}}, {{1}, {}}, {{}, {1, 1}}, {{0, 3}, {5, 0}}, {{2, 3, 4}, {6, 4}}, {{2, 3, 4}, {4, 3, 2}}, {{5}, {1, 5, 1}}};
      for (const auto& [from, to] : pairs)
        add(support::text_of(from) + " to " + support::text_of(to), {plain(from)},
            [to = to](builder& graph, const terms& x) { return core::reshape(x[0], shape_id(graph, to)); });
    } else if (is(primitives::transpose)) {
      for (const extent_list& extents : std::vector<extent_list>{{3, 4, 5}, {2, 1, 3}, {0, 2, 3}, {33, 2, 1}}) {
        const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        for (const auto& order : orders) {
          std::int64_t map = 0;
          for (int i = 0; i < 3; ++i) map |= core::axis_to(i, order[i]);
          add(support::text_of(extents) + " map " + std::to_string(map), {plain(extents)},
              [map](builder&, const terms& x) { return core::transpose(x[0], map); });
        }
      }
      add("(4,7)", {plain({4, 7})}, [](builder&, const terms& x) { return core::transpose(x[0], 0x01); });
    } else if (is(primitives::broadcast_in_dim)) {
      struct way { extent_list from, to; std::vector<int> map; };
      for (const way& w : std::vector<way>{{{}, {4}, {}}, {{}, {2, 3}, {}}, {{3}, {2, 3}, {1}}, {{3}, {3, 2}, {0}}, {{3, 1}, {3, 4}, {0, 1}}, {{1, 1}, {2, 5}, {0, 1}},
                                           {{2, 3}, {2, 4, 3}, {0, 2}}, {{1}, {0}, {0}}, {{0}, {2, 0}, {1}}, {{1, 3}, {2, 1, 3}, {1, 2}}, {{3}, {3, 33}, {0}}, {{33}, {3, 33}, {1}}}) {
        std::int64_t map = 0;
        for (std::size_t i = 0; i < w.map.size(); ++i) map |= core::axis_to(static_cast<int>(i), w.map[i]);
        add(support::text_of(w.from) + " to " + support::text_of(w.to), {plain(w.from)},
            [to = w.to, map](builder& graph, const terms& x) { return core::broadcast_in_dim(x[0], shape_id(graph, to), map); });
      }
    } else if (is(primitives::slice)) {
      struct way { extent_list from; std::vector<core::slice_axis> axes; };
      for (const way& w : std::vector<way>{{{7}, {{0, 1, 3}}}, {{7}, {{2, 1, 5}}}, {{7}, {{1, 2, 3}}}, {{7}, {{0, 3, 3}}}, {{7}, {{3, 1, 0}}}, {{7}, {{6, 1, 1}}}, {{7}, {{0, 7, 1}}},
                                           {{4, 5}, {{1, 1, 2}, {0, 2, 3}}}, {{4, 5}, {{0, 1, 4}, {1, 1, 3}}}, {{3, 4, 5}, {{2, 1, 1}, {0, 3, 2}, {1, 2, 2}}}, {{0, 2}, {{0, 1, 0}, {1, 1, 1}}}, {{70}, {{1, 2, 34}}}}) {
        std::string text = support::text_of(w.from);
        for (const auto& axis : w.axes) text += " " + std::to_string(axis.start) + ":" + std::to_string(axis.stride) + "x" + std::to_string(axis.extent);
        add(text, {plain(w.from)}, [axes = w.axes](builder&, const terms& x) { return core::slice(x[0], axes.data()); });
      }
    } else if (is(primitives::concatenate)) {
      for (const extent_list& extents : std::vector<extent_list>{{4}, {3, 4}, {2, 3, 4}, {40}})
        for (int axis = 0; axis < static_cast<int>(extents.size()); ++axis)
          for (const int second : {3, 1, 0, 4}) {
            extent_list other = extents;
            other[static_cast<std::size_t>(axis)] = second;
            for (const bool swapped : {false, true})
              add(support::text_of(swapped ? other : extents) + support::text_of(swapped ? extents : other) + " along " + std::to_string(axis),
                  {plain(swapped ? other : extents), plain(swapped ? extents : other)},
                  [axis](builder&, const terms& x) { return core::concatenate(x[0], x[1], axis); });
          }
    } else if (is(primitives::pad)) {
      struct way { extent_list from; std::vector<core::pad_axis> axes; };
      for (const way& w : std::vector<way>{{{4}, {{1, 2, 0}}}, {{4}, {{0, 0, 1}}}, {{4}, {{2, 1, 2}}}, {{4}, {{0, 3, 0}}}, {{0}, {{2, 1, 0}}}, {{0}, {{1, 1, 2}}}, {{1}, {{0, 0, 3}}}, {{1}, {{1, 1, 3}}},
                                           {{2, 3}, {{1, 0, 0}, {0, 2, 1}}}, {{2, 3}, {{0, 0, 0}, {1, 1, 0}}}, {{2, 3, 2}, {{0, 1, 1}, {2, 0, 0}, {0, 0, 2}}}, {{40}, {{3, 4, 1}}}, {{2, 0}, {{1, 1, 0}, {1, 1, 0}}}}) {
        std::string text = support::text_of(w.from);
        for (const auto& axis : w.axes) text += " " + std::to_string(axis.low) + "," + std::to_string(axis.high) + "," + std::to_string(axis.interior);
        add(text, {plain(w.from), plain({})}, [axes = w.axes](builder&, const terms& x) { return core::pad(x[0], x[1], axes.data()); });
      }
    } else if (is(primitives::rev)) {
      for (const extent_list& extents : std::vector<extent_list>{{7}, {3, 4}, {2, 3, 4}, {0, 3}, {1, 5}, {66}})
        for (unsigned mask = 1; mask < 1u << extents.size(); ++mask)
          add(support::text_of(extents) + " along " + std::to_string(mask), {plain(extents)},
              [mask](builder&, const terms& x) { return core::reverse(x[0], mask); });
    }
  }

  void contraction() {
    if (!is(primitives::dot_general)) return;
    struct way { extent_list x, y; std::vector<std::pair<int, int>> contracted, batches; };
    for (const way& w : std::vector<way>{
             {{2}, {2}, {{0, 0}}, {}}, {{3, 2}, {2}, {{1, 0}}, {}}, {{2}, {2, 4}, {{0, 0}}, {}},
             {{3, 2}, {2, 4}, {{1, 0}}, {}}, {{3, 5}, {2, 5}, {{1, 1}}, {}}, {{5, 3}, {5, 2}, {{0, 0}}, {}},
             {{3, 3, 2}, {3, 2, 4}, {{2, 1}}, {{0, 0}}}, {{3, 5, 2}, {2, 4, 5}, {{2, 0}}, {{1, 2}}}, {{7, 3, 5, 2}, {2, 2, 4, 5}, {{3, 0}}, {{2, 3}}},
             {{5, 3, 2}, {5, 2, 4}, {{0, 0}}, {}}, {{5, 3, 2}, {5, 2, 4}, {{0, 0}, {2, 1}}, {}}, {{3, 4, 2, 4}, {3, 4, 3, 2}, {{2, 3}}, {{0, 0}, {1, 1}}},
             {{3, 4}, {2, 5}, {}, {}}, {{3, 4}, {3, 4}, {}, {{0, 0}, {1, 1}}}, {{3, 4}, {3, 4}, {{0, 0}, {1, 1}}, {}}, {{3, 4}, {4, 3}, {{0, 1}, {1, 0}}, {}},
             {{}, {3}, {}, {}}, {{}, {}, {}, {}}, {{0, 2}, {2, 3}, {{1, 0}}, {}}, {{3, 0}, {0, 2}, {{1, 0}}, {}}, {{1, 1}, {1, 1}, {{1, 0}}, {}},
             {{2, 3, 2}, {2, 2, 2, 3}, {{1, 3}, {2, 0}}, {{0, 1}}}, {{5, 17}, {17, 19}, {{1, 0}}, {}}, {{33, 9}, {9, 40}, {{1, 0}}, {}}}) {
      core::contraction how;
      std::string text = support::text_of(w.x) + support::text_of(w.y) + " c";
      for (const auto& [a, b] : w.batches) how.batch(a, b);
      for (const auto& [a, b] : w.contracted) how.contract(a, b), text += std::to_string(a) + "|" + std::to_string(b) + " ";
      add(text, {plain(w.x), plain(w.y)}, [how](builder&, const terms& x) { return core::dot_general(x[0], x[1], how); });
    }
  }

  void indexing() {
    struct way { extent_list x, indices; int axis; };
    const std::vector<way> ways = {{{7}, {4}, 0}, {{7}, {}, 0}, {{4, 3}, {5}, 0}, {{4, 3}, {5}, 1}, {{4, 3}, {2, 2}, 0}, {{2, 3, 4}, {3}, 1}, {{2, 3, 4}, {}, 2},
                                   {{5}, {0}, 0}, {{5, 2}, {3, 0}, 0}, {{0, 3}, {2}, 1}, {{1}, {6}, 0}, {{6, 2}, {40}, 0}, {{9, 33}, {5}, 0}};
    const bool takes = is(primitives::take), adds = is(primitives::scatter_add);
    if (!takes && !adds) return;
    for (const way& w : ways)
      for (const core::index_mode mode : {core::index_mode::fill, core::index_mode::clip, core::index_mode::promise, core::index_mode::nothing})
        for (const dtype index_type : {dtype::i32, dtype::i64}) {
          const auto extent = static_cast<int>(w.x[static_cast<std::size_t>(w.axis)]);
          extent_list reached(w.x.begin(), w.x.begin() + w.axis);
          reached.insert(reached.end(), w.indices.begin(), w.indices.end());
          reached.insert(reached.end(), w.x.begin() + w.axis + 1, w.x.end());
          operand indices{index_type, w.indices, domain::index, mode == core::index_mode::promise ? -extent : extent};
          indices.differentiated = false;
          std::vector<operand> operands = {{type_, w.x, domain::real}, indices};
          if (adds) operands.push_back({type_, reached, domain::real});
          add(support::text_of(w.x) + support::text_of(w.indices) + " axis " + std::to_string(w.axis) + " mode " + std::to_string(static_cast<int>(mode)) + " by " + core::name_of(index_type),
              operands, [axis = w.axis, mode, takes](builder&, const terms& x) {
                return takes ? core::take(x[0], x[1], axis, mode) : core::scatter_add(x[0], x[1], x[2], axis, mode);
              });
        }
  }

  void sources() {
    const dtype type = type_;
    for (const extent_list& extents : std::vector<extent_list>{{}, {5}, {2, 3}, {0}, {3, 40}}) {
      if (is(primitives::iota)) {
        for (int axis = 0; axis < static_cast<int>(extents.size()); ++axis)
          add(support::text_of(extents) + " along " + std::to_string(axis), {},
              [=](builder& graph, const terms&) { return core::iota(graph, type, shape_id(graph, extents), axis); });
      } else if (is(primitives::constant)) {
        for (const double value : {0.0, 1.0, 3.0})
          add(support::text_of(extents) + std::to_string(value), {},
              [=](builder& graph, const terms&) { return core::constant(graph, type == dtype::b8 && value > 0 ? 1 : value, type, shape_id(graph, extents)); });
      } else if (is(primitives::parameter)) {
        add(support::text_of(extents), {{type, extents, domain::real}}, [](builder&, const terms& x) { return x[0]; });
      } else if (is(primitives::dimension_size) && !extents.empty()) {
        add(support::text_of(extents), {{type, extents, domain::real}}, [type](builder& graph, const terms& x) {
          // a symbol stands for the extent of the parameter: the tests give it at the call
          const std::int64_t symbol = graph.open(core::origin::parameter, x[0].origin().attribute, 0);
          return core::dimension_size(graph, symbol, type);
        });
      }
    }
  }

  void markers() {
    const primitive* op = op_;
    if (is(primitives::debug_print)) {
      add("(3)", {{type_, {3}, domain::real}}, [op](builder& graph, const terms& x) {
        const term printed = core::emit(*op, x[0], {}, {}, graph.sites.push({"an example", 1}));
        graph.effects.push(printed.id);
        return printed;
      });
      return;
    }
    if (!is(primitives::barrier) && !is(primitives::stop_gradient)) return;
    for (const extent_list& extents : std::vector<extent_list>{{}, {5}, {2, 3}, {0}})
      add(support::text_of(extents), {{type_, extents, domain::real}}, [op](builder&, const terms& x) { return core::emit(*op, x[0]); });
  }

 private:
  const primitive* op_;
  dtype type_;
};

}  // namespace

std::vector<example> of(const primitive* op, dtype type) {
  maker made(op, type);
  switch (op->kind) {
    case family::elementwise: made.elementwise(); break;
    case family::reduction: made.reduction(); break;
    case family::view: made.views(); break;
    case family::contraction: made.contraction(); break;
    case family::indexing: made.indexing(); break;
    case family::source: made.sources(); break;
    case family::marker: made.markers(); break;
  }
  return std::move(made.list);
}

}  // namespace examples
