// SPDX-License-Identifier: MIT
// Options and fault plans as text.
#pragma once
#include <string_view>
#include <vector>

#include "softcuda/api/driver.hpp"

namespace softcuda::api {

softcuda_options options_from_environment();
// false, and `faults` unchanged, where the plan cannot be read.
bool read_faults(std::string_view plan, std::vector<fault>& faults);
// cuMemFree and cuMemFree_v2 are the same function.
bool is_same_function(std::string_view a, std::string_view b);

}  // namespace softcuda::api
