// SPDX-License-Identifier: MIT
// The one include: the rooms in order.
#pragma once

#if !defined(__linux__) || !defined(__x86_64__)
#error "sinter: runs on Linux x86-64 only"
#endif
#if !(defined(__clang__) && __clang_major__ >= 16) && !(defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12)
#error "sinter: needs GCC 12 or newer, or Clang 16 or newer"
#endif
#if !defined(__GLIBCXX__)
#include <version>
#if !defined(__GLIBCXX__)
#error "sinter: needs libstdc++"
#endif
#endif
#if !defined(__cpp_exceptions)
#error "sinter: needs exceptions; drop -fno-exceptions"
#endif

#include "array/array.hpp"
#include "array/print.hpp"

// Each header of a room stands here in its order, although later ones include earlier ones: a compiler's message begins with
// the chain of includes, and so that chain stays short.
#include "expression/tracing.hpp"
#include "expression/expression.hpp"
#include "expression/apply.hpp"
#include "expression/operators.hpp"
#include "expression/elementwise.hpp"
#include "expression/activation.hpp"
#include "expression/shape.hpp"
#include "expression/contraction.hpp"
#include "expression/creation.hpp"
#include "expression/debug.hpp"
#include "expression/reduction.hpp"
#include "expression/einsum.hpp"
#include "expression/host.hpp"
#include "expression/slicing.hpp"
#include "expression/indexing.hpp"
#include "expression/joining.hpp"
#include "expression/nn.hpp"
#include "expression/random.hpp"
#include "expression/functions.hpp"

#include "tree/tree.hpp"
#include "tree/files.hpp"
#include "tree/to.hpp"

#include "transform/trace.hpp"
#include "transform/grad.hpp"
#include "transform/vjp.hpp"

#include "plan/profile.hpp"

#include "jit/eager.hpp"
#include "jit/jit.hpp"
#include "jit/stage.hpp"
