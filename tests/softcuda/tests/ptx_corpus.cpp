// SPDX-License-Identifier: MIT
// Runs tests of the corpus on the engine: inputs into simulated memory, one launch, the output back.
#include "ptx_corpus.hpp"

namespace ptx_tests {

using softcuda::corpus::bytes;
using softcuda::corpus::test;

bytes run_on_engine(const test& t, const softcuda::options& chosen, std::string& problem) {
  bytes out(t.expected.size());
  try {
    softcuda::memory memory(0x10000000, std::uint64_t{1} << 30);
    softcuda::launch l;
    const softcuda::module code(t.ptx, memory);
    const auto put = [&l](const void* value, std::size_t size) {
      const auto* p = static_cast<const unsigned char*>(value);
      l.parameters.insert(l.parameters.end(), p, p + size);
    };
    const std::uint64_t to = memory.allocate(out.size());
    put(&to, 8);
    for (std::size_t j = 0; j < 3; ++j) {
      std::uint64_t from = 0;
      if (j < t.inputs.size()) {
        from = memory.allocate(t.inputs[j].size());
        memory.write(from, t.inputs[j].data(), t.inputs[j].size());
      }
      put(&from, 8);
    }
    put(&t.count, 4);
    l.code = &code;
    l.kernel = code.find("k");
    l.block[0] = t.block;
    l.grid[0] = t.grid();
    softcuda::counters counted;
    problem = softcuda::run(l, memory, chosen, counted).text;
    memory.read(to, out.data(), out.size());
  } catch (const softcuda::ptx_error& e) {
    problem = e.text;
  }
  return out;
}

void check_chapter(void (*chapter)(const softcuda::corpus::visitor&), int at_least) {
  int count = 0;
  softcuda::options plain;
  plain.counts = false;
  chapter([&](const test& t) {
    ++count;
    std::string problem;
    plain.checks_races = t.count < 10000;  // an element's kernel cannot race; the large ones need not show it again
    const bytes got = run_on_engine(t, plain, problem);
    CHECK_MESSAGE(problem == "", t.name << ": " << problem);
    if (problem.empty()) CHECK(softcuda::corpus::difference(t, got) == "");
  });
  CHECK(count >= at_least);
}

}  // namespace ptx_tests
