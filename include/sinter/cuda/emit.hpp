// SPDX-License-Identifier: MIT
// Writes CUDA C++ for the launches of a plan: which class a call falls into, the text for the class, the shape of the launch.
// One __global__ function a launch; texts include nothing and depend on graph, plan, class and device alone.
#pragma once
#include "emit/launch.hpp"
