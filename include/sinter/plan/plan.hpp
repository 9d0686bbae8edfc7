// SPDX-License-Identifier: MIT
// What runs: launches in order, each of one or more kernels, each a small program over one iteration space. A plan is plain
// data, the same in constant evaluation and at run time; the CPU and CUDA rooms read it, the planner writes it.
//
// A kernel's program sees no extents and no strides. Its inputs are `reads`: how an index of the kernel's space becomes an
// element of a buffer. Equal programs therefore share code (the same layer twelve times, an optimiser over many shapes).
//
// How a kernel runs:
//   map       full instructions at each index of the space, in order.
//   reduce    one sweep (phases = 1): full instructions at each index, reductions accumulate over the reduced axes; when an
//             accumulation is complete, the narrow instructions, in order. Full outputs are allowed (level 0).
//   row       the reduced axes are the last ones of the space. For each index of the others, for each phase p: full
//             instructions of level p over the row, and reductions of level p + 1 accumulate; then narrow instructions of
//             level p + 1. A full value with a bit in `uses` above its level is needed again in that later phase: it is kept
//             for the whole row, or, if it is an input, read again.
//   contract  the product of the reads `left` and `right` per `attribute` (contraction::unpack) is the value of the one
//             dot_general instruction; the other full instructions are its epilogue at each index of the space.
//   scatter   its one instruction (an input, read 0, or a constant) is the initial value for the space; then the values of
//             the read `right` are added at the indices of the read `left` along `axis_of_index(attribute)`.
//   print     prints read 0 (its only instruction is that input); `node` is the debug_print. Always a launch of its own.
// Operands of form scalar are repeated implicitly wherever a full or narrow value is needed, also as the operand of a
// reduction. A narrow value computed in a row kernel that full ones need goes through an instruction `broadcasts`. Scalar
// instructions may also be computed ones (operands all scalar, level 0): never an output, except of a copy (next line).
// A kernel may be a mere copy: then its only instruction is an input or a constant (of any form) with `out` = 0 that is stored
// at each index of the space. The output may even be a parameter or a constant: a root that is one. Reads of a parameter
// always mean the argument, outputs always mean the result.
// Spaces are equal up to axes of the static extent 1: the shape of an output or of `narrow` may have more or fewer of those
// than `space`; the elements in row-major order are the same.
#pragma once
#include "../graph/graph.hpp"
#include "../primitive/registry.hpp"

namespace sinter::core {

enum class kernel_kind : std::uint8_t {
  map,       // one space; elementwise work
  reduce,    // a space and its reduced axes: a map before, narrow work after
  row,       // reductions over the trailing axes with maps between them: a row is visited `phases` times
  contract,  // dot_general, then an elementwise epilogue over its result
  scatter,   // scatter_add: adds updates at indices
  print      // debug_print
};

enum class form : std::uint8_t {
  full,    // a value for each index of the kernel's space
  narrow,  // a value for each index of the space without its reduced axes
  scalar   // one value
};

// A node renumbered inside its kernel, operands before users. The three rows without arithmetic are primitives::input (a
// read; `attribute` is its number among the kernel's reads), primitives::constant (`attribute` holds the bits), and in a
// contract kernel primitives::dot_general, whose value the contraction has left in the panel.
struct instruction {
  row_pointer op;
  dtype type = dtype::f32;
  form has = form::full;
  bool broadcasts = false;   // op is primitives::broadcast_in_dim: the narrow operand `a` used as a full value
  std::int8_t level = 0;     // the phase in which it can first be computed: reductions finished before; a reduction's own
                             // level is one more than its operand's
  std::uint8_t uses = 0;     // bit p: a full value (also an input's) that a full instruction or a reduction needs in phase p
  std::int16_t a = -1, b = -1, c = -1;
  std::int16_t out = -1;     // its number among the kernel's outputs, or -1
  std::int64_t attribute = 0;  // that of the node for elementwise rows (integer_pow), 0 for reductions and dot_general

