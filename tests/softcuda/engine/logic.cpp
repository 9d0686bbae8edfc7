// SPDX-License-Identifier: MIT
// and or xor not cnot, on bits and on predicates.
#include "decode.hpp"
#include "lanes.hpp"

namespace softcuda {
namespace {

using syntax::scalar;

template <class T> T conjunction(T a, T b) { return static_cast<T>(a & b); }
template <class T> T disjunction(T a, T b) { return static_cast<T>(a | b); }
template <class T> T difference(T a, T b) { return static_cast<T>(a ^ b); }
template <class T> T inverse(T a) { return static_cast<T>(~a); }
template <class T> T is_zero(T a) { return a == 0 ? T(1) : T(0); }

void predicate_logic(machine& m, const instruction& i) {
  const std::uint32_t a = m.predicate(i.a), b = i.b == nothing ? 0 : m.predicate(i.b);
  m.put_predicate(i.d, i.variant == 0 ? a & b : i.variant == 1 ? a | b : i.variant == 2 ? a ^ b : ~a);
}

template <class T> handler choose(const opcode& op) {
  if (op.base == "and") return map2<conjunction<T>, T, T>;
  if (op.base == "or") return map2<disjunction<T>, T, T>;
  if (op.base == "xor") return map2<difference<T>, T, T>;
  return op.base == "not" ? map1<inverse<T>, T, T> : map1<is_zero<T>, T, T>;
}

}  // namespace

void decode_logic(decoder& d, const opcode& op) {
  const scalar t = op.type();
  const bool is_one = op.base == "not" || op.base == "cnot";
  instruction i;
  switch (container(t)) {
    case 0:
      i.run = predicate_logic;
      i.variant = op.base == "and" ? 0 : op.base == "or" ? 1 : op.base == "xor" ? 2 : 3;
      break;
    case 2:
      i.run = choose<std::uint16_t>(op);
      break;
    case 4:
      i.run = choose<std::uint32_t>(op);
      break;
    default:
      i.run = choose<std::uint64_t>(op);
  }
  i.a = d.source(1, t);
  if (!is_one) i.b = d.source(2, t);
  i.d = d.result(0, t);
  d.emit(i, t == scalar::pred ? instruction_class::predicate : instruction_class::integer);
}

}  // namespace softcuda
