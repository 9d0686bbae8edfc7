// SPDX-License-Identifier: MIT
// A program made ready for one vector of extents: geometry of each launch, places in the arena, where each kernel parameter
// comes from. A call fills in pointers, takes memory, and launches; it builds nothing.
#pragma once
#include <algorithm>

#include "../plan/cost.hpp"
#include "../plan/title.hpp"
#include "debugging.hpp"
#include "nvtx.hpp"
#include "replays.hpp"
#include "results.hpp"
#include "settings.hpp"
#include "timing.hpp"

namespace sinter::core::cuda {

constexpr std::size_t round_to_block(std::size_t bytes) { return (bytes + 255) / 256 * 256; }

// SINTER_SYNC=1: waits after each launch, so that an error names the kernel that made it.
inline bool synchronises_each_launch() {
  static const bool read = settings::is_set("SINTER_SYNC");
  return read;
}

class prepared_call {
 public:
  // The context is current. Throws device_error.
  prepared_call(gpu& on, storage& memory, const program_view& of, const std::int64_t* symbols,
                const std::vector<loaded_launch*>& launches)
      : gpu_(on), storage_(memory), symbols_(symbols, symbols + of.graph.count.symbols) {
    place_slots(of);
    std::size_t scratch = 0;
    unsigned tickets = 0;
    for (int l = 0; l < of.plan.count.launches; ++l) {
      const loaded_launch* code = launches[static_cast<std::size_t>(l)];
      if (!code) continue;
      const geometry shape = measure(of.graph, of.plan, l, code->made, gpu_.about(), symbols);
      if (shape.is_empty) continue;
      check_limits(shape, *code);
      launches_.push_back({code, shape, words(), static_cast<int>(code->text.arguments.size()), arena_bytes_, l});
      checks_nans_ |= !code->text.nan_instructions.empty();
      if (code->text.prints) prints_.push_back({static_cast<int>(launches_.size()) - 1, of.plan.launches[l].first});
      for (const kernel_argument& argument : code->text.arguments) sources_.push_back(source_of(of, argument));
      scratch = std::max(scratch, static_cast<std::size_t>(shape.scratch_bytes));
      tickets = std::max(tickets, shape.tickets);
    }
    arena_bytes_ += round_to_block(scratch);
    report_ = arena_bytes_;
    if (checks_nans_) arena_bytes_ += round_to_block(sizeof(std::uint64_t));
    label_ = launches_.empty() ? "nothing to start" : title_of_launch(of.graph, of.plan, launches_.front().number);
    if (launches_.size() > 1) label_ += " and " + std::to_string(launches_.size() - 1) + " more";
    if (tickets) {  // zero between launches
      tickets_ = held_block(storage_, tickets * sizeof(std::uint32_t), launches_.front().code->note);
      gpu_.check(storage_.with_room([&] {
        return gpu_.api.cuMemsetD8Async(tickets_.at(), 0, tickets * sizeof(std::uint32_t), gpu_.stream());
      }), "cuMemsetD8Async", launches_.front().code->note);
    }
    for (argument_source& each : sources_)
      if (each.what == source::ticket) each = {source::fixed, 0, tickets_.at()};
      else if (each.what == source::report) each = {source::arena, 0, report_};
  }
  prepared_call(const prepared_call&) = delete;
  ~prepared_call() {
    const gpu::entered_quietly here(gpu_);
    if (here.is_in()) gpu_.api.cuStreamSynchronize(gpu_.stream());
    replays_.clear();
    tickets_.reset();
  }

  bool is_for(const std::int64_t* symbols) const {
    return symbols_.empty() || std::memcmp(symbols_.data(), symbols, symbols_.size() * sizeof *symbols) == 0;
  }

