// SPDX-License-Identifier: MIT
// From one element type to another.
#pragma once
#include "emit.hpp"
#include "value.hpp"

namespace sinter::core {

constexpr term cast(term x, dtype to);

namespace primitives {
inline constexpr elementwise convert_element_type{
    {.name = "convert_element_type", .takes = anything, .gives = result::declared, .infer = [](builder&, node&) {},
     .differentiates = derivative::linear,
     .transpose = [](const operands& a, int, term cotangent) { return core::cast(cotangent, a.x.type()); },
     .holds = attribute::new_type, .doc = "the same number in another element type: floats round to nearest, float to integer truncates and saturates, "
            "NaN becomes 0, integers keep their low bits, anything but 0 is true", .cuda = "sinter_convert<$T>($x)"},
    [](auto x, auto to) { using scalar::convert; return convert<typename decltype(to)::type>(x); }};

inline constexpr elementwise bitcast_convert_type{
    {.name = "bitcast_convert_type", .takes = anything, .gives = result::declared,
     .infer = [](builder& graph, node& made) {
       if (size_of(graph.nodes[made.a].type) != size_of(made.type))
         element_type_is_not_accepted("bitcast_convert_type", graph.nodes[made.a].type);
     },
     .differentiates = derivative::none, .holds = attribute::new_type, .doc = "the same bits read as another element type of the same size",
     .cuda = "sinter_bitcast<$T>($x)"},
    [](auto x, auto to) { using std::bit_cast; return bit_cast<typename decltype(to)::type>(x); }};
}  // namespace primitives

constexpr term cast(term x, dtype to) {
  return x.type() == to ? x : emit(primitives::convert_element_type, x, {}, {}, 0, to);
}
constexpr term bitcast(term x, dtype to) {
  return x.type() == to ? x : emit(primitives::bitcast_convert_type, x, {}, {}, 0, to);
}

}  // namespace sinter::core
