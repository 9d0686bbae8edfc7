// SPDX-License-Identifier: MIT
// The compiler of the process: what compiled.hpp promises.
#pragma once
#include "compile/compiler.hpp"

namespace sinter::core::cuda {

// Made at first use from the environment, and never destroyed: threads may still compile while the process exits.
inline compiler& process_compiler() {
  static compiler* const made = [] {
    compiler_options options;
    options.tools = open_toolkit(toolkit_candidates(environment().variable));
    options.disk = disk_options_of(environment());
    options.logs = settings::instance().logs_compiles;
    options.explains = settings::instance().explains;
    return new compiler(std::move(options));
  }();
  return *made;
}

inline bool has_compiler(std::string* why) {
  const toolkit& tools = process_compiler().tools();
  if (why && !tools.is_found()) *why = tools.why;
  return tools.is_found();
}

inline int compiler_version() { return process_compiler().tools().version; }
inline const std::vector<int>& compiler_architectures() { return process_compiler().tools().architectures; }

inline std::string architecture_for(int major, int minor) {
  const toolkit& tools = process_compiler().tools();
  std::string architecture = architecture_of(tools, major, minor);
  if (!architecture.empty()) return architecture;
  sentence text;
  text << "architecture_for: a compiler for compute capability " << major << "." << minor << " is needed; ";
  if (tools.is_found())
    text << "this NVRTC makes code for " << tools.architectures.front() / 10 << "." << tools.architectures.front() % 10
         << " and newer";
  else
    text << tools.why;
  throw compile_error(text);
}

inline compile_result compile(const compile_request& request) { return process_compiler().compile(request); }
inline std::vector<compile_result> compile(const std::vector<compile_request>& requests) {
  return process_compiler().compile(requests);
}
inline std::optional<compile_result> look_up(const compile_request& request) {
  return process_compiler().look_up(request);
}
inline void forget(const compile_request& request) { process_compiler().forget(request); }

}  // namespace sinter::core::cuda
