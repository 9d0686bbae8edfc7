// SPDX-License-Identifier: MIT
// Options from the environment; the fault plan's little language.
#include "softcuda/api/options.hpp"

#include <charconv>
#include <cstdlib>
#include <string>

namespace softcuda::api {
namespace {

template <class Number> void from_environment(const char* name, Number& into) {
  const char* text = std::getenv((std::string("SOFTCUDA_") + name).c_str());
  if (!text || !*text) return;
  std::string digits;
  for (const char* c = text; *c; ++c)
    if (*c != '.') digits += *c;  // 8.0 and 80 alike
  into = static_cast<Number>(std::strtoull(digits.c_str(), nullptr, 0));
}

std::string_view without_version(std::string_view name) {
  auto at = name.rfind("_v");
  bool is_version =
      at != name.npos && at + 2 < name.size() && name.find_first_not_of("0123456789", at + 2) == name.npos;
  return is_version ? name.substr(0, at) : name;
}

template <class Number> bool read(std::string_view text, Number& into) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

}  // namespace

softcuda_options options_from_environment() {
  softcuda_options o{};
  o.devices = 1;
  o.capability = 90;
  o.driver_version = 13000;
  o.multiprocessors = 8;
  o.memory_bytes = 16ull << 30;
  o.checks_races = o.counts = o.memory_pools = 1;
  from_environment("DEVICES", o.devices);
  from_environment("CAPABILITY", o.capability);
  from_environment("DRIVER_VERSION", o.driver_version);
  from_environment("MULTIPROCESSORS", o.multiprocessors);
  from_environment("MEMORY_BYTES", o.memory_bytes);
  from_environment("OUT_OF_MEMORY_AT", o.out_of_memory_at);
  from_environment("EAGER", o.eager);
  from_environment("SHUFFLES", o.shuffles);
  from_environment("JITTERS", o.jitters);
  from_environment("SEED", o.seed);
  from_environment("SLOW_POLLS", o.slow_polls);
  from_environment("CHECKS_RACES", o.checks_races);
  from_environment("COUNTS", o.counts);
  from_environment("MEMORY_POOLS", o.memory_pools);
  from_environment("PEERS", o.peers);
  from_environment("QUIET", o.quiet);
  return o;
}

bool is_same_function(std::string_view a, std::string_view b) { return without_version(a) == without_version(b); }

bool read_faults(std::string_view plan, std::vector<fault>& faults) {
  std::vector<fault> found;
  while (!plan.empty()) {
    auto comma = plan.find(',');
    std::string_view one = plan.substr(0, comma);
    plan = comma == plan.npos ? std::string_view{} : plan.substr(comma + 1);
    if (one.empty()) continue;
    auto colon = one.find(':'), equals = one.find('=');
    if (colon == one.npos || equals == one.npos || equals < colon || colon == 0) return false;
    fault f;
    f.function = one.substr(0, colon);
    std::string_view result = one.substr(equals + 1);
    if (result.ends_with('!')) {
      f.has_effect = true;
      result.remove_suffix(1);
    }
    if (!read(one.substr(colon + 1, equals - colon - 1), f.countdown) || !read(result, f.result) || f.countdown == 0)
      return false;
    found.push_back(std::move(f));
  }
  faults = std::move(found);
  return true;
}

}  // namespace softcuda::api
