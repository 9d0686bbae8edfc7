// SPDX-License-Identifier: MIT
// What the driver remembers: devices, contexts, streams, events, modules, and everything else that has a handle.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "softcuda/api/tasks.hpp"
#include "softcuda/api/types.hpp"
#include "softcuda/engine.hpp"

namespace softcuda::api {

struct operation;
struct stream;
struct capture;
struct graph_node;

struct object {
  handle self = nullptr;
  object() = default;
  object(const object&) = delete;
  object& operator=(const object&) = delete;
  virtual ~object() = default;
};

struct context : object {
  static constexpr code wrong = invalid_context;
  int device = 0;
  bool is_primary = false;
  int retained = 0;
  unsigned flags = 0;
  std::shared_ptr<stream> legacy;                                   // the stream 0
  std::map<std::uint64_t, std::shared_ptr<stream>> thread_streams;  // per-thread default streams, by thread
};

struct stream : object {
  static constexpr code wrong = invalid_handle;
  std::shared_ptr<context> in;
  unsigned flags = 0;
  int priority = 0;
  bool is_legacy = false;
  std::uint64_t id = 0;
  std::shared_ptr<operation> last;  // what the next operation follows
  std::shared_ptr<capture> capturing;
  std::vector<graph_node*> captured_last;  // what the next captured node follows
  bool waits_for_nobody() const { return flags & 1; }
};

struct event : object {
  static constexpr code wrong = invalid_handle;
  std::shared_ptr<context> in;
  unsigned flags = 0;
  std::shared_ptr<operation> recorded;
  std::shared_ptr<std::uint64_t> time_ns;  // of the device's clock, written when the record runs
  std::weak_ptr<capture> captured_in;
  std::vector<graph_node*> captured_after;
  bool is_captured = false;
};

struct function;
struct loaded_module : object {
  static constexpr code wrong = invalid_handle;
  std::shared_ptr<context> in;
  std::unique_ptr<module> code_of;
  std::map<int, std::shared_ptr<function>> functions;
};

struct function : object {
  static constexpr code wrong = invalid_handle;
  std::weak_ptr<loaded_module> of;
  std::shared_ptr<context> in;
  kernel_info info;
  int kernel = 0;
  int max_dynamic_shared = 48 * 1024;
  int carveout = -1;
};

struct pool : object {
  static constexpr code wrong = invalid_value;
  int device = 0;
  bool is_default = false;
  std::uint64_t release_threshold = 0, cached = 0, used = 0, used_high = 0, reserved_high = 0;
  int reuses[3] = {1, 1, 1};
};

struct graph_node : object {
  static constexpr code wrong = invalid_handle;
  struct graph* of = nullptr;
  task what;
  std::shared_ptr<context> in;
  std::vector<graph_node*> after;
};

struct graph : object {
  static constexpr code wrong = invalid_handle;
  std::vector<std::shared_ptr<graph_node>> nodes;
};

// What an executable graph runs; copied before it is changed, so that launches already made keep what they had.
struct graph_program {
  struct step {
    handle node;
    task what;
    std::shared_ptr<context> in;
    std::vector<int> after;
  };
  std::vector<step> steps;  // in the order the nodes were added to the graph
};
struct graph_exec : object {
  static constexpr code wrong = invalid_handle;
  std::shared_ptr<const graph_program> program;
  std::shared_ptr<operation> last;  // launches of one executable graph do not overlap
};

struct capture {
  std::shared_ptr<graph> into;
  stream* origin = nullptr;
  std::uint64_t id = 0;
  int mode = 0;
  std::uint64_t thread = 0;
  bool is_invalidated = false;
  std::set<stream*> joined;
};

struct allocation {
  std::uint64_t address = 0, bytes = 0;
  std::shared_ptr<context> in;
  std::shared_ptr<pool> from;  // null: not stream-ordered
  bool is_freeing = false;     // a free is enqueued
  bool is_of_module = false;   // a variable; the engine frees it
  handle of_module = nullptr;
};

struct device {
  int ordinal = 0;
  std::unique_ptr<memory> bytes;
  std::map<std::uint64_t, allocation> allocations;
  std::uint64_t charged = 0, peak = 0;  // bytes in use
  std::shared_ptr<pool> default_pool, current_pool;
  std::vector<std::shared_ptr<pool>> pools;  // the default one included
  std::shared_ptr<context> primary;
  unsigned primary_flags = 0;
  int sticky = 0;  // the error that every later call returns
  std::uint64_t clock_ns = 0;
};

struct host_block {
  std::uint64_t bytes = 0;
  bool is_registered = false;  // not ours to free
  unsigned flags = 0;
};

}  // namespace softcuda::api
