// SPDX-License-Identifier: MIT
// How a call is done: extents are evaluated and checked, all memory is taken, then the kernels run. Whatever fails fails
// before the first kernel, so that every array still holds what it held.
#pragma once
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "../array/print.hpp"
#include "../cpu/execute.hpp"
#include "../cpu/threads.hpp"
#include "../plan/dump.hpp"
#include "../plan/explain.hpp"
#include "../plan/nans.hpp"
#include "call.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

[[gnu::cold]] SINTER_RUNTIME sentence place_of_argument(const char* spelled, std::size_t argument) {
  sentence place;
  if (const auto name = dumping::function_in(spelled ? spelled : ""); !name.empty()) place << name << ": ";
  return place << "argument " << argument << ": ";
}

SINTER_RUNTIME void explain_once(const executable& code) {
  static std::mutex one_at_a_time;
  static std::vector<const executable*> explained;
  const std::lock_guard lock(one_at_a_time);
  for (const executable* known : explained)
    if (known == &code) return;
  explained.push_back(&code);
  std::ostringstream text;
  const std::string name = dumping::function_in(code.spelled ? code.spelled : "");
  text << "plan of " << (name.empty() ? "a function without a name" : name) << "\n";
  explain(text, code.graph, code.plan);
  std::fputs(text.str().c_str(), stderr);
}

// SINTER_DUMP: graph and plan of a program, at its first call.
[[gnu::cold, gnu::noinline]] inline void dump_once(const executable& code) {
  if (code.prepared && code.prepared->is_dumped.exchange(true, std::memory_order_relaxed)) return;
  dump_program(code.graph, code.plan, code.spelled);
}

SINTER_RUNTIME void print_traced(void*, const graph_view& of, int node, const void* elements, dtype type, const shape& extents) {
  print_labelled(of.sites[of.nodes[node].attribute].file, elements, type, extents.rank, extents.extents);
}

[[noreturn, gnu::cold]] inline void shape_must_be_that_of_an_array(const graph_view& graph, int shape_id, const shape& found,
                                                                  const site* where) {
  site line{};
  for (int i = graph.count.nodes - 1; i >= 0; --i)
    if (graph.nodes[i].shape == shape_id) line = graph.site_of(i);
  extents_must_be_those_of_an_array(located(where ? *where : line), found.rank, found.extents);
}
SINTER_RUNTIME void evaluate_symbols(const graph_view& graph, const given_argument_view* in, const std::int64_t* extent_arguments,
                                     std::int64_t* values, const site* where) {
  for (int i = 0; i < graph.count.symbols; ++i) {
    const symbol& s = graph.symbols[i];
    if (s.from == origin::parameter) {
      values[i] = in[s.x].extents[s.y];
      continue;
    }
    if (s.from == origin::argument) {
      values[i] = extent_arguments[s.x];
      continue;
    }
    const std::int64_t x = evaluate(s.x, values), y = evaluate(s.y, values);
    const site& line = where ? *where : graph.sites[s.site];
    switch (s.from) {
      case origin::sum: values[i] = bounded_sum(x, y); break;
      case origin::difference:
        if (x < y) slice_must_lie_within_the_extent(y, x, line);  // what remains of an axis is not negative
        values[i] = x - y;
        break;
      case origin::product: values[i] = bounded_product(x, y); break;
      case origin::ceiling: values[i] = x <= 0 ? 0 : (x + y - 1) / y; break;
      case origin::dilation: values[i] = x <= 0 ? 0 : bounded_sum(x, bounded_product(x - 1, y)); break;
      default:
        if (y == 0 ? x != 0 : x % y != 0) reshape_must_keep_the_number_of_elements(x, y, line);
        values[i] = y == 0 ? 0 : x / y;
    }
  }
  for (int i = 0; i < graph.count.checks; ++i) {
    const check& c = graph.checks[i];
    const std::int64_t x = evaluate(c.x, values), y = evaluate(c.y, values);
    if (c.holds(x, y)) continue;
    const site& line = where ? *where : graph.sites[c.site];
    if (c.is_equal) extents_must_be_equal(x, y, line, c.sentence);
    axis_must_not_be_empty(line, c.sentence);
  }
  if (!graph.count.symbols) return;
  shape refused;
  int which = -1;
  for (int i = 0; i < graph.count.shapes; ++i) {
    shape at = graph.shapes[i];
    for (int k = 0; k < at.rank; ++k) at.extents[k] = evaluate(at[k], values);
    if (product_of_extents(at.rank, at.extents) >= 0 || at.rank < refused.rank) continue;
    refused = at;  // of the highest rank: a flattened one has an extent that is a product
    which = i;
  }
  if (which >= 0) shape_must_be_that_of_an_array(graph, which, refused, where);
}

