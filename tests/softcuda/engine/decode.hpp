// SPDX-License-Identifier: MIT
// The decoder that families of instructions are written against: it hands out register slots and takes instructions.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "machine.hpp"
#include "syntax.hpp"

namespace softcuda {

/// An opcode cut at its dots: "ld.global.nc.v4.f32" is ld with global nc v4 f32.
struct opcode {
  std::string_view text, base;
  std::vector<std::string_view> parts;
  explicit opcode(std::string_view);
  bool has(std::string_view part) const;
  bool begins(std::string_view part) const;  // a part that begins so, as in shared::cta
  std::vector<syntax::scalar> types() const;
  syntax::scalar type() const;  // the last type
};

struct place {
  syntax::space space = syntax::space::none;
  std::uint64_t offset = 0;
};

struct decoder {
  const syntax::module& code;
  const std::vector<place>& globals;  // of the module's variables
  program out;

  decoder(const syntax::module& m, const std::vector<place>& g) : code(m), globals(g) {}

  // ---- what families use ----
  const syntax::statement* now = nullptr;
  const syntax::operand& operand(std::size_t k) const;
  std::size_t operand_count() const { return now->operands.size(); }
  /// Slot with the value of an operand, in lanes of the type's width; a predicate's slot for scalar::pred.
  std::uint32_t source(const syntax::operand&, syntax::scalar);
  std::uint32_t source(std::size_t k, syntax::scalar t) { return source(operand(k), t); }
  /// Slot for a result; where the register is wider or narrower, the value is moved there after the instruction.
  std::uint32_t result(const syntax::operand&, syntax::scalar);
  std::uint32_t result(std::size_t k, syntax::scalar t) { return result(operand(k), t); }
  std::uint32_t constant_slot(int width, std::uint64_t value);
  std::uint32_t new_slot(int width);
  std::uint32_t special_slot(special, int width);
  std::uint32_t list(const std::vector<std::uint32_t>& slots);
  /// Gives a load or store its pattern: in shared memory that of one before, while their address register is the same.
  void find_pattern(instruction&, syntax::space, std::uint32_t bytes);
  /// Base register, displacement and space of "[…]"; the space is the opcode's where it names one.
  syntax::space address(instruction&, const syntax::operand&, const opcode&);
  place place_of(const syntax::operand&) const;
  std::int64_t integer(std::size_t k) const;
  instruction& emit(instruction, instruction_class, bool is_helper = false);
  [[noreturn]] void fail(const std::string&) const;
  int width_of_register(const syntax::operand&) const;
  bool is_register(const syntax::operand&) const;

  // ---- functions ----
  void decode_kernel(const syntax::function&);
  void call();
  void branch(std::size_t k);
  void leave();  // ret: of the kernel, or of the function that is inlined

 private:
  struct frame {
    const syntax::function* function = nullptr;
    std::vector<std::uint32_t> slots;
    std::vector<place> places;
    std::vector<std::pair<std::size_t, int>> fixups;  // instruction, label
    std::vector<std::size_t> leaves;
  };
  frame* top_ = nullptr;
  std::vector<frame*> stack_;
  struct move_after {
    std::uint32_t from, to;
    int from_width, to_width;
    bool is_signed;
  };
  std::vector<move_after> after_;
  std::map<std::pair<int, std::uint64_t>, std::uint32_t> constants_;
  std::map<std::pair<int, int>, std::uint32_t> specials_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> patterns_;  // address register, bytes -> pattern
  void forget_patterns(std::uint32_t slot);
  void inline_body(frame&);
  void lay_out(frame&);
  void flush();
  std::uint64_t bits_of(const syntax::operand&, syntax::scalar) const;
};

/// Lane bytes of a type in the register file: 0 for predicates, 2 for 8 and 16 bits.
int container(syntax::scalar);

using family = void (*)(decoder&, const opcode&);
/// The family of a mnemonic, or null.
family family_of(std::string_view mnemonic);

// one function a file
void decode_f32(decoder&, const opcode&);
void decode_f64(decoder&, const opcode&);
void decode_half(decoder&, const opcode&);
void decode_approximate(decoder&, const opcode&);
void decode_integer(decoder&, const opcode&);
void decode_bits(decoder&, const opcode&);
void decode_carry(decoder&, const opcode&);
void decode_compare(decoder&, const opcode&);
void decode_logic(decoder&, const opcode&);
void decode_move(decoder&, const opcode&);
void decode_convert(decoder&, const opcode&);
void decode_memory(decoder&, const opcode&);
void decode_atomic(decoder&, const opcode&);
void decode_warp(decoder&, const opcode&);
void decode_tensor(decoder&, const opcode&);
void decode_copy(decoder&, const opcode&);
void decode_control(decoder&, const opcode&);
/// Moves lanes between widths; for the decoder itself.
handler resize_handler(int from, int to, bool is_signed);

}  // namespace softcuda
