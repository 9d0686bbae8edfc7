// SPDX-License-Identifier: MIT
// What the name of an architecture says: sm_90 and sm_90a are machine code and PTX, compute_90 is PTX only.
#pragma once
#include <string_view>

namespace sinter::core::cuda {

inline bool makes_cubin(std::string_view architecture) { return architecture.substr(0, 3) == "sm_"; }

// The target of a PTX text: sm_90 for both sm_90 and compute_90.
inline std::string_view ptx_target(std::string_view ptx) {
  constexpr std::string_view directive = "\n.target ";
  const std::size_t at = ptx.find(directive);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = ptx.substr(at + directive.size());
  return rest.substr(0, rest.find_first_of(" ,\r\n"));
}

// Whether the parts belong to the architecture: machine code where it is made, and PTX for just this target.
inline bool is_for(std::string_view architecture, std::string_view ptx, std::string_view cubin) {
  const std::size_t number = architecture.find('_');
  const std::string_view target = ptx_target(ptx);
  return number != std::string_view::npos && target.substr(0, 3) == "sm_" &&
         target.substr(3) == architecture.substr(number + 1) && cubin.empty() != makes_cubin(architecture);
}

}  // namespace sinter::core::cuda
