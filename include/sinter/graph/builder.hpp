// SPDX-License-Identifier: MIT
// The graph under construction. Structurally equal nodes are one node, shapes are interned, and extents that must be equal
// are joined. The same builder serves constant evaluation and run time.
#pragma once
#include <source_location>

#include "../array/extents.hpp"
#include "failure.hpp"
#include "growing.hpp"
#include "node.hpp"
#include "row.hpp"

namespace sinter::core {

class builder {
 public:
  growing<node> nodes;
  growing<shape> shapes;
  growing<symbol> symbols;
  growing<check> checks;
  growing<site> sites;
  growing<std::int64_t> pool;    // attributes longer than 64 bits
  growing<std::int32_t> roots;   // results
  growing<std::int32_t> effects; // nodes that run although nothing reads them: debug_print
  int parameters = 0;
  int extent_arguments = 0;
  int site_now = 0;
  int uniques = 0;               // barriers handed out
  int owners = 0;                // arrays that share a graph made of literals alone

  constexpr builder() { sites.push({}); }

  // Room for so many nodes.
  constexpr void reserve(int count) {
    nodes.reserve(count);
    next_.reserve(count);
    int size = 16;
    while (size < count) size *= 2;
    heads_ = growing<int>(size);
  }

  constexpr int intern(const shape& wanted) {
    auto hash = static_cast<std::uint64_t>(wanted.rank);
    for (int i = 0; i < wanted.rank; ++i) hash = hash * 31u + static_cast<std::uint64_t>(wanted.extents[i]);
    int& head = shape_heads_[(hash ^ hash >> 20) % shape_buckets];
    for (int i = head; i; i = shape_next_.items[i - 1])
      if (shapes.items[i - 1] == wanted) return i - 1;
    shapes.push(wanted);
    shape_next_.push(head);
    head = shapes.count;
    return head - 1;
  }

  // The id of a node equal to `wanted`, which is added if there is none.
  constexpr int append(const node& wanted) {
    const std::uint64_t hash = hash_of(wanted);
    const int count = nodes.count;
    if (count >= heads_.count) rehash();
    int& head = heads_.items[hash % static_cast<unsigned>(heads_.count)];
    for (int i = head; i; i = next_.items[i - 1]) {
      const node& other = nodes.items[i - 1];
      if (other.a == wanted.a && other.b == wanted.b && other.attribute == wanted.attribute && other.shape == wanted.shape &&
          other.c == wanted.c && other.type == wanted.type && other.op.row->hash == wanted.op.row->hash)
        return i - 1;
    }
    nodes.push(wanted);
    nodes.items[count].site = site_now;
    next_.push(head);
    head = count + 1;
    return count;
  }

  constexpr const shape& shape_of(int id) const { return shapes.items[nodes.items[id].shape]; }

  constexpr void at(const std::source_location& where) { at(site{where.file_name(), where.line()}); }
  constexpr void at(const site& where) {
    // Line 0 is no place, whatever its file. Names are compared, not addresses: clang++ compares none of different literals.
    const site& now = sites.items[site_now];
    if (now.line == where.line && (where.line == 0 || __builtin_strcmp(now.file, where.file) == 0)) return;
    site_now = sites.push(where);
  }

  // A new symbol.
  constexpr std::int64_t open(origin from, std::int64_t x, std::int64_t y = 0) {
    const int id = symbols.size();
    symbols.push({id, -1, from, x, y, site_now});
    return extent_of_symbol(id);
  }
  // The extent that `from` computes of x and y: a number where both are, and one symbol for equal definitions.
  // A difference is not below 0: of extents that a slice leaves.
  constexpr std::int64_t define(origin from, std::int64_t x, std::int64_t y) {
    x = resolve(x);
    y = resolve(y);
    if (x >= 0 && y >= 0) return compute(from, x, y);
    if (from == origin::sum && (x == 0 || y == 0)) return x == 0 ? y : x;
    if (from == origin::difference && y == 0) return x;
    if (from == origin::difference && x == y) return 0;
    if (from == origin::product && (x == 1 || y == 1)) return x == 1 ? y : x;
    if ((from == origin::product && (x == 0 || y == 0)) || (from == origin::dilation && x == 0)) return 0;
    if (from == origin::dilation && y == 0) return x;
    if (from == origin::quotient && x == y) return 1;
    if ((from == origin::quotient || from == origin::ceiling) && y == 1) return x;
    if (is_symbol(x)) {
      const symbol known = symbols[symbol_of(x)];
      const bool undone = (from == origin::difference && known.from == origin::sum) ||
                          (from == origin::quotient && known.from == origin::product);
      if (undone && resolve(known.x) == y) return resolve(known.y);
      if (undone && resolve(known.y) == y) return resolve(known.x);
    }
    if (from == origin::difference && is_symbol(y)) {  // x - (x - z) = z
      const symbol known = symbols[symbol_of(y)];
      if (known.from == origin::difference && resolve(known.x) == x) return resolve(known.y);
    }
    if (from == origin::sum)  // (x - y) + y = x
      for (int side = 0; side < 2; ++side) {
        const std::int64_t part = side ? y : x, rest = side ? x : y;
        if (!is_symbol(part)) continue;
        const symbol known = symbols[symbol_of(part)];
        if (known.from == origin::difference && resolve(known.y) == rest) return resolve(known.x);
      }
    if ((from == origin::sum || from == origin::product) && x < y) std::swap(x, y);
    for (int i = 0; i < symbols.count && from >= origin::sum; ++i) {
      const symbol& known = symbols.items[i];
      if (known.x == x && known.y == y && known.from == from) return resolve(extent_of_symbol(i));
    }
    return open(from, x, y);
  }
  constexpr std::int64_t size_of_shape(const shape& of) {
    std::int64_t elements = 1;
    for (int i = 0; i < of.rank; ++i) elements = define(origin::product, elements, of[i]);
    return elements;
  }

