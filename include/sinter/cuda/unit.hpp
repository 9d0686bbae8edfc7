// SPDX-License-Identifier: MIT
// For the one translation unit of a program that holds this room, where all are compiled with SINTER_CUDA_ELSEWHERE: the
// others then compile as fast as without CUDA. A second such unit, in a library say, does no harm: the linker takes one.
#pragma once
#if !defined(SINTER_USE_CUDA) || !defined(SINTER_CUDA_ELSEWHERE)
#error "sinter: cuda/unit.hpp is for programs compiled with -DSINTER_USE_CUDA=1 -DSINTER_CUDA_ELSEWHERE; link sinter::cuda in CMake"
#endif
#define SINTER_CUDA_DEFINED [[gnu::weak]]
#include "room.hpp"
