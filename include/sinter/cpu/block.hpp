// SPDX-License-Identifier: MIT
// What drivers, native kernels and the interpreter agree on: where values lie, and the functions that run one block of
// a kernel. A block is whole groups of 32 elements; drivers pad what is left over.
#pragma once
#include "../plan/plan.hpp"
#include "arena.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

// The elements of a value: group g of row r begins at `at + r * row + g * step` bytes. Step 0 repeats one group; a
// narrow value of full work is one element of each row.
struct place {
  char* at;
  std::int64_t step;
  std::int64_t row;
};

struct kernel_code;
struct run_context;

// A reduction that native code folds as it goes: two accumulators for each row while a row is not finished, then its
// state.
struct fold_target {
  char* accumulators;
  char* state;  // of the first row
  std::int64_t stride;
};

struct block {
  std::int64_t groups;
  std::int64_t rows;     // of a row kernel: several short ones together; else 1
  const place* values;   // by instruction: where it is loaded from or kept
  const place* outputs;  // by number of the output
  char* slots;           // the interpreter's memory for values that only it sees
  const kernel_code* code;
  int phase;
  const run_context* context;
  int kernel;
  std::int64_t first;        // the position of its first element in the row or the range
  std::int64_t count;        // how many elements of the last group are real
  const fold_target* folds;  // by instruction
  bool opens, closes;        // whether rows begin with this block, and end with it
  std::int64_t narrow_row;   // where the first row stands among those that narrow values are kept for
  std::int64_t first_row = 0;  // the row that narrow_row counts from, or the position of the outer axes: for messages
};
using block_function = void (*)(const block&);

// Instruction number i over some groups, in the interpreter; `of`: the places of all values.
using loop_function = void (*)(const place* of, const instruction& x, int i, std::int64_t groups);

// Elements are folded into states: a value, or a value and where it stood. States are joined in a fixed order.
struct fold_code {
  std::int32_t state;  // bytes of a state
  void (*start)(char* states, std::int64_t count);
  // `count` consecutive elements, the first at position `index` along the axis, into one state.
  void (*fold)(const char* x, std::int64_t count, std::int64_t index, char* state);
  // Rows of `count` elements into as many states: row r of `rows` begins at x + r * stride bytes. States are padded to
  // groups.
  void (*columns)(const char* x, std::int64_t stride, std::int64_t rows, std::int64_t count, std::int64_t index,
                  char* states);
  void (*join)(char* states, const char* later, std::int64_t count);
  void (*finish)(const char* states, std::int64_t count, char* results);  // null where a state is the result
};

struct matrix_job;  // contract.hpp
using contract_function = void (*)(const matrix_job&);

// Which work an instruction belongs to, and in which phases of it the value is read from its place, computed, kept
// there.
enum class stage : std::uint8_t { full, narrow, scalar };
struct role {
  stage at = stage::full;
  std::int8_t level = 0;
  std::uint16_t loads[3] = {};  // by stage: bit p, in phase p from its place
  std::uint16_t computes[3] = {};
  std::uint16_t stores = 0;  // in its own stage
  std::uint16_t kept = 0;    // those of `stores` that a later phase loads, not only a reduction
  std::uint16_t folds = 0;   // bit p: a reduction folds it in phase p
  std::int16_t slot = -1;    // the interpreter's memory
  bool is_direct = false;    // an output that the interpreter may write at once
};
struct role_summary {
  int phases = 1, levels = 0, slots = 0, slot_size = 1, work = 1;
  int loads = 0, scalars = 0;  // how many values are streamed in, and how many are scalar
  bool has_scalars = false;
};

using driver_function = void (*)(const run_context& context, int kernel);
using room_function = scratch_bytes (*)(const run_context& context, int kernel);
// What runs the kernels of a kind, and what memory it takes for that at most.
struct driver {
  driver_function run = nullptr;
  room_function room = nullptr;
};

struct kernel_code {
  driver by;  // of its kind
  const role* roles = nullptr;
  role_summary summary;
  const block_function* full = nullptr;    // by phase; null where nothing is computed
  const block_function* narrow = nullptr;  // by level
  block_function scalar = nullptr;
  const loop_function* loops = nullptr;     // interpreted: by instruction
  const fold_code* const* folds = nullptr;  // by instruction
  contract_function contract = nullptr;
  const fold_code* sum = nullptr;  // scatter: adds
};

// A NaN that an instruction made of operands without one.
struct nan_report {
  bool found = false;
  int kernel = -1, instruction = -1;
  std::int64_t index = -1;
};

// debug_print: the node, its elements in row-major order and its extents.
using print_function = void (*)(void* user, const graph_view& graph, int node, const void* elements, dtype type,
                                const shape& extents);

struct run_context {
  const graph_view* graph = nullptr;
  const plan_view* plan = nullptr;
  const kernel_code* codes = nullptr;     // one for each kernel of the plan
  const std::int64_t* symbols = nullptr;  // the number of each symbol
  void* const* buffers = nullptr;         // by graph node: parameters, temporaries, results
  void* const* targets = nullptr;         // by graph node: where outputs go, if some node is both read and written: a
                                          // result that is a parameter. Null: `buffers`
  print_function print = nullptr;
  void* user = nullptr;
  nan_report* nans = nullptr;  // asks the interpreter to look for NaN
};

inline char* target_of(const run_context& context, int node) {
  return static_cast<char*>((context.targets ? context.targets : context.buffers)[node]);
}

inline shape extents_now(const run_context& context, int shape_id) {
  const shape& from = context.graph->shapes[shape_id];
  shape made;
  made.rank = from.rank;
  for (int i = 0; i < from.rank; ++i) made.extents[i] = evaluate(from[i], context.symbols);
  return made;
}
inline std::int64_t elements_of(const shape& extents) {
  std::int64_t count = 1;
  for (int i = 0; i < extents.rank; ++i) count *= extents[i];
  return count;
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core
