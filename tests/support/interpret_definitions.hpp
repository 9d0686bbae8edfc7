// SPDX-License-Identifier: MIT
// The body of interpret.hpp: included by interpreter.cpp alone.
#pragma once
#include <cstring>

#include <sinter/sinter.hpp>
#include <sinter/jit/run_time_program.hpp>
#include <sinter/plan/validate.hpp>
#include <sinter/primitive/print.hpp>

#include "interpret.hpp"

namespace support {

struct interpreted_program::body {
  sinter::core::run_time_program program;
  explicit body(const builder& graph) : program(sinter::core::view_of(graph)) {}
};

interpreted_program::interpreted_program(const builder& graph) : body_(std::make_unique<body>(graph)) {}
interpreted_program::~interpreted_program() = default;
interpreted_program::interpreted_program(interpreted_program&&) noexcept = default;

const char* interpreted_program::fault() const { return sinter::core::validate(body_->program.graph(), body_->program.plan()); }
int interpreted_program::launches() const { return body_->program.plan().count.launches; }
std::string interpreted_program::jaxpr() const { return sinter::core::jaxpr(body_->program.graph()); }

std::vector<tensor> interpreted_program::operator()(const std::vector<tensor>& arguments, bool donated) const {
  using sinter::core::buffer;
  struct owned {
    buffer* at = nullptr;
    ~owned() { if (at) at->drop(); }
  };
  std::vector<owned> memory(arguments.size());
  std::vector<sinter::core::given_argument_view> in(arguments.size() + 1);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const tensor& from = arguments[i];
    buffer* to = memory[i].at = buffer::make(from.type, static_cast<int>(from.extents.size()), from.extents.data());
    sinter::core::with_element(from.type, [&]<class T>() {
      auto* elements = static_cast<T*>(to->data);
      for (std::size_t k = 0; k < from.at.size(); ++k) elements[k] = static_cast<T>(from.at[k]);
    });
    in[i] = {to->data, to->extents, to, donated, false};
  }
  const auto roots = static_cast<std::size_t>(body_->program.graph().count.roots);
  std::vector<buffer*> out(roots + 1, nullptr);
  sinter::core::call(body_->program.code(), in.data(), nullptr, out.data());
  std::vector<owned> results(roots);
  for (std::size_t i = 0; i < roots; ++i) results[i].at = out[i];
  std::vector<tensor> made(roots);
  for (std::size_t i = 0; i < roots; ++i) {
    const buffer& from = *out[i];
    made[i].type = from.type;
    made[i].extents.assign(from.extents, from.extents + from.rank);
    made[i].at.resize(static_cast<std::size_t>(from.size));
    sinter::core::with_element(from.type, [&]<class T>() {
      const auto* elements = static_cast<const T*>(from.data);
      for (std::size_t k = 0; k < made[i].at.size(); ++k) made[i].at[k] = static_cast<wide>(elements[k]);
    });
  }
  return made;
}

}  // namespace support
