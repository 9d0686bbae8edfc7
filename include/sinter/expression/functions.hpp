// SPDX-License-Identifier: MIT
// All functions a user calls on arrays.
#pragma once
#include "activation.hpp"
#include "axis.hpp"
#include "contraction.hpp"
#include "creation.hpp"
#include "debug.hpp"
#include "einsum.hpp"
#include "elementwise.hpp"
#include "host.hpp"
#include "indexing.hpp"
#include "joining.hpp"
#include "nn.hpp"
#include "operators.hpp"
#include "random.hpp"
#include "reduction.hpp"
#include "shape.hpp"
#include "slicing.hpp"
