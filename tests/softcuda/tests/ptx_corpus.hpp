// SPDX-License-Identifier: MIT
// Runs tests of the corpus on the engine.
#pragma once
#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "softcuda/corpus/chapters.hpp"
#include "softcuda/engine.hpp"

namespace ptx_tests {

/// The bytes that the engine leaves in the output, or a report's text in `problem`.
softcuda::corpus::bytes run_on_engine(const softcuda::corpus::test&, const softcuda::options&, std::string& problem);

/// Runs a chapter; every difference from the rules is a failure that names the instruction and its operands.
void check_chapter(void (*chapter)(const softcuda::corpus::visitor&), int at_least);

}  // namespace ptx_tests
