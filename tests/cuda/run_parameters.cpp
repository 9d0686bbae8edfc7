// SPDX-License-Identifier: MIT
// Launches of many buffers: more than 4 KB of pointers are passed where driver and hardware take them, more than those take
// are two launches, and an old driver's limit is told before anything is compiled.
#include <sinter/plan/make_plan.hpp>
#include <sinter/primitive/registry.hpp>

#include "run_support.hpp"

using namespace sinter::core;
using cuda_tests::said_by;
using cuda_tests::software_driver;
using cuda_tests::with_options;
using sinter::device_error;

namespace {

// w - rate * d for so many arrays w and d.
struct optimiser {
  builder graph;
  plan_builder plan;
  std::vector<std::int32_t> parameter_nodes;

  explicit optimiser(int count) {
    const term rate = parameter(graph, dtype::f32, graph.intern(shape{}));
    for (int i = 0; i < count; ++i) {
      shape s;
      s.push(i % 16 + 1);
      const term w = parameter(graph, dtype::f32, graph.intern(s)), d = parameter(graph, dtype::f32, w.shape_id());
      graph.roots.push((w - broadcast_in_dim(rate, w.shape_id(), 0) * d).id);
    }
    make_plan(view_of(graph), plan);
    parameter_nodes.assign(static_cast<std::size_t>(graph.parameters), -1);
    for (int i = 0; i < graph.nodes.size(); ++i)
      if (graph.nodes[i].op == &primitives::parameter) parameter_nodes[static_cast<std::size_t>(graph.nodes[i].attribute)] = i;
  }
  program_view view() const { return {view_of(graph), view_of(plan), parameter_nodes.data(), nullptr, nullptr}; }
  int launches() const { return view_of(plan).count.launches; }
};

struct owned {
  std::vector<buffer*> all;
  ~owned() {
    for (buffer* each : all)
      if (each) each->drop();
  }
};

// Whether all results are right: parameter p is p + 1 everywhere, and the rate 2.
void check_run(const optimiser& program, device_runner& on) {
  const graph_view graph = program.view().graph;
  owned memory, results;
  std::vector<given_argument_view> in;
  const float rate = 2;
  in.push_back({const_cast<float*>(&rate), nullptr, nullptr, false, false});
  for (int p = 1; p < graph.parameters; ++p) {
    const shape& s = graph.shape_of(program.parameter_nodes[static_cast<std::size_t>(p)]);
    memory.all.push_back(buffer::make_on(on, dtype::f32, 1, s.extents));
    buffer& to = *memory.all.back();
    const std::vector<float> values(static_cast<std::size_t>(to.size), static_cast<float>(p + 1));
    on.copy_in(to.data, values.data(), to.bytes());
    in.push_back({to.data, to.extents, &to, false, false});
  }
  results.all.resize(static_cast<std::size_t>(graph.count.roots));
  const std::int64_t none[] = {0};
  on.run(program.view(), in.data(), none, results.all.data(), nullptr);
  int wrong = 0;
  for (int i = 0; i < graph.count.roots; ++i) {
    const buffer& made = *results.all[static_cast<std::size_t>(i)];
    const float wanted = static_cast<float>(2 * i + 2) - rate * static_cast<float>(2 * i + 3);
    for (std::int64_t k = 0; k < made.size; ++k) wrong += static_cast<const float*>(made.host())[k] != wanted;
  }
  CHECK(wrong == 0);
}

TEST_CASE("a launch takes more than 4 KB of parameters") {
  SINTER_NEEDS_DEVICE();
  const optimiser program(400);
  CHECK(program.launches() == 1);
  software_driver::instance().reset_counts();
  check_run(program, cuda_tests::usual_runner());
  CHECK(software_driver::instance().totals().launches == 1);
}

TEST_CASE("what is too much for one launch is two") {
  SINTER_NEEDS_DEVICE();
  const optimiser program(500);
  CHECK(program.launches() == 2);
  software_driver::instance().reset_counts();
  check_run(program, cuda_tests::usual_runner());
  CHECK(software_driver::instance().totals().launches == 2);
}

TEST_CASE("a driver that takes 4 KB says so before anything is compiled") {
  SINTER_NEEDS_DEVICE();
  const with_options old([](softcuda_options& options) { options.driver_version = 12000; });
  device_runner& opened = cuda_tests::opened_anew();
  const auto before = cuda::counters::instance().snapshot();
  const std::string text = said_by<device_error>([&] { check_run(optimiser(400), opened); });
  CHECK(cuda_tests::holds(text, "cuda(0): kernel sinter_map_"));
  CHECK(cuda_tests::holds(text, "bytes of parameters, and 4096 can be passed here; drivers for CUDA 12.1 and newer pass 32764"));
  CHECK((cuda::counters::instance().snapshot() - before).compiles == 0);
}

TEST_CASE("a chain of operations is cut into kernels of at most 256") {
  builder graph;
  shape s;
  s.push(64);
  term x = parameter(graph, dtype::f32, graph.intern(s));
  for (int i = 0; i < 1000; ++i) x = i % 2 ? tanh(x) : exp(x);
  graph.roots.push(x.id);
  plan_builder plan;
  make_plan(view_of(graph), plan);
  const plan_view made = view_of(plan);
  CHECK(made.count.kernels == 4);
  for (int k = 0; k < made.count.kernels; ++k) CHECK(made.kernels[k].members <= 256);
}

}  // namespace
