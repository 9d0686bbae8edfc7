// SPDX-License-Identifier: MIT
// cp.async: reads global memory at once, shows it in shared memory only when waited for; until then the place counts as
// unwritten.
#include <algorithm>

#include "access.hpp"
#include "decode.hpp"

namespace softcuda {
namespace {

using syntax::scalar;

void copy(machine& m, const instruction& i) {
  std::uint64_t to[32];
  addresses_of(m, i, to);
  const aliasing<std::uint64_t>* from = m.lanes<std::uint64_t>(i.b);
  const aliasing<std::uint32_t>* size = i.c == nothing ? nullptr : m.lanes<std::uint32_t>(i.c);
  region &global = m.launch->global->all, &shared = m.block->shared;
  request read, write;
  for (unsigned l = 0; l < 32; ++l) {
    read.offset[l] = from[l] + static_cast<std::uint64_t>(i.target) - global.base;
    write.offset[l] = to[l] & ~window_mask;
  }
  read.mask = write.mask = m.active;
  read.bytes = write.bytes = i.width;
  write.how = use::write;
  if (size != nullptr) each_lane(m.active, [&](unsigned l) { read.mask &= ~((size[l] == 0 ? 1u : 0u) << l); });
  if (read.mask != 0) check(m, i, global, read);
  check(m, i, shared, write);
  note_progress(m);
  each_lane(m.active, [&](unsigned l) {
    pending_copy c{
        static_cast<std::uint32_t>(write.offset[l]), i.width, m.warp->copy_group, static_cast<std::uint8_t>(l), {}};
    const std::uint32_t bytes = size == nullptr ? i.width : std::min<std::uint32_t>(size[l], i.width);
    if (bytes != 0) std::memcpy(c.data, global.bytes + read.offset[l], bytes);
    m.warp->pending.push_back(c);
    std::memset(shared.shade + write.offset[l] / 4, 0xF0, i.width / 4);
  });
}
void commit(machine& m, const instruction&) { ++m.warp->copy_group; }
void wait(machine& m, const instruction& i) {  // all but the last `immediate` groups; -1: also what is not committed
  const auto left = i.immediate;
  region& shared = m.block->shared;
  std::erase_if(m.warp->pending, [&](const pending_copy& c) {
    const bool is_due = left < 0 || std::int64_t{c.group} + left < std::int64_t{m.warp->copy_group};
    if (!is_due || (m.active >> c.lane & 1) == 0) return false;
    std::memcpy(shared.bytes + c.to, c.data, c.bytes);
    std::memset(shared.shade + c.to / 4, 0xFF, c.bytes / 4);
    return true;
  });
}

}  // namespace

void decode_copy(decoder& d, const opcode& op) {
  if (!op.has("async") || op.has("bulk") || op.has("mbarrier"))
    d.fail("of cp only cp.async without mbarrier and bulk is supported");
  instruction i;
  if (op.has("commit_group"))
    i.run = commit;
  else if (op.has("wait_group"))
    i.run = wait, i.immediate = d.integer(0);
  else if (op.has("wait_all"))
    i.run = wait, i.immediate = -1;
  else {
    i.run = copy;
    instruction source;
    d.address(source, d.operand(1), op);
    d.address(i, d.operand(0), op);
    if (source.a == nothing) d.fail("the source has to be in a register");
    i.b = source.a;
    i.target = static_cast<std::int32_t>(source.immediate);
    i.width = static_cast<std::uint8_t>(d.integer(2));
    if (d.operand_count() > 3) i.c = d.source(3, scalar::b32);
  }
  d.emit(i, instruction_class::tensor);
}

}  // namespace softcuda
