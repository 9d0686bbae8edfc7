// SPDX-License-Identifier: MIT
// What a PTX module says, names resolved: variables, functions, statements. decode.cpp makes instructions of it.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace softcuda::syntax {

enum class space : std::uint8_t { none, global, constant, shared, local, param };
enum class scalar : std::uint8_t {
  none,
  pred,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  bf16,
  bf16x2,
  f32,
  f64,
  u16x2,
  s16x2,
  tf32,
  e4m3x2,
  e5m2x2
};

/// Bytes of one element; 0 for a predicate.
int bytes_of(scalar);
/// The type that a suffix such as "f32" names, none when it names none.
scalar scalar_named(std::string_view);

struct symbol_use {  // an address in an initialiser
  std::uint64_t at = 0;
  std::string name;
  std::int64_t addend = 0;
  bool is_generic = false;
};
struct variable {
  std::string name;
  syntax::space space = space::none;
  scalar type = scalar::none;
  std::uint32_t alignment = 1;
  std::uint64_t bytes = 0;
  bool is_extern = false;
  std::vector<unsigned char> initial;
  std::vector<symbol_use> uses;
};

struct operand {
  enum class kind : std::uint8_t {
    reg,
    special,
    integer,
    real32,
    real64,
    variable,
    label,
    address,
    list,
    function,
    none
  };
  kind is = kind::none;
  int index = -1;              // register, variable of the function (or ~index of the module), label, function
  bool is_negated = false;     // !p
  std::int64_t value = 0;      // integer, bits of a real, displacement of an address
  std::string_view name;       // special register, label, symbol
  std::vector<operand> parts;  // list; address: the base at most
};

struct statement {
  std::string_view opcode;
  int guard = -1;  // register
  bool is_guard_negated = false;
  std::vector<operand> operands;
  int line = 0;
};

struct reg {
  scalar type = scalar::none;
  std::string name;
};

struct function {
  std::string name;
  bool is_entry = false, has_body = false;
  std::vector<variable> variables;  // .param first (results, then parameters), .local and .shared of the body
  int results = 0, parameters = 0;  // how many of the variables they are
  std::vector<reg> registers;
  std::vector<statement> body;
  std::vector<int> labels;  // statement before which label i stands
  std::uint32_t max_threads = 0;
};

struct module {
  int version = 0;
  std::string target;
  std::vector<variable> variables;
  std::vector<function> functions;
  std::unordered_map<std::string, int> function_index, variable_index;
};

/// Parses; `text` has to outlive the result. Throws ptx_error.
module parse(std::string_view text);

}  // namespace softcuda::syntax
