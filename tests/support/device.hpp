// SPDX-License-Identifier: MIT
// Runs graphs that were built at run time on GPU 0. Compiling costs most, so graphs are collected: many kernels share a
// program, and what is to be done with a graph is done once it can run.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "needs.hpp"
#include "oracle.hpp"

namespace support {

// A graph that is ready to run; used as an interpreted_program is.
class device_program {
 public:
  // Arguments of the extents that the graph was collected for. Donated arguments are copies that the call may reuse.
  std::vector<tensor> operator()(const std::vector<tensor>& arguments, bool donated = false) const;
  const char* fault() const;  // what is wrong with the plan, or null
  std::string jaxpr() const;  // of the simplified graph

 private:
  friend class device_batch;
  struct body;
  std::shared_ptr<body> body_;
};

struct device_tally {
  std::int64_t graphs = 0, launches = 0, kernels = 0, programs = 0, rewritten = 0;
  std::vector<std::string> spilling;  // kernels that spill registers after all
};

class device_batch {
 public:
  // `at_once` kernels are compiled at a time.
  explicit device_batch(int at_once = 240);
  ~device_batch();  // drops what was not finished

  using task = std::function<void(const device_program&)>;
  // Calls `then` with the graph, later or at the latest in finish(). What goes wrong on the way fails the test, by `name`.
  void add(const builder& graph, const std::vector<extent_list>& parameters, std::string name, task then);
  void finish();
  const device_tally& tally() const;

 private:
  struct body;
  std::unique_ptr<body> body_;
};

inline std::vector<extent_list> extents_of(const std::vector<tensor>& arguments) {
  std::vector<extent_list> made;
  for (const tensor& one : arguments) made.push_back(one.extents);
  return made;
}

}  // namespace support