// Memory that goes back unless a call succeeds.
class call_memory {
 public:
  call_memory(int roots, std::int32_t, buffer** out) : out_(out), count_(roots) {
    for (int i = 0; i < roots; ++i) out[i] = nullptr;
  }
  call_memory(const call_memory&) = delete;
  ~call_memory() {
    if (arena_) memory_pool::instance().release(arena_, arena_bytes_);
    if (!keeps_)
      for (int i = 0; i < count_; ++i)
        if (out_[i]) out_[i]->drop();
  }
  void* take_arena(std::size_t bytes) {
    arena_bytes_ = bytes;
    return arena_ = memory_pool::instance().allocate(bytes);
  }
  void succeed() { keeps_ = true; }

 private:
  buffer** out_;
  int count_;
  void* arena_ = nullptr;
  std::size_t arena_bytes_ = 0;
  bool keeps_ = false;
};

inline void call_here(const executable&, given_argument_view*, const std::int64_t*, buffer**, const site*);

// A call where something is on a device, or the default device is not the host.
[[gnu::cold, gnu::noinline]] inline void call_elsewhere(const executable& code, given_argument_view* in,
                                                        const std::int64_t* extent_arguments, buffer** out, const site* where) {
  const int count = code.graph.parameters;
  device_runner* on = runner_for(in, count);
  const auto few_symbols = std::size_t{64};
  std::int64_t few[few_symbols];
  std::unique_ptr<std::int64_t[]> many;
  std::int64_t* symbols = few;
  const auto needed = static_cast<std::size_t>(code.graph.count.symbols);
  if (on && needed > few_symbols) symbols = (many.reset(new std::int64_t[needed]), many.get());
  if (on) evaluate_symbols(code.graph, in, extent_arguments, symbols, where);
  bool is_mixed = false;
  for (int i = 0; i < count; ++i) is_mixed |= in[i].memory && in[i].memory->on != on;
  std::optional<moved_arguments> moved;
  given_argument_view* view = is_mixed ? moved.emplace(in, count, on).view() : in;
  if (on) on->run({code.graph, code.plan, code.parameter_nodes, code.prepared, code.spelled}, view, symbols, out, where);
  else call_here(code, view, extent_arguments, out, where);
}

SINTER_RUNTIME void call(const executable& code, given_argument_view* in, const std::int64_t* extent_arguments, buffer** out,
                         const site* where) {
  if (dump_folder()) [[unlikely]] dump_once(code);
  if (runs_here(in, code.graph.parameters)) [[likely]] call_here(code, in, extent_arguments, out, where);
  else call_elsewhere(code, in, extent_arguments, out, where);
}

