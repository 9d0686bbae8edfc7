// SPDX-License-Identifier: MIT
// A program's kernels as text and figures, for any architecture: needs neither a GPU nor a driver.
#pragma once
#include <set>

#include "../plan/device_runner.hpp"
#include "compile.hpp"
#include "emit.hpp"
#include "programs.hpp"

namespace sinter::core::cuda {

// A typical device of an architecture: 75, 80, 90, ...
inline device_description device_of(int architecture) {
  device_description about = architecture < 80 ? small_card : architecture < 90 ? a100 : h100;
  about.major = architecture / 10;
  about.minor = architecture % 10;
  return about;
}

// CUDA C++ of all launches, each distinct kernel once.
inline std::string source_of(const program_view& of, const std::int64_t* symbols, const device_description& about) {
  const std::vector<std::uint8_t> alignments(static_cast<std::size_t>(of.graph.count.nodes) + 1, 16);
  std::string text;
  std::set<std::string> names;
  for (int l = 0; l < of.plan.count.launches; ++l) {
    if (!loaded_programs::does_something(of.plan, l)) continue;
    const specialisation as = specialise(of.graph, of.plan, l, symbols, alignments.data(), about);
    const emitted_launch made = emit(of.graph, of.plan, l, as, about);
    if (!names.insert(made.name).second) continue;
    if (!text.empty()) text += '\n';
    text += made.text;
  }
  return text;
}

// The same compiled; without kernels nothing. Throws compile_error, and device_error where NVRTC is missing.
inline compiled code_of(const program_view& of, const std::int64_t* symbols, int architecture) {
  if (std::string why; !has_compiler(&why)) throw device_error(sentence() << "lower: NVRTC is needed to compile kernels; " << why);
  const device_description about = device_of(architecture);
  compile_request request;
  request.source = source_of(of, symbols, about);
  request.architecture = architecture_for(about.major, about.minor);
  request.title = "inspected program";
  if (request.source.empty()) return {};
  return *compile(request).code;
}

}  // namespace sinter::core::cuda
