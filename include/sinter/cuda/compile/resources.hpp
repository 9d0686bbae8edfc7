// SPDX-License-Identifier: MIT
// Reads registers, shared memory and spills of each kernel from what ptxas says under -v. The text also holds times, so
// it is never compared or hashed.
#pragma once
#include <charconv>
#include <string_view>
#include <vector>

#include "../compiled.hpp"

namespace sinter::core::cuda {

// The number that stands just before `unit` in `line`, 0 where the unit is not named.
inline int number_before(std::string_view line, std::string_view unit) {
  const std::size_t end = line.find(unit);
  if (end == std::string_view::npos) return 0;
  std::size_t begin = end;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
  int number = 0;
  std::from_chars(line.data() + begin, line.data() + end, number);
  return number;
}

// One entry a kernel, in the order of the log:
//   ptxas info    : Compiling entry function 'k' for 'sm_90'
//   ptxas info    : Function properties for k
//       0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//   ptxas info    : Used 10 registers, used 1 barriers, 4096 bytes smem
inline std::vector<kernel_resources> read_resources(std::string_view log) {
  std::vector<kernel_resources> kernels;
  std::string_view function;  // of the last "Function properties": device functions that are not inlined have them too
  while (!log.empty()) {
    const std::size_t end = log.find('\n');
    const std::string_view line = log.substr(0, end);
    log = end == std::string_view::npos ? std::string_view() : log.substr(end + 1);

    constexpr std::string_view entry = "Compiling entry function '", properties = "Function properties for ";
    if (const std::size_t at = line.find(entry); at != std::string_view::npos) {
      const std::string_view rest = line.substr(at + entry.size());
      kernels.push_back({.name = std::string(rest.substr(0, rest.find('\'')))});
      function = kernels.back().name;
    } else if (const std::size_t of = line.find(properties); of != std::string_view::npos) {
      function = line.substr(of + properties.size());
    } else if (!kernels.empty() && line.find("bytes stack frame") != std::string_view::npos) {
      kernel_resources& kernel = kernels.back();
      const bool is_own = function == kernel.name;
      kernel.stack_bytes = is_own ? number_before(line, " bytes stack frame") : kernel.stack_bytes;
      kernel.spill_store_bytes += number_before(line, " bytes spill stores");
      kernel.spill_load_bytes += number_before(line, " bytes spill loads");
    } else if (!kernels.empty() && line.find("Used ") != std::string_view::npos) {
      kernels.back().registers = number_before(line, " registers");
      kernels.back().barriers = number_before(line, " barriers");
      kernels.back().shared_bytes = number_before(line, " bytes smem");
    }
  }
  return kernels;
}

}  // namespace sinter::core::cuda
