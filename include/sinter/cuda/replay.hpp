// SPDX-License-Identifier: MIT
// What changes from call to call of a prepared program, for one call at a time: the words of all kernels' parameters, the
// numbers among the arguments, and the CUDA graph that is launched again with new words.
#pragma once
#include <cstring>

#include "programs.hpp"

namespace sinter::core::cuda {

// A launch as it is started for one vector of extents.
struct prepared_launch {
  const loaded_launch* code = nullptr;
  geometry shape;
  int first_word = 0, words = 0;
  std::size_t scratch = 0;  // where its scratch memory begins in the arena
  int number = 0;           // of the launch in the plan
};

class replay {
 public:
  replay(gpu& on, storage& memory, int words, int scalars, const started_kernel& asker)
      : gpu_(on), storage_(memory), words_(static_cast<std::size_t>(words) + 1), pointers_(words_.size()),
        scalars_(static_cast<std::size_t>(scalars)) {
    for (std::size_t i = 0; i < words_.size(); ++i) pointers_[i] = &words_[i];
    if (scalars) scalar_block_ = held_block(memory, static_cast<std::size_t>(scalars) * scalar_room, asker);
  }
  replay(const replay&) = delete;
  ~replay() {
    if (gpu_.is_alive()) drop_graph();
  }

  static constexpr std::size_t scalar_room = 16;  // as aligned as any element's access
  address scalar(int i) const { return scalar_block_.at() + static_cast<address>(i) * scalar_room; }

  // Numbers that are not on the device yet. The driver copies a word at once, so that nobody has to wait; many at a time go
  // in one copy.
  void set_scalar(int i, const void* value, std::size_t bytes) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, value, bytes);
    scalar_value& at = scalars_[static_cast<std::size_t>(i)];
    if (at.is == scalar_state::known && at.bits == bits) [[likely]] return;
    at = {bits, scalar_state::changed};
    changed_ += 1;
  }
  void upload_scalars(const started_kernel& asker) {
    if (changed_ == 0) [[likely]] return;
    if (changed_ > most_single) {
      std::vector<std::uint64_t> all(scalars_.size() * 2);
      for (std::size_t i = 0; i < scalars_.size(); ++i) all[2 * i] = scalars_[i].bits;
      gpu_.check(
          storage_.with_room([&] { return gpu_.api.cuMemcpyHtoDAsync(scalar(0), all.data(), all.size() * 8, gpu_.stream()); }),
          "cuMemcpyHtoDAsync", asker);
      gpu_.synchronise();
    } else {
      for (std::size_t i = 0; i < scalars_.size(); ++i)
        if (scalars_[i].is == scalar_state::changed)
          store_word(gpu_, storage_, scalar(static_cast<int>(i)), scalars_[i].bits, asker);
    }
    count(counters::instance().bytes_to_device, static_cast<std::uint64_t>(changed_) * 8);
    for (scalar_value& each : scalars_)
      if (each.is == scalar_state::changed) each.is = scalar_state::known;
    changed_ = 0;
  }
  // Eight bytes that the call holds.
  static void store_word(gpu& on, storage& memory, address to, std::uint64_t bits, const started_kernel& asker) {
    for (const address half : {address{0}, address{4}}) {
      const auto value = static_cast<unsigned>(bits >> (8 * half));
      on.check(memory.with_room([&] { return on.api.cuMemsetD32Async(to + half, value, 1, on.stream()); }), "cuMemsetD32Async",
               asker);
    }
  }

  // A kernel's parameter; says whether it is another than before.
  bool set_word(int i, std::uint64_t value) {
    std::uint64_t& at = words_[static_cast<std::size_t>(i)];
    if (at == value) return false;
    at = value;
    return true;
  }

  void launch(const prepared_launch& at, const started_kernel& note) {
    const geometry& g = at.shape;
    const status code = storage_.with_room([&] {
      return gpu_.api.cuLaunchKernel(at.code->function, g.grid[0], g.grid[1], g.grid[2], g.block[0], g.block[1], g.block[2],
                                     g.shared_bytes, gpu_.stream(), pointers_.data() + at.first_word, nullptr);
    });
    gpu_.check(code, "cuLaunchKernel", note);
  }

  // The launches as a chain of nodes. These three say false where the driver lacks memory for it, even with room made: then
  // there is no graph any more, and nothing was started.
  bool has_graph() const { return exec_ != nullptr; }
  bool build(const std::vector<prepared_launch>& launches) {
    return has_memory([&] {
      drop_graph();
      answer last{gpu_.api.cuGraphCreate(&graph_, 0), "cuGraphCreate", &launches[0].code->note};
      nodes_.resize(launches.size());
      for (std::size_t i = 0; i < launches.size() && last.code == 0; ++i) {
        const kernel_node_parameters parameters = parameters_of(launches[i]);
        last = {gpu_.api.cuGraphAddKernelNode(&nodes_[i], graph_, i ? &nodes_[i - 1] : nullptr, i ? 1 : 0, &parameters),
                "cuGraphAddKernelNode", &launches[i].code->note};
      }
      if (last.code) return last;
      return answer{gpu_.api.cuGraphInstantiateWithFlags(&exec_, graph_, 0), "cuGraphInstantiateWithFlags", last.note};
    });
  }
  bool update(std::size_t i, const prepared_launch& at) {
    const kernel_node_parameters parameters = parameters_of(at);
    return has_memory([&] {
      return answer{gpu_.api.cuGraphExecKernelNodeSetParams(exec_, nodes_[i], &parameters), "cuGraphExecKernelNodeSetParams",
                    &at.code->note};
    });
  }
  bool launch_graph(const started_kernel& note) {
    if (!has_memory([&] { return answer{gpu_.api.cuGraphLaunch(exec_, gpu_.stream()), "cuGraphLaunch", &note}; })) return false;
    count(counters::instance().graph_launches);
    return true;
  }

  void drop_graph() noexcept {
    if (exec_) gpu_.give_back([&] { return gpu_.api.cuGraphExecDestroy(exec_); });
    if (graph_) gpu_.give_back([&] { return gpu_.api.cuGraphDestroy(graph_); });
    exec_ = nullptr;
    graph_ = nullptr;
  }

  replay* next = nullptr;

 private:
  static constexpr int most_single = 8;
  // What the driver answered, asked through which function, for which kernel.
  struct answer {
    status code;
    const char* function;
    const started_kernel* note;
  };
  template <class Call> bool has_memory(Call call) {
    answer last{};
    storage_.with_room([&] { return (last = call()).code; });
    if (last.code == 0) [[likely]] return true;
    if (last.code != out_of_memory) gpu_.fail(last.code, last.function, *last.note);
    drop_graph();
    return false;
  }
  enum class scalar_state : std::uint8_t { unset, changed, known };  // known: the device has it
  struct scalar_value {
    std::uint64_t bits = 0;
    scalar_state is = scalar_state::unset;
  };
  kernel_node_parameters parameters_of(const prepared_launch& at) {
    const geometry& g = at.shape;
    return {at.code->function, {g.grid[0], g.grid[1], g.grid[2]}, {g.block[0], g.block[1], g.block[2]}, g.shared_bytes,
            pointers_.data() + at.first_word, nullptr, nullptr, nullptr};
  }

  gpu& gpu_;
  storage& storage_;
  std::vector<std::uint64_t> words_;
  std::vector<void*> pointers_;
  std::vector<scalar_value> scalars_;
  held_block scalar_block_;
  int changed_ = 0;
  graph_handle graph_ = nullptr;
  exec_handle exec_ = nullptr;
  std::vector<node_handle> nodes_;
};

}  // namespace sinter::core::cuda
