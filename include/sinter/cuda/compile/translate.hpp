// SPDX-License-Identifier: MIT
// One run of NVRTC: CUDA C++ text in; PTX, machine code and the figures of ptxas out.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "../../array/error.hpp"
#include "../compiled.hpp"
#include "resources.hpp"
#include "target.hpp"
#include "toolkit.hpp"

namespace sinter::core::cuda {

// The name under which NVRTC knows every source: it appears in errors, and a name that varied would vary the output.
inline constexpr const char* source_name = "sinter.cu";

// All options of a request, in order. The usual ones are
//   --std=c++20                            the language of the generated text
//   --fmad=false                           a * b + c rounds twice, as on the CPU; where one rounding is meant, the text
//   says fma
//   --device-as-default-execution-space    helper functions need no __device__
//   --minimal                              leaves out texture and surface functions, which saves some milliseconds
//   --no-cache                             NVRTC's own cache would swallow the figures of ptxas
//   --ptxas-options=-v                     asks for these figures; only where machine code is made
// and a request that names one of them itself has its way.
inline std::vector<std::string> options_of(const toolkit& tools, const compile_request& request) {
  std::vector<std::string> options{"--gpu-architecture=" + request.architecture};
  const auto add = [&](const char* option, int since) {
    const std::string_view name = std::string_view(option).substr(0, std::string_view(option).find('='));
    for (const std::string& own : request.options)
      if (std::string_view(own).substr(0, own.find('=')) == name) return;
    if (tools.version >= since) options.push_back(option);
  };
  add("--std=c++20", 12000);
  add("--fmad=false", 0);
  add("--device-as-default-execution-space", 0);
  add("--minimal", 12040);
  add("--no-cache", 12090);
  if (makes_cubin(request.architecture)) add("--ptxas-options=-v", 0);
  options.insert(options.end(), request.options.begin(), request.options.end());
  return options;
}

// The line of a log that says what is wrong: the first that names an error, else the first that says anything.
inline std::string_view telling_line(std::string_view log) {
  std::string_view first;
  while (!log.empty()) {
    const std::size_t end = log.find('\n');
    const std::string_view line = log.substr(0, end);
    if (line.find("error") != std::string_view::npos) return line;
    if (first.empty() && line.find_first_not_of(" \t\r") != std::string_view::npos) first = line;
    log = end == std::string_view::npos ? std::string_view() : log.substr(end + 1);
  }
  return first;
}

// Asks NVRTC for a text by its pair of functions. Sizes include a final zero, which cubins do not have.
inline std::string text_of(nvrtc_program* program, int (*size)(nvrtc_program*, std::size_t*),
                           int (*get)(nvrtc_program*, char*), bool ends_with_zero) {
  std::size_t bytes = 0;
  if (size(program, &bytes) != 0 || bytes == 0) return "";
  std::string text(bytes, '\0');
  if (get(program, text.data()) != 0) return "";
  if (ends_with_zero) text.resize(std::string_view(text.c_str()).size());
  return text;
}

// Compiles, or throws compile_error. Concurrent calls are safe.
inline compiled translate(const toolkit& tools, const compile_request& request) {
  const nvrtc_functions& call = tools.call;
  const auto refuse = [&](std::string_view why, std::string_view log) {
    sentence text;
    text << "compile: NVRTC refused " << (request.title.empty() ? "a program" : request.title) << " for "
         << request.architecture << "; " << why;
    throw compile_error(text, log, request.source);
  };
  struct holder {
    const nvrtc_functions& call;
    nvrtc_program* program = nullptr;
    ~holder() {
      if (program) call.destroy(&program);
    }
  } made{call};
  if (const int code = call.create(&made.program, request.source.c_str(), source_name, 0, nullptr, nullptr))
    refuse(call.error_string(code), "");
  const std::vector<std::string> options = options_of(tools, request);
  std::vector<const char*> texts;
  for (const std::string& option : options) texts.push_back(option.c_str());
  const int code = call.compile(made.program, static_cast<int>(texts.size()), texts.data());
  compiled result{.architecture = request.architecture};
  result.log = text_of(made.program, call.log_size, call.log, true);
  if (code != 0) {
    const std::string_view said = telling_line(result.log);
    refuse(said.empty() ? std::string_view(call.error_string(code)) : said, result.log);
  }
  result.ptx = text_of(made.program, call.ptx_size, call.ptx, true);
  // For a compute_ architecture NVRTC reports success and a cubin of no bytes.
  if (makes_cubin(request.architecture)) result.cubin = text_of(made.program, call.cubin_size, call.cubin, false);
  if (!is_for(request.architecture, result.ptx, result.cubin))
    refuse("it made no code for this architecture", result.log);
  result.resources = read_resources(result.log);
  return result;
}

}  // namespace sinter::core::cuda
