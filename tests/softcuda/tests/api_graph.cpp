// SPDX-License-Identifier: MIT
// Graphs node by node: order, instantiation, changes in place.
#include "softcuda/tests/functions.hpp"

using namespace driver_tests;

namespace {

memset_node_params set_params(CUdeviceptr p, unsigned value, std::size_t count = 1) {
  return {.address = p, .pitch = 0, .value = value, .element_bytes = 4, .width = count, .height = 1};
}
copy_params copy_between(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  copy_params c{};
  c.from.memory_type = c.to.memory_type = 2;
  c.from.device = from;
  c.to.device = to;
  c.width_bytes = bytes;
  c.height = c.depth = 1;
  return c;
}
handle new_graph() {
  handle g = nullptr;
  REQUIRE(cuGraphCreate(&g, 0) == success);
  return g;
}
handle add_set(handle g, CUdeviceptr p, unsigned value, std::initializer_list<handle> after = {}) {
  handle n = nullptr;
  auto params = set_params(p, value);
  REQUIRE(cuGraphAddMemsetNode(&n, g, after.begin(), after.size(), &params, nullptr) == success);
  return n;
}
handle instantiate(handle g) {
  handle e = nullptr;
  REQUIRE(cuGraphInstantiateWithFlags(&e, g, 0) == success);
  return e;
}
unsigned run_and_read(handle exec, CUdeviceptr p) {
  unsigned value = 0;
  handle s = new_stream();
  CHECK(cuGraphLaunch(exec, s) == success);
  CHECK(cuStreamSynchronize(s) == success);
  CHECK(cuMemcpyDtoH_v2(&value, p, 4) == success);
  return value;
}

}  // namespace

TEST_CASE("a graph of kernel, set, copy and empty nodes runs in the order of its edges") {
  fresh_driver driver;
  driver.set(&softcuda_options::shuffles, 1);
  fill_kernel fill;
  CUdeviceptr p = new_memory(16), q = new_memory(16);
  for (u64 seed = 0; seed < 8; ++seed) {
    driver.set(&softcuda_options::seed, seed);
    handle g = new_graph(), copy = nullptr, kernel = nullptr, empty = nullptr;
    auto c = copy_between(q, p, 16);
    REQUIRE(cuGraphAddMemcpyNode(&copy, g, nullptr, 0, &c, driver.context) == success);
    unsigned value = 7, count = 2;
    void* arguments[] = {&p, &value, &count};
    kernel_node_params k = {fill.function, {1, 1, 1}, {32, 1, 1}, 0, arguments, nullptr, nullptr, nullptr};
    auto whole = set_params(p, 1, 4);
    handle set = nullptr;
    REQUIRE(cuGraphAddMemsetNode(&set, g, nullptr, 0, &whole, nullptr) == success);
    REQUIRE(cuGraphAddEmptyNode(&empty, g, &set, 1) == success);
    REQUIRE(cuGraphAddKernelNode_v2(&kernel, g, &empty, 1, &k) == success);
    CHECK(cuGraphAddDependencies_v2(g, &kernel, &copy, nullptr, 1) == success);
    CHECK(cuGraphAddDependencies_v2(g, &kernel, &copy, nullptr, 1) == invalid_value);  // is there
    CHECK(cuGraphAddDependencies_v2(g, &copy, &set, nullptr, 1) == invalid_value);     // a cycle
    value = 70;                                                                        // copied when the node was added
    handle exec = instantiate(g);
    CHECK(cuGraphDestroy(g) == success);
    CHECK(run_and_read(exec, q) == 7);
    unsigned back[4];
    CHECK(cuMemcpyDtoH_v2(back, q, 16) == success);
    CHECK(back[1] == 7);
    CHECK(back[2] == 1);
    CHECK(cuGraphExecDestroy(exec) == success);
  }
  CHECK(totals().graph_launches == 8);
  softcuda_launch l;
  REQUIRE(softcuda_get_launch(7, &l) == 1);
  CHECK(l.is_in_graph == 1);
  CHECK(live().graphs == 0);
  CHECK(live().graph_execs == 0);
}

