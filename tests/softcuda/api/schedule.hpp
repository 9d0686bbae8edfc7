// SPDX-License-Identifier: MIT
// Work is enqueued as operations that know what they follow, and runs when somebody waits for it.
#pragma once
#include "softcuda/api/driver.hpp"

namespace softcuda::api {

// 0 and 1 are the legacy stream, 2 the thread's own default stream.
std::shared_ptr<stream> find_stream(handle);
std::shared_ptr<stream> make_stream(const std::shared_ptr<context>&, unsigned flags, int priority);

// Appends to a stream, after its last operation and, by the rules of the legacy stream, after those of others.
std::shared_ptr<operation> enqueue(const std::shared_ptr<stream>&, operation&&);
// A task on a stream, or in the graph that the stream captures.
void enqueue_task(const std::shared_ptr<stream>&, task&&);

// Runs what is needed to finish an operation, or all of a context; nothing beyond. Throws the error of what failed.
void finish(const std::shared_ptr<operation>&);
void finish_all(const context&);
// The same for a query: false while the work pretends to be slow.
bool poll(const std::shared_ptr<operation>&);

// Does a task at once. Throws on failure.
void perform(const context&, const task&);

// Pools give back what exceeds their thresholds; at each synchronisation.
void trim_pools(int device);

}  // namespace softcuda::api