  // One call. The context is current.
  void run(device_memory& home, const program_view& of, const given_argument_view* in, buffer** out, const site* where) {
    const nvtx::range named(label_.c_str());
    const graph_view& graph = of.graph;
    constexpr int few = 96;
    address few_parameters[few], few_results[few];
    std::unique_ptr<address[]> many;
    address *parameters = few_parameters, *results = few_results;
    if (graph.parameters + graph.count.roots > few) {
      many.reset(new address[static_cast<std::size_t>(graph.parameters + graph.count.roots)]);
      parameters = many.get();
      results = parameters + graph.parameters;
    }
    const started_kernel asker = launches_.empty() ? started_kernel{nullptr, where ? *where : site{}} : note_of(0, where);
    replays::lease now(replays_,
                       [&] { return new replay(gpu_, storage_, words(), has_scalars(of) ? graph.parameters : 0, asker); });
    for (int p = 0; p < graph.parameters; ++p) {
      if (of.parameter_nodes[p] < 0) continue;
      parameters[p] = in[p].memory ? reinterpret_cast<address>(in[p].data) : now->scalar(p);
      if (!in[p].memory) now->set_scalar(p, in[p].data, size_of(graph.nodes[of.parameter_nodes[p]].type));
    }
    const bool is_profiled = profiler::is_on();  // kernels in a graph could not be told apart
    bool is_direct = launches_.size() <= 1 || !prints_.empty() || synchronises_each_launch() || checks_nans_ || is_profiled;
    held_results kept({gpu_, storage_, of, in, symbols_.data(), asker}, out);
    kept.take(home, results, is_direct && (launches_.size() > 1 || checks_nans_));
    held_block arena;
    if (arena_bytes_) arena = held_block(storage_, arena_bytes_, asker);

    now->upload_scalars(asker);
    const call_addresses at{parameters, results, arena.at()};
    if (!is_direct && !replay_graph(*now, at, where)) {
      // The driver has no memory for a graph: kernel by kernel then, which overwrites nothing.
      is_direct = true;
      kept.take(home, results, true);
    }
    if (is_direct) launch_each(of, *now, at, where);
    now.succeed();
    kept.succeed();
  }

 private:
  enum class source : std::uint8_t { parameter, result, arena, ticket, report, fixed };
  // Where a word of a kernel's parameters comes from in each call.
  struct argument_source {
    source what = source::fixed;
    std::int32_t index = 0;
    std::uint64_t value = 0;
  };
  struct printing {  // a launch of debug_print, and the kernel of the plan that it is
    int launch = 0, kernel = 0;
  };

  // What is where in one call.
  struct call_addresses {
    const address *parameters, *results;
    address arena;
  };

  // The words of a launch in this call; says whether one is another than in the last.
  bool set_words(replay& now, std::size_t l, const call_addresses& at) const {
    bool has_changed = false;
    for (int w = launches_[l].first_word; w < launches_[l].first_word + launches_[l].words; ++w) {
      const argument_source& from = sources_[static_cast<std::size_t>(w)];
      const std::uint64_t value = from.what == source::fixed       ? from.value
                                  : from.what == source::parameter ? at.parameters[from.index]
                                  : from.what == source::result    ? at.results[from.index]
                                                                   : at.arena + from.value;
      has_changed |= now.set_word(w, value);
    }
    return has_changed;
  }
  // False where the driver lacks memory for the graph: then nothing was started.
  bool replay_graph(replay& now, const call_addresses& at, const site* where) {
    const bool is_built = now.has_graph();
    for (std::size_t l = 0; l < launches_.size(); ++l)
      if (set_words(now, l, at) && is_built && !now.update(l, launches_[l])) return false;
    if (!is_built && !now.build(launches_)) return false;
    if (!now.launch_graph(note_of(0, where))) return false;
    for (std::size_t l = 0; l < launches_.size(); ++l) started(l, where);
    return true;
  }
  void launch_each(const program_view& of, replay& now, const call_addresses& at, const site* where) {
    now.drop_graph();  // whose words would no longer be what the replay holds
    for (std::size_t l = 0; l < launches_.size(); ++l) {
      set_words(now, l, at);
      if (checks_nans_) replay::store_word(gpu_, storage_, at.arena + report_, no_nan, note_of(l, where));
      timed(gpu_, [&](auto put) { describe(of, l, where, put); }, [&] { now.launch(launches_[l], note_of(l, where)); });
      started(l, where);
      if (synchronises_each_launch()) gpu_.synchronise();
      const started_launch launched{gpu_, storage_, of, launches_[l], symbols_.data()};
      if (checks_nans_) look_for_nans(launched, at.arena + report_, note_of(l, where), where);
      for (const printing& each : prints_)
        if (static_cast<std::size_t>(each.launch) == l) print_operand(launched, each.kernel, at.arena + launches_[l].scratch);
    }
  }