  constexpr int root(int id) {
    symbol* all = symbols.items;
    while (all[id].parent != id) id = all[id].parent = all[all[id].parent].parent;
    return id;
  }
  // The number an extent is known to be, or else the symbol that stands for all that were joined with it.
  constexpr std::int64_t resolve(std::int64_t extent) {
    if (extent >= 0) return extent;
    const int id = root(symbol_of(extent));
    const std::int64_t value = symbols.items[id].value;
    return value >= 0 ? value : extent_of_symbol(id);
  }
  // Both extents must be equal: decided now if they are numbers, else recorded for the call. `sentence`: what must be so.
  constexpr void join(std::int64_t x, std::int64_t y, const char* sentence = "extents must be equal") {
    std::int64_t a = resolve(x), b = resolve(y);
    if (a == b) return;
    if (a >= 0 && b >= 0) extents_must_be_equal(a, b, sites[site_now], sentence);
    checks.push({x, y, site_now, sentence});
    if (a >= 0) std::swap(a, b);
    if (b >= 0) symbols[symbol_of(a)].value = b;
    else if (symbol_of(a) > symbol_of(b)) symbols[symbol_of(a)].parent = symbol_of(b);  // the oldest stands for all
    else symbols[symbol_of(b)].parent = symbol_of(a);
  }
  // The extent must not be 0: decided now if it is a number, else recorded for the call.
  constexpr void must_not_be_empty(std::int64_t extent, const char* sentence) {
    extent = resolve(extent);
    if (extent == 0) axis_must_not_be_empty(sites[site_now], sentence);
    if (!is_symbol(extent)) return;
    for (int i = 0; i < checks.count; ++i)
      if (!checks[i].is_equal && checks[i].x == extent) return;
    checks.push({extent, 0, site_now, sentence, false});
  }

 private:
  static constexpr int shape_buckets = 64;
  int shape_heads_[shape_buckets] = {};
  growing<int> shape_next_, heads_, next_;

  static constexpr std::uint64_t hash_of(const node& of) {
    const auto bits = static_cast<std::uint64_t>(of.attribute);  // unsigned: signed overflow is an error here
    const std::uint64_t hash = of.op.row->hash + static_cast<std::uint64_t>(of.a) * 31u +
                               static_cast<std::uint64_t>(of.b) * 1009u + static_cast<std::uint64_t>(of.c) * 30011u +
                               static_cast<std::uint64_t>(of.shape) * 7u + (bits ^ bits >> 40) * 17u;
    return hash ^ hash >> 23;
  }
  constexpr void rehash() {
    const int size = heads_.count ? 4 * heads_.count : 16;
    heads_ = growing<int>(size);
    for (int i = 0; i < nodes.count; ++i) {
      int& head = heads_.items[hash_of(nodes.items[i]) % static_cast<unsigned>(size)];
      next_.items[i] = head;
      head = i + 1;
    }
  }
  constexpr std::int64_t compute(origin from, std::int64_t x, std::int64_t y) {
    switch (from) {
      case origin::sum: return bounded_sum(x, y);
      case origin::difference: return x < y ? 0 : x - y;
      case origin::product: return bounded_product(x, y);
      case origin::ceiling: return (x + y - 1) / y;
      case origin::dilation: return x == 0 ? 0 : bounded_sum(x, bounded_product(x - 1, y));
      default:
        if (y == 0 ? x != 0 : x % y != 0) reshape_must_keep_the_number_of_elements(x, y, sites[site_now]);
        return y == 0 ? 0 : x / y;
    }
  }
};

}  // namespace sinter::core
