// SPDX-License-Identifier: MIT
// The inside of softcuda::module.
#pragma once
#include <string>
#include <vector>

#include "decode.hpp"

namespace softcuda {

struct module::state {
  std::string text;
  syntax::module code;
  std::vector<place> places;
  std::vector<program> programs;
  std::vector<std::uint64_t> allocated;
  memory* where = nullptr;
};

}  // namespace softcuda
