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

#include "expression/functions.hpp"

#include "tree/files.hpp"
#include "tree/tree.hpp"

#include "transform/grad.hpp"

#include "jit/jit.hpp"
#include "jit/stage.hpp"