TEST_CASE("an executable graph is changed for later launches, not for those already made") {
  fresh_driver driver;
  CUdeviceptr p = new_memory(8);
  handle g = new_graph(), n = add_set(g, p, 1), exec = instantiate(g), s = new_stream();
  CHECK(cuGraphLaunch(exec, s) == success);
  auto changed = set_params(p + 4, 2);
  CHECK(cuGraphExecMemsetNodeSetParams(exec, n, &changed, nullptr) == success);
  unsigned back[2] = {};
  CHECK(cuStreamSynchronize(s) == success);
  CHECK(cuMemcpyDtoH_v2(back, p, 8) == success);
  CHECK(back[0] == 1);
  CHECK(back[1] == 0xFFFFFFFF);
  CHECK(run_and_read(exec, p + 4) == 2);
  CHECK(cuGraphExecMemsetNodeSetParams(exec, g, &changed, nullptr) == invalid_handle);
  auto copy = copy_between(p, p + 4, 4);
  CHECK(cuGraphExecMemcpyNodeSetParams(exec, n, &copy, nullptr) == invalid_value);  // not a copy
}

TEST_CASE("a kernel node's parameters are replaced in place") {
  fresh_driver driver;
  fill_kernel fill;
  CUdeviceptr p = new_memory(16);
  unsigned value = 1, count = 4;
  void* arguments[] = {&p, &value, &count};
  kernel_node_params k = {fill.function, {1, 1, 1}, {32, 1, 1}, 0, arguments, nullptr, nullptr, nullptr};
  handle g = new_graph(), n = nullptr;
  REQUIRE(cuGraphAddKernelNode_v2(&n, g, nullptr, 0, &k) == success);
  handle exec = instantiate(g);
  CHECK(run_and_read(exec, p + 12) == 1);
  value = 2;
  CHECK(cuGraphExecKernelNodeSetParams_v2(exec, n, &k) == success);
  CHECK(run_and_read(exec, p + 12) == 2);
  k.block[0] = 2000;
  CHECK(cuGraphExecKernelNodeSetParams_v2(exec, n, &k) == invalid_value);
  CHECK(run_and_read(exec, p + 12) == 2);
  CHECK(cuModuleUnload(fill.module) == success);
  handle s = new_stream();
  CHECK(cuGraphLaunch(exec, s) == success);
  CHECK(cuStreamSynchronize(s) == launch_failed);
}

TEST_CASE("an update takes over a graph of the same shape and says why it refuses another") {
  fresh_driver driver;
  CUdeviceptr p = new_memory(8);
  handle g = new_graph();
  handle first = add_set(g, p, 1);
  add_set(g, p, 2, {first});
  handle exec = instantiate(g);
  handle same = new_graph(), other = new_graph(), unordered = new_graph();
  add_set(same, p, 4, {add_set(same, p, 3)});
  update_result r{};
  CHECK(cuGraphExecUpdate_v2(exec, same, &r) == success);
  CHECK(r.result == 0);
  CHECK(run_and_read(exec, p) == 4);
  add_set(other, p, 1);
  CHECK(cuGraphExecUpdate_v2(exec, other, &r) == graph_exec_update_failure);
  CHECK(r.result == 2);
  handle empty = nullptr;
  CHECK(cuGraphAddEmptyNode(&empty, other, nullptr, 0) == success);
  CHECK(cuGraphExecUpdate_v2(exec, other, &r) == graph_exec_update_failure);
  CHECK(r.result == 3);
  CHECK(r.node == empty);
  add_set(unordered, p, 1);
  add_set(unordered, p, 1);
  CHECK(cuGraphExecUpdate_v2(exec, unordered, &r) == graph_exec_update_failure);
  CHECK(run_and_read(exec, p) == 4);
}

TEST_CASE("nodes and graphs are validated") {
  fresh_driver driver;
  CUdeviceptr p = new_memory(8);
  handle g = new_graph(), other = new_graph(), n = nullptr, foreign = add_set(other, p, 1);
  auto params = set_params(p, 1, 3);
  CHECK(cuGraphAddMemsetNode(&n, g, nullptr, 0, &params, nullptr) == invalid_value);  // 12 bytes of 8
  params = set_params(p, 1);
  CHECK(cuGraphAddMemsetNode(&n, g, &foreign, 1, &params, nullptr) == invalid_value);
  CHECK(cuGraphAddMemsetNode(&n, g, nullptr, 1, &params, nullptr) == invalid_value);
  CHECK(cuGraphAddMemsetNode(&n, g, nullptr, 0, nullptr, nullptr) == invalid_value);
  CHECK(cuGraphAddMemsetNode(&n, n, nullptr, 0, &params, nullptr) == invalid_handle);
  std::size_t count = 99;
  CHECK(cuGraphGetNodes(g, nullptr, &count) == success);
  CHECK(count == 0);
  CHECK(cuGraphDestroy(other) == success);
  CHECK(cuGraphAddEmptyNode(&n, g, &foreign, 1) == invalid_handle);
  CHECK(cuGraphDestroy(other) == invalid_handle);
  CHECK(cuGraphLaunch(g, nullptr) == invalid_handle);
}
