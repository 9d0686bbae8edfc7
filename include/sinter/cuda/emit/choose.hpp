// SPDX-License-Identifier: MIT
// How a kernel is written for the extents and pointers of a call: the decisions that a text depends on, packed into the
// classes of its specialisation.
#pragma once
#include "program.hpp"

namespace sinter::core::cuda {

constexpr std::int64_t ceiling(std::int64_t x, std::int64_t y) { return (x + y - 1) / y; }
constexpr int log2_ceiling(std::int64_t x) {
  int made = 0;
  while ((std::int64_t{1} << made) < x) ++made;
  return made;
}

enum class way : std::uint8_t {
  flat,       // map: elements side by side
  tiled,      // map: a transposed read through shared memory
  group,      // reduce, row: a group of threads a cell, along the reduced axes
  column,     // reduce: neighbouring cells side by side
  block64,    // contract: tiles of 64 x 64
  block128,   // and of 128 x 128
};

struct decision {
  way how = way::flat;
  std::uint8_t vector = 0;   // log2 of the elements that are moved together
  std::uint8_t has_tail = 0; // and some may be left over; of a scalar map: where its arrays begin is looked at
  std::uint8_t threads = 8;  // log2 of those of a block
  std::uint8_t group = 0;    // log2 of those of a cell
  std::uint8_t held = 0;     // vectors of a row that a thread holds; 0: none, it is read again in each phase
  std::uint8_t splits = 0;   // whether the reduced axes are shared among blocks
  static constexpr int bytes = 7;

  int width() const { return 1 << vector; }
  int block() const { return 1 << threads; }
};
inline void pack(const decision& d, std::vector<std::uint8_t>& to) {
  for (const std::uint8_t b : {static_cast<std::uint8_t>(d.how), d.vector, d.has_tail, d.threads, d.group, d.held, d.splits})
    to.push_back(b);
}
inline decision unpack(const specialisation& from, int kernel_of_launch) {
  const std::uint8_t* at = from.classes.data() + 1 + kernel_of_launch * decision::bytes;
  decision made{static_cast<way>(at[0]), at[1], at[2], at[3], at[4], at[5], at[6]};
  for (int step = 1; step < from.budget; ++step) {  // after a spill: first more registers (launch.hpp), then smaller
    if (made.how == way::block128) made.how = way::block64;
    else if (made.how == way::group && made.held > 0) made.held = 0;
    else if (made.vector > 0 && (made.how == way::group || made.how == way::flat)) --made.vector;
  }
  return made;
}
inline bool is_wide(const specialisation& from) { return from.classes[0] != 0; }

// What decisions are made from.
struct situation {
  const graph_view& graph;
  const plan_view& plan;
  int launch;
  const std::int64_t* symbols;
  const std::uint8_t* alignments;
  const device_description& device;

  std::int64_t extent(std::int64_t code) const { return evaluate(code, symbols); }
  std::int64_t volume(const shape& of) const {
    std::int64_t made = 1;
    for (int i = 0; i < of.rank; ++i) made *= extent(of[i]);
    return made;
  }
  const shape& space(const kernel& k) const { return graph.shapes[k.space]; }
};

namespace choosing {

inline std::int64_t largest_read(const situation& s, const read& r) {
  std::int64_t most = s.volume(r.what == read_kind::buffer ? s.graph.shapes[r.shape]
                               : r.node >= 0               ? s.graph.shape_of(r.node)
                                                           : s.graph.shapes[r.shape]);
  for (const int inner : {r.first, r.second})
    if (inner >= 0) most = std::max(most, largest_read(s, s.plan.reads[inner]));
  return most;
}
// Whether indices need 64 bits. An eighth of the range is left for the last stride of a grid.
inline bool needs_wide(const situation& s) {
  std::int64_t most = 0;
  const core::launch& now = s.plan.launches[s.launch];
  for (int k = now.first; k < now.first + now.count; ++k) {
    const kernel& q = s.plan.kernels[k];
    most = std::max(most, s.volume(s.space(q)));
    if (q.node >= 0) most = std::max(most, s.volume(s.graph.shape_of(q.node)));
    for (int r = q.first_read; r < q.first_read + q.reads; ++r) most = std::max(most, largest_read(s, s.plan.reads[r]));
  }
  return most >= (std::int64_t{1} << 31) - (std::int64_t{1} << 28);
}

inline bool touches_memory(const situation& s, const read& r) {
  switch (r.what) {
    case read_kind::iota:
    case read_kind::extent:
    case read_kind::constant: return false;
    case read_kind::buffer: return true;
    default:
      return touches_memory(s, s.plan.reads[r.first]) || (r.second >= 0 && touches_memory(s, s.plan.reads[r.second]));
  }
}

// How a buffer read lies along the frame's innermost axis.
enum class lie : std::uint8_t { along, still, across };

// A full read in a frame, for a vector of `width` elements along the innermost axis of its first source.
struct vector_view {
  lie lies = lie::across;
  bool is_divisible = true;  // offsets and other strides are multiples of the width
};
inline vector_view look(index_frame& frame, const affine& a, int width, const std::int64_t* symbols) {
  vector_view made;
  made.lies = lie::still;
  if (!a.is_static || a.fixed % width) made.is_divisible = false;
  for (const index_frame::step& step : frame.steps(a)) {
    if (frame.is_innermost(step)) made.lies = step.by.is(1) && made.lies == lie::still ? lie::along : lie::across;
    else if (step.by.value(symbols) % width) made.is_divisible = false;
  }
  return made;
}

// For texts, which do not depend on symbols: what fits has been decided by then.
inline std::vector<std::int64_t> zero_symbols(const scope& s) {
  return std::vector<std::int64_t>(static_cast<std::size_t>(s.graph.count.symbols) + 1);
}

}  // namespace choosing
}  // namespace sinter::core::cuda
