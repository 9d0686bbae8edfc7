// SPDX-License-Identifier: MIT
// Which device functions are put in front of a text: those it names, and those they name.
#pragma once
#include <string>
#include <vector>

#include "prelude.hpp"
#include "text.hpp"

namespace sinter::core::cuda {

// In the order of the table, where a function stands before its users.
inline std::string definitions_for(const std::string& text) {
  constexpr std::size_t count = sizeof prelude / sizeof *prelude;
  std::vector<bool> is_used(count);
  for (std::size_t i = count; i-- > 0;) {
    is_used[i] = has_word(text, prelude[i].name);
    for (std::size_t user = i + 1; user < count && !is_used[i]; ++user)
      is_used[i] = is_used[user] && has_word(prelude[user].text, prelude[i].name);
  }
  std::string made;
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_used[i]) continue;
    const std::string guard = join("SINTER_HAS_", prelude[i].name + std::string_view("sinter_").size());
    made += join("#ifndef ", guard, "\n#define ", guard, "\n", prelude[i].text, "#endif\n\n");
  }
  return made;
}

}  // namespace sinter::core::cuda
