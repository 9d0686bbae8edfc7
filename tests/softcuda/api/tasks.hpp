// SPDX-License-Identifier: MIT
// What a stream or a graph node can be asked to do. Everything is copied here when the call is made, except host
// memory.
#pragma once
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

namespace softcuda::api {

struct function;
struct loaded_module;
struct context;

struct kernel_task {
  std::shared_ptr<function> what;
  std::shared_ptr<loaded_module>
      code;  // keeps the instructions alive: unloading does not pull them from under a launch
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1}, shared_bytes = 0;
  std::vector<unsigned char> parameters;
};

struct place {
  bool is_device = false;
  int device = 0;
  std::uint64_t address = 0;
  std::uint64_t pitch = 0, slice = 0;  // bytes from row to row, from plane to plane
};
struct copy_task {
  place from, to;
  std::uint64_t width = 0, height = 1, depth = 1;
};

struct set_task {
  int device = 0;
  std::uint64_t address = 0, pitch = 0;
  std::uint32_t value = 0;
  int element_bytes = 1;
  std::uint64_t width = 0, height = 1;  // in elements, rows
};

struct host_task {
  void (*call)(void*) = nullptr;
  void* data = nullptr;
};

struct free_task {
  int device = 0;
  std::uint64_t address = 0;
};

struct empty_task {};

using task = std::variant<kernel_task, copy_task, set_task, host_task, empty_task, free_task>;

}  // namespace softcuda::api