inline void call_here(const executable& code, given_argument_view* in, const std::int64_t* extent_arguments, buffer** out,
                      const site* where) {
  const graph_view& graph = code.graph;
  constexpr int few = 96;
  std::int64_t few_symbols[few];
  void* few_buffers[few];
  std::unique_ptr<std::int64_t[]> many_symbols;
  std::unique_ptr<void*[]> many_buffers;
  std::int64_t* symbols = few_symbols;
  void** buffers = few_buffers;
  if (graph.count.symbols > few)
    symbols = (many_symbols.reset(new std::int64_t[static_cast<std::size_t>(graph.count.symbols)]), many_symbols.get());
  if (graph.count.nodes > few)
    buffers = (many_buffers.reset(new void*[static_cast<std::size_t>(graph.count.nodes)]), many_buffers.get());

  evaluate_symbols(graph, in, extent_arguments, symbols, where);
  call_memory memory(graph.count.roots, graph.count.nodes, out);

  for (int p = 0; p < graph.parameters; ++p)
    if (const int id = code.parameter_nodes[p]; id >= 0) buffers[id] = in[p].data;
  const plan_view& plan = code.plan;
  if (plan.count.slot_shapes) {
    std::size_t few_offsets[few];
    std::unique_ptr<std::size_t[]> many_offsets;
    std::size_t* offsets = few_offsets;
    if (plan.count.slot_shapes > few)
      offsets = (many_offsets.reset(new std::size_t[static_cast<std::size_t>(plan.count.slot_shapes)]), many_offsets.get());
    std::size_t total = 0;
    for (int s = 0; s < plan.count.slot_shapes; ++s) {
      offsets[s] = total;
      if (total > static_cast<std::size_t>(INT64_MAX)) throw std::bad_alloc();
      total += whole_lines(static_cast<std::size_t>(volume(graph.shapes[plan.slot_shapes[s]], symbols)) *
                             size_of(plan.slot_types[s]));
    }
    auto* arena = static_cast<unsigned char*>(memory.take_arena(total ? total : 64));
    for (int id = 0; id < plan.count.slots; ++id)
      if (plan.slots[id] >= 0) buffers[id] = arena + offsets[plan.slots[id]];
  }
  // A call that may end in an error when its kernels have run overwrites no argument: one that looks for NaN, or that prints,
  // for which texts are made.
  const bool looks_for_nans = settings::instance().debugs_nans && code.checked_codes;
  const bool may_fail = looks_for_nans || code.print;
  bool overwrites = false;
  for (int i = 0; i < graph.count.roots; ++i) {
    const int id = graph.roots[i];
    const node& at = graph.nodes[id];
    int twin = 0;
    while (graph.roots[twin] != id) ++twin;
    if (twin < i) {
      out[i] = out[twin];
      out[i]->keep();
      continue;
    }
    if (at.op == &primitives::parameter && in[at.attribute].memory) {  // a result that is an argument shares it
      out[i] = in[at.attribute].memory;
      out[i]->keep();
      continue;
    }
    const int donor = plan.donors ? plan.donors[i] : -1;
    if (donor >= 0 && !may_fail && can_donate(in, graph.parameters, donor)) {
      out[i] = in[donor].memory;
      out[i]->keep();
      buffers[id] = in[donor].data;
      overwrites = true;
      continue;
    }
    std::int64_t extents[max_rank];
    const shape& of = graph.shapes[at.shape];
    for (int k = 0; k < of.rank; ++k) extents[k] = evaluate(of[k], symbols);
    out[i] = buffer::make(at.type, of.rank, extents);
    if (at.op == &primitives::parameter)
      std::memcpy(out[i]->data, in[at.attribute].data, static_cast<std::size_t>(out[i]->size) * size_of(at.type));
    else buffers[id] = out[i]->data;
  }
  run_context context{};
  context.graph = &graph;
  context.plan = &plan;
  context.codes = code.codes;
  context.symbols = symbols;
  context.buffers = buffers;
  context.print = code.print;
  nan_report nans;
  if (looks_for_nans) {
    context.codes = code.checked_codes;
    context.nans = &nans;
  }
  // No kernel may fail once an argument is overwritten: what they need is taken now. Otherwise each takes its own.
  const scratch_bytes needed = overwrites ? room_of_kernels(context) : scratch_bytes{};
  const reservation room(needed, needed.each && !serial() ? thread_count() : 1);
  execute(context, where);
  if (nans.found) nan_has_arisen(graph, plan, nans.kernel, nans.instruction, nans.index, where);
  memory.succeed();
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core
