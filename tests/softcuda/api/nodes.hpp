// SPDX-License-Identifier: MIT
// Tasks from the driver API's parameter structs, checked.
#pragma once
#include "softcuda/api/driver.hpp"

namespace softcuda::api {

task copy_of(const copy_params&);
task set_of(const memset_node_params&);
task launch_of(const kernel_node_params&);

}  // namespace softcuda::api
