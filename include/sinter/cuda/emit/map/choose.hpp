// SPDX-License-Identifier: MIT
// How a map passes its space: elements or vectors side by side, or tiles where some reads lie along another axis; and in how
// many blocks.
#pragma once
#include "../choose.hpp"

namespace sinter::core::cuda {

namespace mapping {

inline bool is_full_input(const instruction& x) { return is_input(x) && x.has == form::full; }

// How inputs lie along vectors, by instruction.
struct layout {
  std::vector<choosing::lie> inputs;
  bool is_single = true;  // everything passes the whole space with one stride
  bool fits = true;       // no input lies across
};
inline layout layout_of(scope& s, const kernel& k, int width, const std::int64_t* symbols) {
  layout made;
  index_frame frame(s, s.graph.shapes[k.space]);
  frame.add_source_of_all("i");
  const instruction* program = s.plan.program + k.first_instruction;
  for (int i = 0; i < k.instructions; ++i) {
    made.inputs.push_back(choosing::lie::across);
    if (!is_full_input(program[i])) continue;
    const read& r = s.plan.reads[k.first_read + static_cast<int>(program[i].attribute)];
    if (r.what != read_kind::buffer) {
      made.is_single = false;
      continue;
    }
    const affine a = affine_of(s, r);
    const choosing::vector_view v = choosing::look(frame, a, width, symbols);
    made.inputs.back() = v.lies == choosing::lie::along && !v.is_divisible ? choosing::lie::across : v.lies;
    const auto steps = frame.steps(a);
    const bool is_whole = steps.size() == 1 && steps[0].first == 0 && frame.is_innermost(steps[0]);
    if (!is_whole && !steps.empty()) made.is_single = false;
    if (made.inputs.back() == choosing::lie::across) made.fits = false;
  }
  return made;
}

// A map some of whose reads run along another axis than the last: both sides are coalesced through a tile in shared memory.
struct turned {
  int along = -1, last = -1;   // the axis those reads lie along, and the space's last one
  std::vector<bool> is_turned; // by instruction
};
inline turned turned_of(scope& s, const kernel& k) {
  turned made;
  const shape& space = s.graph.shapes[k.space];
  made.last = innermost_axis(space);
  const instruction* program = s.plan.program + k.first_instruction;
  for (int i = 0; i < k.instructions; ++i) {
    made.is_turned.push_back(false);
    if (!is_full_input(program[i]) || made.last < 0) continue;
    const read& r = s.plan.reads[k.first_read + static_cast<int>(program[i].attribute)];
    if (r.what != read_kind::buffer) continue;
    const affine a = affine_of(s, r);
    if (a.of[made.last].empty()) continue;
    bool lies_last = false;
    int lies = -1;
    for (const product& by : a.of[made.last]) lies_last = lies_last || by.is(1);
    for (int d = 0; d < made.last; ++d)
      if (space[d] != 1 && a.of[d].size() == 1 && a.of[d][0].is(1)) lies = d;
    if (lies_last || lies < 0 || (made.along >= 0 && made.along != lies)) continue;
    made.along = lies;
    made.is_turned.back() = true;
  }
  return made;
}

// Whether vectors of `width` elements begin on boundaries of their own size, of 16 bytes at most.
inline bool is_aligned(const situation& s, const kernel& k, int width, const layout& lies) {
  const instruction* program = s.plan.program + k.first_instruction;
  for (int i = 0; i < k.instructions; ++i) {
    const instruction& x = program[i];
    const std::size_t bytes = std::min<std::size_t>(static_cast<std::size_t>(width) * size_of(x.type), 16);
    if (x.out >= 0 && s.alignments[s.plan.outputs[k.first_output + x.out]] < bytes) return false;
    if (is_full_input(x) && lies.inputs[static_cast<std::size_t>(i)] == choosing::lie::along &&
        s.alignments[s.plan.reads[k.first_read + static_cast<int>(x.attribute)].value] < bytes)
      return false;
  }
  return true;
}

}  // namespace mapping

inline decision choose_map(const situation& s, const kernel& k) {
  decision made;
  scope unused(s.graph, s.plan, s.launch, false);
  const instruction* program = s.plan.program + k.first_instruction;
  const shape& space = s.space(k);
  const std::int64_t count = s.volume(space);
  bool is_known = true;
  for (int i = 0; i < space.rank; ++i) is_known = is_known && !is_symbol(space[i]);
  if (is_known && count < 65536) made.threads = 7;
  std::size_t widest = 1;
  bool is_plain = true;  // no pads, concatenations, or taken slices
  for (int i = 0; i < k.instructions; ++i) {
    const instruction& x = program[i];
    if (x.out >= 0) widest = std::max(widest, size_of(x.type));
    if (!mapping::is_full_input(x)) continue;
    const read& r = s.plan.reads[k.first_read + static_cast<int>(x.attribute)];
    if (r.what == read_kind::buffer) widest = std::max(widest, size_of(x.type));
    else if (choosing::touches_memory(s, r)) is_plain = false;
  }
  const mapping::turned turned = mapping::turned_of(unused, k);
  if (turned.along >= 0 && s.extent(space[turned.along]) >= 8 && s.extent(space[turned.last]) >= 8) {
    made.how = way::tiled;
    made.threads = 8;
    return made;
  }
  if (!is_plain) return made;
  int log = widest == 8 ? 1 : widest == 4 ? 2 : widest == 2 ? 3 : 4;
  if (k.instructions > 24 && log > 2) log = 2;
  const int last = innermost_axis(space);
  const std::int64_t inner = last < 0 ? 1 : s.extent(space[last]);
  for (; log > 0; --log) {
    const int width = 1 << log;
    const mapping::layout lies = mapping::layout_of(unused, k, width, s.symbols);
    if (!lies.fits || count < width || (!lies.is_single && inner % width)) continue;
    if (!mapping::is_aligned(s, k, width, lies)) {
      made.has_tail = true;
      continue;
    }
    made.vector = static_cast<std::uint8_t>(log);
    made.has_tail = lies.is_single && count % width != 0;
    break;
  }
  return made;
}

// Blocks for `count` things of one thread each, as sinter_blocks has it on the device.
inline std::int64_t blocks_for(std::int64_t count, int threads, const device_description& device) {
  const std::int64_t most = std::int64_t{16} * device.multiprocessors;
  return std::max<std::int64_t>(1, std::min(ceiling(count, threads), most));
}
inline std::int64_t map_blocks(const situation& s, const kernel& k, const decision& d, int threads) {
  const shape& space = s.space(k);
  const std::int64_t count = s.volume(space);
  if (d.how != way::tiled) return blocks_for(count / d.width(), threads, s.device);
  if (count == 0) return 1;
  scope unused(s.graph, s.plan, s.launch, false);
  const mapping::turned turned = mapping::turned_of(unused, k);
  const std::int64_t p = s.extent(space[turned.along]), q = s.extent(space[turned.last]);
  return blocks_for(count / p / q * ceiling(p, 32) * ceiling(q, 32), 1, s.device);
}

}  // namespace sinter::core::cuda
