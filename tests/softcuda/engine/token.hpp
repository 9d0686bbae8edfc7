// SPDX-License-Identifier: MIT
// Cuts PTX text into tokens: words (with their dots), numbers, strings, single punctuation characters.
#pragma once
#include <string_view>
#include <vector>

namespace softcuda {

enum class token_kind : unsigned char { word, number, string, mark, end };
struct token {
  token_kind kind = token_kind::end;
  std::string_view text;
  int line = 0;
};

/// All tokens of `text`, closed by one of kind `end`. Throws ptx_error at a character that PTX does not have.
std::vector<token> tokens_of(std::string_view text);

}  // namespace softcuda
