// SPDX-License-Identifier: MIT
// The order in which a driver is offered code: machine code, PTX, and both once more, freshly compiled, if what it
// refused came from a cache.
#pragma once
#include <string>
#include <utility>

#include "compiler.hpp"

namespace sinter::core::cuda {

// Whether a code of the driver says that it cannot use this very code: invalid image (200), none for this device (209),
// invalid PTX (218), no compiler for PTX (221), PTX newer than the driver (222), such compiling disabled (223).
inline bool refuses_code(int code) { return code == 200 || code == 209 || code == 218 || (221 <= code && code <= 223); }

// What the driver answered: 0, or a code and what it logged.
struct load_answer {
  int code = 0;
  std::string log{};
};

struct loaded_code {
  compile_result program;
  load_answer answer;   // of the attempt that worked; else of the last one, with the logs of all
  bool is_ptx = false;  // which of the two worked
};

// `load` is called as load_answer(const std::string& image, bool is_ptx). Any failure that is not a refusal, such as a
// lack of memory, ends the attempts: other code would not help.
template <class Load> loaded_code load_with_fallbacks(compiler& by, const compile_request& request, Load load) {
  std::string logs;
  for (bool is_fresh = false;; is_fresh = true) {
    loaded_code tried{by.compile(request), {}, false};
    for (const bool is_ptx : {false, true}) {
      const std::string& image = is_ptx ? tried.program.code->ptx : tried.program.code->cubin;
      if (image.empty()) continue;
      tried.is_ptx = is_ptx;
      tried.answer = load(image, is_ptx);
      if (tried.answer.code == 0) return tried;
      logs += std::string(is_ptx ? "PTX" : "machine code") + " refused with " + std::to_string(tried.answer.code) +
              (tried.answer.log.empty() ? "" : ": " + tried.answer.log) + "\n";
      if (!refuses_code(tried.answer.code)) break;
    }
    const bool is_last = is_fresh || tried.program.from == found_in::compiler || !refuses_code(tried.answer.code);
    if (is_last) {
      tried.answer.log = logs;
      return tried;
    }
    by.forget(request);
  }
}

}  // namespace sinter::core::cuda
