// SPDX-License-Identifier: MIT
// The rooms up to the planner, without running anything: array, graph, primitive, expression, tree, transform, simplify, plan.
#include <sinter/expression/functions.hpp>
#include <sinter/plan/make_plan.hpp>
#include <sinter/simplify/simplify.hpp>
#include <sinter/transform/grad.hpp>
#include <sinter/transform/vjp.hpp>
#include <sinter/transform/trace.hpp>
#include <sinter/tree/tree.hpp>
