// SPDX-License-Identifier: MIT
// Why a program was not found: the nearest key that is known, and what differs.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "key.hpp"

namespace sinter::core::cuda {

// The first line in which two texts differ: "line 3: `y = x;` instead of `y = -x;`".
inline std::string first_difference(std::string_view wanted, std::string_view known) {
  for (int line = 1;; ++line) {
    const std::string_view a = wanted.substr(0, wanted.find('\n')), b = known.substr(0, known.find('\n'));
    if (a != b) {
      const auto shown = [](std::string_view text) {
        return text.empty() ? std::string("nothing") : "`" + std::string(text.substr(0, 100)) + "`";
      };
      return "line " + std::to_string(line) + ": " + shown(a) + " instead of " + shown(b);
    }
    if (a.size() == wanted.size() && b.size() == known.size()) return "";
    wanted.remove_prefix(std::min(a.size() + 1, wanted.size()));
    known.remove_prefix(std::min(b.size() + 1, known.size()));
  }
}

// What differs, one clause a field; empty for equal keys.
inline std::vector<std::string> differences(const cache_key& wanted, const cache_key& known) {
  std::vector<std::string> found;
  const auto compare = [&](const char* field, const std::string& a, const std::string& b) {
    if (a != b) found.push_back(std::string(field) + " " + a + " instead of " + b);
  };
  if (wanted.source != known.source) found.push_back("source " + first_difference(wanted.source, known.source));
  compare("architecture", wanted.architecture, known.architecture);
  if (wanted.options != known.options) {
    const auto joined = [](const cache_key& key) {
      std::string text;
      for (const std::string& option : key.options)
        if (option != "--gpu-architecture=" + key.architecture) text += (text.empty() ? "" : " ") + option;
      return text;
    };
    compare("options", joined(wanted), joined(known));
  }
  compare("NVRTC", wanted.compiler, known.compiler);
  compare("NVRTC's build", wanted.build, known.build);
  compare("generator", wanted.generator, known.generator);
  return found;
}

class known_keys {
 public:
  void add(cache_key key, std::string title) { known_.emplace_back(std::move(key), std::move(title)); }

  // A sentence on the known key with the fewest differences; among other sources, the one with most in common.
  std::string explain(const cache_key& wanted, std::string_view title) const {
    std::string text = "sinter: " + std::string(title.empty() ? "a program" : title) + " for " + wanted.architecture +
                       " is not in the cache; ";
    const auto nearest = std::min_element(known_.begin(), known_.end(), [&](const known& a, const known& b) {
      return distance(wanted, a.first) < distance(wanted, b.first);
    });
    if (nearest == known_.end()) return text + "nothing is";
    text += "the nearest is " + (nearest->second.empty() ? "a program" : nearest->second) + ", of which differ: ";
    const std::vector<std::string> found = differences(wanted, nearest->first);
    for (const std::string& clause : found) text += (&clause == &found.front() ? "" : "; ") + clause;
    return text + (found.empty() ? "nothing: it was dropped or could not be read" : "");
  }

 private:
  using known = std::pair<cache_key, std::string>;

  // A field counts one, a source up to ten more: by the part that both do not share at the beginning and the end.
  static double distance(const cache_key& wanted, const cache_key& known) {
    double sum = static_cast<double>(differences(wanted, known).size());
    if (wanted.source == known.source) return sum;
    const auto [a, b] =
        std::mismatch(wanted.source.begin(), wanted.source.end(), known.source.begin(), known.source.end());
    const auto [c, d] =
        std::mismatch(wanted.source.rbegin(), wanted.source.rend(), known.source.rbegin(), known.source.rend());
    const double longest = static_cast<double>(std::max(wanted.source.size(), known.source.size()));
    const double shared = static_cast<double>((a - wanted.source.begin()) + (c - wanted.source.rbegin()));
    return sum + 10 * (1 - std::min(shared, longest) / (longest + 1));
  }

  std::vector<known> known_;
};

}  // namespace sinter::core::cuda