  constexpr bool operator==(const instruction&) const = default;
  constexpr std::int16_t operand(int i) const { return i == 0 ? a : i == 1 ? b : c; }
};

// A read is indexed by: the kernel's space (its own reads; narrow ones too: the reduced axes then never occur), the shape of
// graph node `read.node` of the operand (contract, scatter and print: all their operands), or the shape of the graph node
// `reads[first].node` (what another read refers to). Form scalar: no axis moves it.
enum class read_kind : std::uint8_t {
  buffer,       // element `start[d] + stride[d] * index[axis[d]]` along each axis d of a dense buffer
  moved,        // `first` at an index mapped in the same way
  padded,       // `first` inside, `second` (rank 0) outside; pool[attribute ...]: low, interior for each axis
  concatenated, // `first` below its extent along axis `attribute`, then `second`
  taken,        // `first` at the index that `second` holds along axis `attribute & 15`; mode `attribute >> 4`
  iota,         // the index along axis `attribute`
  extent,       // the extent `attribute` as a number
  constant      // the bits `attribute` at every index; only below other reads, and as an operand of scatter and print
};

// Where axis d of the source stands when the reader's index is given.
struct axis_map {
  std::int8_t axis = -1;    // the reader's axis that moves it, or -1
  std::int32_t stride = 1;  // along that axis; negative for a reversed one
  std::int64_t start = 0;   // an extent: number or symbol
  bool from_end = false;    // start counts back from the source's last index: extent - 1 - start + stride * index
};

struct read {
  read_kind what = read_kind::buffer;
  dtype type = dtype::f32;
  std::int32_t value = -1;   // buffer: the graph node whose buffer it is
  std::int32_t shape = 0;    // the shape of what is read: a buffer's own extents, the result's for the others
  std::int32_t first = -1, second = -1;  // other reads of this plan
  std::int64_t attribute = 0;
  axis_map axes[max_rank];   // buffer, moved: for each axis of `shape` (buffer) or of first's shape (moved)
  std::int32_t node = -1;    // the graph node it stands for, whose shape are the extents it can be indexed with
};

struct kernel {
  kernel_kind what = kernel_kind::map;
  std::int32_t space = 0;    // shape id
  std::int32_t narrow = -1;  // shape id of the space without its reduced axes; -1 without reductions
  std::uint32_t reduced = 0; // mask of axes of `space`
  std::int32_t first_instruction = 0, instructions = 0;  // in plan.program
  std::int32_t first_read = 0, reads = 0;                // in plan.reads: the kernel's own, in the order of their numbers
  std::int32_t first_output = 0, outputs = 0;            // in plan.outputs: graph nodes
  std::int32_t phases = 1;   // sweeps over full values
  std::int32_t same_as = -1; // the first kernel with an equal program; itself if it is the first
  std::int32_t left = -1, right = -1;  // in plan.reads. contract: the operands, its own reads 0 and 1, always buffers;
                                       // scatter: indices and updates, its own reads 1 and 2 (read 0 is x), any kind
  std::int64_t attribute = 0;          // contract: of the dot_general; scatter: the axis
  std::int32_t members = 0;  // graph nodes that it computes
  bool is_flat = false;      // a map whose every full read is a dense buffer in the space's order: one row
  std::int32_t node = -1;    // contract, scatter, print: the graph node
};

// Several kernels that nothing orders among themselves, started together: an optimiser over all parameters. Only maps share
// a launch; those with results only stand in the last one.
struct launch {
  std::int32_t first = 0, count = 0;  // in plan.kernels
};

// A fusion that was refused: node `b` could not join the kernel of `a`.
enum class refusal : std::uint8_t {
  none,
  register_budget,     // too many live values
  operand_budget,      // too many inputs and outputs
  other_space,         // their iteration spaces differ
  after_reduction,     // reads a reduction whose axes are not the trailing ones of a row
  in_place_view,       // reads the value through a view that crosses elements
  contraction,         // a contraction starts a kernel of its own
  contraction_input,   // a contraction reads buffers
  scatter_input,       // scatter and print read buffers
  index_is_data        // the value is read at computed indices
};

struct refused {
  std::int32_t producer = -1, consumer = -1;  // graph nodes
  refusal why = refusal::none;
};

// What a plan costs: extents of symbols count as given by the caller (1 where unknown).
struct cost {
  std::int64_t flops = 0, bytes_read = 0, bytes_written = 0;
};

struct plan_sizes {
  int launches = 0, kernels = 0, program = 0, reads = 0, outputs = 0, slots = 0, slot_shapes = 0, donors = 0, refusals = 0;
};

struct plan_view {
  const core::launch* launches = nullptr;
  const kernel* kernels = nullptr;
  const instruction* program = nullptr;
  const read* reads = nullptr;
  const std::int32_t* outputs = nullptr;
  const std::int32_t* slots = nullptr;        // graph node -> its slot in the arena, or -1 (parameters, roots, not stored)
  const std::int32_t* slot_shapes = nullptr;  // slot -> shape id
  const dtype* slot_types = nullptr;          // slot -> element type
  // Root number -> the number of the parameter whose buffer it may take, or -1. The kernel that computes the root may read
  // that parameter at the same index, in an instruction before the one that is stored; so a contract kernel must not use the
  // output's buffer as its panel then. A root that appears twice is written once and has its donor at the first place. A
  // copied parameter may have itself as its donor: then there is nothing to copy.
  const std::int32_t* donors = nullptr;
  const refused* refusals = nullptr;
  plan_sizes count;
  int distinct = 0;                           // kernels with different programs
};

struct plan_builder {
  growing<core::launch> launches;
  growing<kernel> kernels;
  growing<instruction> program;
  growing<read> reads;
  growing<std::int32_t> outputs, slots, slot_shapes, donors;
  growing<dtype> slot_types;
  growing<refused> refusals;
  int distinct = 0;
};

constexpr plan_view view_of(const plan_builder& plan) {
  return {plan.launches.data(), plan.kernels.data(), plan.program.data(), plan.reads.data(), plan.outputs.data(),
          plan.slots.data(), plan.slot_shapes.data(), plan.slot_types.data(), plan.donors.data(), plan.refusals.data(),
          {plan.launches.size(), plan.kernels.size(), plan.program.size(), plan.reads.size(), plan.outputs.size(),
           plan.slots.size(), plan.slot_shapes.size(), plan.donors.size(), plan.refusals.size()},
          plan.distinct};
}

template <plan_sizes Z>
struct stored_plan {
  stored<core::launch, Z.launches> launches;
  stored<kernel, Z.kernels> kernels;
  stored<instruction, Z.program> program;
  stored<read, Z.reads> reads;
  stored<std::int32_t, Z.outputs> outputs;
  stored<std::int32_t, Z.slots> slots;
  stored<std::int32_t, Z.slot_shapes> slot_shapes;
  stored<dtype, Z.slot_shapes> slot_types;
  stored<std::int32_t, Z.donors> donors;
  stored<refused, Z.refusals> refusals;
  plan_sizes count;
  int distinct = 0;

  constexpr explicit stored_plan(const plan_view& from) : count(from.count), distinct(from.distinct) {
    launches.take(from.launches, count.launches);
    kernels.take(from.kernels, count.kernels);
    program.take(from.program, count.program);
    reads.take(from.reads, count.reads);
    outputs.take(from.outputs, count.outputs);
    slots.take(from.slots, count.slots);
    slot_shapes.take(from.slot_shapes, count.slot_shapes);
    slot_types.take(from.slot_types, count.slot_shapes);
    donors.take(from.donors, count.donors);
    refusals.take(from.refusals, count.refusals);
  }
  constexpr bool is_whole() const {
    return count.launches <= Z.launches && count.kernels <= Z.kernels && count.program <= Z.program &&
           count.reads <= Z.reads && count.outputs <= Z.outputs && count.slots <= Z.slots &&
           count.slot_shapes <= Z.slot_shapes && count.donors <= Z.donors && count.refusals <= Z.refusals;
  }
  constexpr plan_view view() const {
    return {launches.items, kernels.items, program.items, reads.items, outputs.items, slots.items, slot_shapes.items,
            slot_types.items, donors.items, refusals.items, count, distinct};
  }
};

}  // namespace sinter::core
