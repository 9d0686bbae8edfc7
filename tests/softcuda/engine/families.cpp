// SPDX-License-Identifier: MIT
// Which family decodes a mnemonic.
#include <unordered_map>

#include "decode.hpp"

namespace softcuda {
namespace {

using syntax::scalar;

// add, mul, min … exist for every kind of number: the type decides.
void decode_number(decoder& d, const opcode& op) {
  const scalar t = op.type();
  if (op.has("cc") || op.base == "addc" || op.base == "subc" || op.base == "madc") return decode_carry(d, op);
  switch (t) {
    case scalar::f32:
      return op.has("approx") || op.has("full") ? decode_approximate(d, op) : decode_f32(d, op);
    case scalar::f64:
      return op.has("approx") ? decode_approximate(d, op) : decode_f64(d, op);
    case scalar::f16:
    case scalar::f16x2:
    case scalar::bf16:
    case scalar::bf16x2:
      return decode_half(d, op);
    default:
      return decode_integer(d, op);
  }
}
void decode_any_approximate(decoder& d, const opcode& op) {
  const scalar t = op.type();
  return t == scalar::f32 || t == scalar::f64 ? decode_approximate(d, op) : decode_half(d, op);
}
void decode_bar(decoder& d, const opcode& op) { return op.has("warp") ? decode_warp(d, op) : decode_control(d, op); }

}  // namespace

family family_of(std::string_view mnemonic) {
  static const std::unordered_map<std::string_view, family> table = [] {
    std::unordered_map<std::string_view, family> t;
    for (auto m : {"add",      "sub", "mul",  "fma", "mad",   "div",   "rem",  "min",  "max",  "abs",  "neg",
                   "copysign", "rcp", "sqrt", "sad", "mul24", "mad24", "dp4a", "dp2a", "addc", "subc", "madc"})
      t[m] = decode_number;
    for (auto m : {"ex2", "lg2", "rsqrt", "sin", "cos", "tanh"}) t[m] = decode_any_approximate;
    for (auto m : {"shl", "shr", "shf", "bfi", "bfe", "bfind", "clz", "popc", "brev", "prmt", "lop3"})
      t[m] = decode_bits;
    for (auto m : {"setp", "set", "selp", "slct", "testp"}) t[m] = decode_compare;
    for (auto m : {"and", "or", "xor", "not", "cnot"}) t[m] = decode_logic;
    for (auto m : {"mov", "cvta", "activemask", "isspacep"}) t[m] = decode_move;
    t["cvt"] = decode_convert;
    for (auto m : {"ld", "ldu", "st", "prefetch", "prefetchu", "discard", "applypriority"}) t[m] = decode_memory;
    for (auto m : {"atom", "red"}) t[m] = decode_atomic;
    t["cp"] = decode_copy;
    for (auto m : {"mma", "ldmatrix"}) t[m] = decode_tensor;
    for (auto m : {"shfl", "vote", "match", "redux", "elect"}) t[m] = decode_warp;
    for (auto m : {"bar", "barrier"}) t[m] = decode_bar;
    for (auto m : {"bra", "ret", "exit", "trap", "brkpt", "call", "membar", "fence", "nanosleep", "pmevent"})
      t[m] = decode_control;
    return t;
  }();
  const auto found = table.find(mnemonic);
  return found == table.end() ? nullptr : found->second;
}

}  // namespace softcuda
