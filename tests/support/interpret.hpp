// SPDX-License-Identifier: MIT
// Runs a graph that was built at run time: planned, fused, interpreted.
#pragma once
#include <memory>

#include "oracle.hpp"


namespace support {

class interpreted_program {
 public:
  explicit interpreted_program(const builder& graph);
  ~interpreted_program();
  interpreted_program(interpreted_program&&) noexcept;

  // Donated arguments are copies that the call may reuse.
  std::vector<tensor> operator()(const std::vector<tensor>& arguments, bool donated = false) const;
  // What is wrong with the plan, or null.
  const char* fault() const;
  int launches() const;
  std::string jaxpr() const;  // of the simplified graph

 private:
  struct body;
  std::unique_ptr<body> body_;
};

inline std::vector<tensor> interpret(const builder& graph, const std::vector<tensor>& arguments) {
  return interpreted_program(graph)(arguments);
}

}  // namespace support