  int words() const { return static_cast<int>(sources_.size()); }
  static bool has_scalars(const program_view& of) {
    for (int p = 0; p < of.graph.parameters; ++p)
      if (of.parameter_nodes[p] >= 0 && of.graph.shape_of(of.parameter_nodes[p]).rank == 0) return true;
    return false;
  }
  std::size_t bytes_of(const program_view& of, int shape_id, dtype type) const {
    const shape& s = of.graph.shapes[shape_id];
    std::size_t bytes = size_of(type);
    for (int i = 0; i < s.rank; ++i) bytes *= static_cast<std::size_t>(evaluate(s[i], symbols_.data()));
    return bytes;
  }
  void place_slots(const program_view& of) {
    for (int s = 0; s < of.plan.count.slot_shapes; ++s) {
      offsets_.push_back(arena_bytes_);
      arena_bytes_ += round_to_block(bytes_of(of, of.plan.slot_shapes[s], of.plan.slot_types[s]));
    }
  }
  argument_source source_of(const program_view& of, const kernel_argument& argument) const {
    switch (argument.what) {
      case kernel_argument::kind::extent:
        return {source::fixed, 0, static_cast<std::uint64_t>(evaluate(argument.number, symbols_.data()))};
      case kernel_argument::kind::scratch: return {source::arena, 0, arena_bytes_};
      case kernel_argument::kind::ticket: return {source::ticket, 0, 0};
      case kernel_argument::kind::report: return {source::report, 0, 0};
      default: break;
    }
    const auto id = static_cast<int>(argument.number);
    const node& at = of.graph.nodes[id];
    if (at.op == &primitives::parameter) return {source::parameter, static_cast<std::int32_t>(at.attribute), 0};
    for (int i = 0; i < of.graph.count.roots; ++i)
      if (of.graph.roots[i] == id) return {source::result, i, 0};
    return {source::arena, 0, offsets_[static_cast<std::size_t>(of.plan.slots[id])]};
  }
  void check_limits(const geometry& g, const loaded_launch& code) {
    const std::uint64_t threads = std::uint64_t{1} * g.block[0] * g.block[1] * g.block[2];
    if (g.grid[0] > 0x7fffffffu || g.grid[1] > 65535 || g.grid[2] > 65535 || threads > 1024 ||
        static_cast<int>(g.shared_bytes) > gpu_.about().shared_per_block)
      throw device_error(located(code.note.where)
                         << device::cuda(gpu_.number()).name() << ": kernel " << code.note.name
                         << " is too large to be started; grid " << static_cast<std::int64_t>(g.grid[0]) << " x "
                         << static_cast<std::int64_t>(g.grid[1]) << " x " << static_cast<std::int64_t>(g.grid[2]) << ", "
                         << static_cast<std::int64_t>(threads) << " threads, " << static_cast<std::int64_t>(g.shared_bytes)
                         << " bytes of shared memory");
  }

  started_kernel note_of(std::size_t l, const site* where) const {
    started_kernel note = launches_[l].code->note;
    if (where) note.where = *where;
    return note;
  }
  void started(std::size_t l, const site* where) { gpu_.record(note_of(l, where)); }

  // What a launch is in the trace.
  template <class Put> void describe(const program_view& of, std::size_t l, const site* where, Put put) const {
    const int number = launches_[l].number;
    const cost spent =
        cost_of_kernels(of.graph, of.plan, of.plan.launches[number].first, of.plan.launches[number].count, symbols_.data());
    const started_kernel note = note_of(l, where);
    put(trace_slice{.name = title_of_launch(of.graph, of.plan, number), .where = note.where,
              .bytes = spent.bytes_read + spent.bytes_written, .flops = spent.flops, .detail = note.name});
  }

  gpu& gpu_;
  storage& storage_;
  std::vector<std::int64_t> symbols_;
  std::vector<std::size_t> offsets_;  // of slots in the arena
  std::size_t arena_bytes_ = 0, report_ = 0;
  bool checks_nans_ = false;
  std::string label_;  // of a call, for tools
  std::vector<prepared_launch> launches_;
  std::vector<argument_source> sources_;  // a word of each kernel's parameters
  std::vector<printing> prints_;
  held_block tickets_;
  replays replays_;
};

}  // namespace sinter::core::cuda
