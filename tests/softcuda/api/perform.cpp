// SPDX-License-Identifier: MIT
// Does what was enqueued: kernels through the engine, copies, sets, host functions, frees.
#include <chrono>
#include <string>

#include "softcuda/api/memory.hpp"
#include "softcuda/api/schedule.hpp"

namespace softcuda::api {
namespace {

int result_of(violation what) {
  switch (what) {
    case violation::none:
      return success;
    case violation::out_of_bounds:
    case violation::use_after_free:
      return illegal_address;
    case violation::misaligned:
      return misaligned_address;
    case violation::deadlock:
      return launch_timeout;
    case violation::too_many_resources:
      return launch_out_of_resources;
    default:
      return launch_failed;
  }
}

[[noreturn]] void fail(int result, const std::string& sentence) {
  record_violation(sentence);
  throw failure{result};
}

template <class To, class From> void add_counters(To& to, const From& from) {
  for (int i = 0; i < softcuda_instruction_classes; ++i)
    to.instructions[i] += from.instructions[static_cast<std::size_t>(i)];
  to.warp_instructions += from.warp_instructions;
  to.divergent_branches += from.divergent_branches;
  to.global_requested_bytes += from.global_requested_bytes;
  to.global_read_bytes += from.global_read_bytes;
  to.global_written_bytes += from.global_written_bytes;
  to.global_sectors += from.global_sectors;
  to.global_lines += from.global_lines;
  to.distinct_read_bytes += from.distinct_read_bytes;
  to.distinct_written_bytes += from.distinct_written_bytes;
  to.shared_accesses += from.shared_accesses;
  to.bank_conflicts += from.bank_conflicts;
  to.local_bytes += from.local_bytes;
  to.atomics += from.atomics;
  to.barriers += from.barriers;
}
static_assert(softcuda_instruction_classes == static_cast<int>(instruction_class::count));

void perform(const context& in, const kernel_task& k) {
  driver& d = the();
  fault injected;
  if (take_fault("kernel", injected))
    fail(injected.result, "kernel " + k.what->info.name + ": fails as the fault plan says");
  if (!d.objects.contains(k.code->self))
    fail(launch_failed, "kernel " + k.what->info.name + ": its module was unloaded before the launch ran");
  device& on = d.on(in.device);
  launch l;
  l.code = k.code->code_of.get();
  l.kernel = k.what->kernel;
  for (int i = 0; i < 3; ++i) l.grid[i] = k.grid[i], l.block[i] = k.block[i];
  l.dynamic_shared_bytes = k.shared_bytes;
  l.parameters = k.parameters;
  options o;
  o.shuffles = d.options.shuffles;
  o.jitters = d.options.jitters;
  o.seed = d.options.seed;
  o.checks_races = d.options.checks_races;
  o.counts = d.options.counts;
  o.multiprocessors = static_cast<std::uint32_t>(d.options.multiprocessors);
  counters counted;
  report said = softcuda::run(l, *on.bytes, o, counted);
  softcuda_launch record{};
  record.kernel = d.kernel_names.insert(k.what->info.name).first->c_str();
  for (int i = 0; i < 3; ++i) record.grid[i] = k.grid[i], record.block[i] = k.block[i];
  record.dynamic_shared_bytes = k.shared_bytes;
  record.device = in.device;
  record.is_in_graph = d.is_in_graph;
  add_counters(record.counters, counted);
  add_counters(d.totals.counters, counted);
  if (d.launches.size() < softcuda_launches_kept) d.launches.push_back(record);
  d.totals.launches++;
  if (said.what != violation::none) fail(result_of(said.what), said.text);
}

// One row of a copy. Device memory may have been freed since the call, which is what a program must not do.
void copy_row(const copy_task& c, std::uint64_t from, std::uint64_t to, std::vector<unsigned char>& between) {
  driver& d = the();
  bool is_fine = true;
  if (!c.from.is_device && !c.to.is_device) {
    std::memmove(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), c.width);
  } else if (!c.from.is_device) {
    is_fine = d.on(c.to.device).bytes->write(to, reinterpret_cast<const void*>(from), c.width);
  } else if (!c.to.is_device) {
    is_fine = d.on(c.from.device).bytes->read(from, reinterpret_cast<void*>(to), c.width);
  } else if (c.from.device == c.to.device) {
    is_fine = d.on(c.to.device).bytes->copy(to, from, c.width);
  } else {
    between.resize(c.width);
    is_fine = d.on(c.from.device).bytes->read(from, between.data(), c.width) &&
              d.on(c.to.device).bytes->write(to, between.data(), c.width);
  }
  if (!is_fine)
    fail(illegal_address, "copy of " + std::to_string(c.width) + " bytes from " + address_text(from) + " to " +
                              address_text(to) + ": device memory was freed before the copy ran");
}

void perform(const context&, const copy_task& c) {
  driver& d = the();
  std::vector<unsigned char> between;
  if (c.width)
    for (std::uint64_t z = 0; z < c.depth; ++z)
      for (std::uint64_t y = 0; y < c.height; ++y)
        copy_row(c, c.from.address + z * c.from.slice + y * c.from.pitch,
                 c.to.address + z * c.to.slice + y * c.to.pitch, between);
  std::uint64_t bytes = c.width * c.height * c.depth;
  d.totals.copies++;
  if (!c.from.is_device && c.to.is_device) d.totals.host_to_device_bytes += bytes;
  if (c.from.is_device && !c.to.is_device) d.totals.device_to_host_bytes += bytes;
  if (c.from.is_device && c.to.is_device) d.totals.device_to_device_bytes += bytes;
}

void perform(const context&, const set_task& s) {
  driver& d = the();
  for (std::uint64_t y = 0; y < s.height && s.width; ++y)
    if (!d.on(s.device).bytes->fill(s.address + y * s.pitch, s.value, s.element_bytes, s.width))
      fail(illegal_address, "memset at " + address_text(s.address) + ": the memory was freed before it ran");
  d.totals.sets++;
  d.totals.set_bytes += static_cast<std::uint64_t>(s.element_bytes) * s.width * s.height;
}

// Without the lock: the function may wait for another thread that calls the driver.
void perform(const context&, const host_task& h) {
  driver& d = the();
  auto* mine = d.held;
  bool was_in_graph = d.is_in_graph;
  if (mine) mine->unlock();
  is_in_callback() = true;
  h.call(h.data);
  is_in_callback() = false;
  if (mine) mine->lock();
  d.held = mine;
  d.is_in_graph = was_in_graph;
}

void perform(const context&, const free_task& f) { release(f.device, f.address); }

void perform(const context&, const empty_task&) {}

}  // namespace

void perform(const context& in, const task& what) {
  driver& d = the();
  auto begin = std::chrono::steady_clock::now();
  auto stop = [&] {
    auto ns = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begin).count());
    d.totals.execution_ns += ns;
    d.on(in.device).clock_ns += ns;
  };
  try {
    std::visit([&](const auto& one) { perform(in, one); }, what);
  } catch (...) {
    stop();
    throw;
  }
  stop();
}

}  // namespace softcuda::api
