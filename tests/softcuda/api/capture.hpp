// SPDX-License-Identifier: MIT
// Streams that record a graph instead of running.
#pragma once
#include "softcuda/api/driver.hpp"

namespace softcuda::api {

void capture_task(stream&, task&&);
void capture_record(stream&, event&);
void capture_wait(const std::shared_ptr<stream>&, event&);
// Throws where a call is forbidden while this stream, or any that this thread must respect, is capturing.
void forbid_while_capturing(stream&);
void forbid_unsafe_while_capturing();
void leave_capture(stream&);  // a stream that is destroyed

std::shared_ptr<graph_node> add_node(graph&, task&&, const std::shared_ptr<context>&,
                                     const std::vector<graph_node*>& after);

}  // namespace softcuda::api
