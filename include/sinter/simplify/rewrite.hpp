// SPDX-License-Identifier: MIT
// Identities, one a line. Each is exact in IEEE arithmetic, signed zeros, infinities and NaN included: x * 1, x - (+0),
// neg neg x; but never x + 0, which turns -0 into +0.
#pragma once
#include <iterator>

#include "../primitive/registry.hpp"

namespace sinter::core {

// What a node over x, y, z may be replaced by; an empty term leaves it.
struct identity {
  row_pointer op;
  term (*becomes)(const operands& a);
  const char* text;
};

constexpr bool is(term t, const primitive& op) { return t.graph->nodes.items[t.id].op.row->hash == op.hash; }
constexpr operands inside(term t) {
  const node& at = t.origin();
  builder* graph = t.graph;
  return {at.a >= 0 ? term{graph, at.a} : term{}, at.b >= 0 ? term{graph, at.b} : term{}, at.c >= 0 ? term{graph, at.c} : term{}, t, at};
}
constexpr term when(bool holds, term then) { return holds ? then : term{}; }
constexpr bool is_integer(term t) { return !is_floating(t.type()); }
constexpr bool is_bits(term t, std::int64_t bits) {
  const node& at = t.graph->nodes.items[t.id];
  return at.attribute == bits && at.op.row->hash == primitives::constant.hash;
}
// A power of two whose reciprocal is exact too.
constexpr bool is_power_of_two(term t) {
  if (!is_constant(t) || !is_floating(t.type())) return false;
  double v = std::bit_cast<double>(t.origin().attribute);
  if (v < 0) v = -v;
  const double most = t.type() == dtype::f16 ? 32768 : 65536;  // 2^16 is no f16
  for (double p = 1; p <= most; p *= 2)
    if (v == p || v * p == 1) return true;
  return false;
}

// Whether every number of a floating type is one of a wider floating type too.
constexpr bool holds_all_of(dtype wide, dtype narrow) {
  return (wide == dtype::f64 && (narrow == dtype::f32 || is_halved(narrow))) || (wide == dtype::f32 && is_halved(narrow));
}

constexpr term compose_broadcasts(const operands& a) {
  const operands first = inside(a.x);
  std::int64_t map = 0;
  for (int i = 0; i < first.x.rank(); ++i) map |= axis_to(i, axis_at(a.at.attribute, axis_at(first.at.attribute, i)));
  return broadcast_in_dim(first.x, a.at.shape, map);
}
constexpr term compose_transposes(const operands& a) {
  const operands first = inside(a.x);
  std::int64_t map = 0;
  for (int i = 0; i < first.x.rank(); ++i) map |= axis_to(i, axis_at(a.at.attribute, axis_at(first.at.attribute, i)));
  return transpose(first.x, map);
}

namespace primitives {
inline constexpr identity identities[] = {
    {&mul, [](const operands& a) { return when(is_splat(a.y, 1), a.x); }, "x * 1 = x"},
    {&mul, [](const operands& a) { return when(is_splat(a.x, 1), a.y); }, "1 * x = x"},
    {&mul, [](const operands& a) { return is_splat(a.y, -1) ? -a.x : term{}; }, "x * -1 = -x"},
    {&mul, [](const operands& a) { return is_splat(a.x, -1) ? -a.y : term{}; }, "-1 * x = -x"},
    {&mul, [](const operands& a) { return is(a.x, neg) && is(a.y, neg) ? inside(a.x).x * inside(a.y).x : term{}; }, "-x * -y = x * y"},
    {&mul, [](const operands& a) { return when(is_integer(a.x) && is_bits(a.y, 0), a.y); }, "x * 0 = 0 for integers"},
    {&div, [](const operands& a) { return when(is_splat(a.y, 1), a.x); }, "x / 1 = x"},
    {&div, [](const operands& a) { return is_splat(a.y, -1) ? -a.x : term{}; }, "x / -1 = -x"},
    {&div, [](const operands& a) { return is_power_of_two(a.y) ? a.x * like(a.y, 1 / std::bit_cast<double>(a.y.origin().attribute)) : term{}; }, "x / 2^k = x * 2^-k"},
    {&div, [](const operands& a) { return !is_integer(a.x) && is(a.x, neg) && is(a.y, neg) ? inside(a.x).x / inside(a.y).x : term{}; }, "-x / -y = x / y for floats"},
    {&sub, [](const operands& a) { return when(is_splat(a.y, 0), a.x); }, "x - 0 = x"},
    {&sub, [](const operands& a) { return is(a.y, neg) ? a.x + inside(a.y).x : term{}; }, "x - -y = x + y"},
    {&add, [](const operands& a) { return is(a.y, neg) ? a.x - inside(a.y).x : term{}; }, "x + -y = x - y"},
    {&add, [](const operands& a) { return is(a.x, neg) ? a.y - inside(a.x).x : term{}; }, "-x + y = y - x"},
    {&add, [](const operands& a) { return when(is_integer(a.x) && is_bits(a.y, 0), a.x); }, "x + 0 = x for integers"},
    {&integer_pow, [](const operands& a) { return when(a.at.attribute == 1, a.x); }, "x^1 = x"},
    {&integer_pow, [](const operands& a) { return a.at.attribute == 2 ? a.x * a.x : term{}; }, "x^2 = x * x"},
    {&select_n, [](const operands& a) { return when(a.y.id == a.z.id, a.y); }, "select(p, x, x) = x"},
    {&select_n, [](const operands& a) { return when(is_bits(a.x, 1), a.z); }, "select(true, x, y) = y"},
    {&select_n, [](const operands& a) { return when(is_bits(a.x, 0), a.y); }, "select(false, x, y) = x"},
    {&select_n, [](const operands& a) { return is(a.x, bitwise_not) ? core::select(inside(a.x).x, a.z, a.y) : term{}; }, "select(not p, x, y) = select(p, y, x)"},
    {&bitwise_and, [](const operands& a) { return when(a.x.type() == dtype::b8 && is_bits(a.y, 1), a.x); }, "p and true = p"},
    {&bitwise_and, [](const operands& a) { return when(is_bits(a.y, 0), a.y); }, "x and 0 = 0"},
    {&bitwise_or, [](const operands& a) { return when(is_bits(a.y, 0), a.x); }, "x or 0 = x"},
    {&bitwise_xor, [](const operands& a) { return when(is_bits(a.y, 0), a.x); }, "x xor 0 = x"},
    {&convert_element_type, [](const operands& a) { return when(a.x.type() == a.at.type, a.x); }, "a conversion to the same type"},
    {&convert_element_type, [](const operands& a) { return is(a.x, convert_element_type) && inside(a.x).x.type() == a.at.type && holds_all_of(a.x.type(), a.at.type) ? inside(a.x).x : term{}; }, "a float to a wider one and back"},
    {&reshape, [](const operands& a) { return when(a.x.shape_id() == a.at.shape, a.x); }, "a reshape to the same extents"},
    {&reshape, [](const operands& a) { return is(a.x, reshape) ? core::reshape(inside(a.x).x, a.at.shape) : term{}; }, "a reshape of a reshape"},
    {&broadcast_in_dim, [](const operands& a) { return when(a.x.shape_id() == a.at.shape, a.x); }, "a broadcast to the same extents"},
    {&broadcast_in_dim, [](const operands& a) { return is(a.x, broadcast_in_dim) ? compose_broadcasts(a) : term{}; }, "a broadcast of a broadcast"},
    {&transpose, [](const operands& a) { return is(a.x, transpose) ? compose_transposes(a) : term{}; }, "a transpose of a transpose"},
};
}  // namespace primitives

// Identities by the hash of their primitive: most nodes meet an empty bucket.
struct identity_buckets {
  static constexpr int count = static_cast<int>(std::size(primitives::identities));
  static constexpr unsigned size = 128;
  int first[size] = {};
  int next[count] = {};
  constexpr identity_buckets() {
    for (int i = count; i-- > 0;) {
      int& head = first[primitives::identities[i].op->hash % size];
      next[i] = head;
      head = i + 1;
    }
  }
};
inline constexpr identity_buckets identities_by_hash{};

// A term equal to the node `at` over the operands, from the table or the row's algebra, or an empty term.
constexpr term rewrite(const operands& a) {
  const primitive& op = *a.at.op.row;
  if ((op.involutory || op.idempotent) && (op.kind == family::elementwise || op.kind == family::view)) {
    if (op.arity == 1 && a.x.origin().op == a.at.op && a.x.origin().attribute == a.at.attribute)
      return op.involutory ? inside(a.x).x : a.x;
    if (op.arity == 2 && op.idempotent && op.kind == family::elementwise && a.x.id == a.y.id) return a.x;
  }
  for (int i = identities_by_hash.first[op.hash % identity_buckets::size]; i; i = identities_by_hash.next[i - 1]) {
    const identity& known = primitives::identities[i - 1];
    if (known.op.row->hash != op.hash) continue;
    if (const term found = known.becomes(a); found.id >= 0) return found;
  }
  return {};
}

}  // namespace sinter::core
