// SPDX-License-Identifier: MIT
// SINTER_DUMP=folder: each program that runs leaves a folder of its own there, with its graph, its plan, and what a device
// adds. A name tells the function and a hash of the graph, so that it is the same in every process.
#pragma once
#include <sys/stat.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "../primitive/dot.hpp"
#include "explain.hpp"
#include "title.hpp"

namespace sinter::core {

namespace dumping {

// "grad_of_loss" of a function as the compiler spells it (spelling_of in jit/); empty where a lambda has no name.
inline std::string function_in(std::string_view spelled) {
  const std::size_t from = spelled.find("F = ");
  if (from == std::string_view::npos || spelled.find("lambda") != std::string_view::npos) return "";
  const auto is_part = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  std::string made;
  for (std::size_t at = from + 4; at < spelled.size() && spelled[at] != ';' && made.size() < 60;) {
    std::size_t end = at;
    while (end < spelled.size() && is_part(spelled[end])) ++end;
    const std::string_view word = spelled.substr(at, end - at);
    const bool is_scope = spelled.substr(end, 2) == "::" || word == "anonymous" || word == "namespace" || word == "unnamed";
    const bool is_number = !word.empty() && word[0] >= '0' && word[0] <= '9';
    if (!word.empty() && !is_scope && !is_number) (made += made.empty() ? "" : "_") += word;
    at = end == at ? at + 1 : end;
  }
  return made.substr(0, 60);
}
// "digits_38" of a line.
inline std::string place_of(const site& where) {
  std::string_view file = where.file;
  file = file.substr(file.find_last_of('/') + 1);
  std::string made(file.substr(0, file.find('.')));
  for (char& c : made)
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')) c = '_';
  return made.empty() ? "program" : made + "_" + std::to_string(where.line);
}
inline std::string hash_of(std::string_view text) {  // FNV-1a
  std::uint64_t made = 14695981039346656037u;
  for (const char c : text) made = (made ^ static_cast<unsigned char>(c)) * 1099511628211u;
  char digits[20];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(made));
  return digits;
}

inline void warn_once(const std::string& path) {
  static std::atomic<bool> has_warned{false};
  if (!has_warned.exchange(true))
    std::fprintf(stderr, "sinter: SINTER_DUMP: cannot write %s: %s; dumps are incomplete\n", path.c_str(), std::strerror(errno));
}
inline bool make_folders(const std::string& path) {
  for (std::size_t at = path.find('/', 1);; at = path.find('/', at + 1)) {
    const std::string part = path.substr(0, at);
    if (::mkdir(part.c_str(), 0777) != 0 && errno != EEXIST) return warn_once(part), false;
    if (at == std::string::npos) return true;
  }
}

}  // namespace dumping

// Where SINTER_DUMP says; null where nothing is dumped.
inline const char* dump_folder() {
  static const char* const read = [] {
    const char* text = std::getenv("SINTER_DUMP");
    return text && *text ? text : nullptr;
  }();
  return read;
}

// A text of a program's folder, which dump_program has made; nothing without one.
inline void dump_text(const std::string& folder, const std::string& name, std::string_view text) {
  if (folder.empty()) return;
  const std::string path = folder + "/" + name;
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (!file) return dumping::warn_once(path);
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !is_written) dumping::warn_once(path);
}

// Graph and plan, once in a process; the program's folder, empty where there is none. `spelled`: the function by
// spelling_of, or null.
[[gnu::cold]] inline std::string dump_program(const graph_view& graph, const plan_view& plan, const char* spelled) {
  if (!dump_folder()) return "";
  const std::string shown = jaxpr(graph);
  std::string name = dumping::function_in(spelled ? spelled : "");
  if (name.empty()) name = dumping::place_of(plan.count.launches ? site_of_launch(graph, plan, plan.count.launches - 1) : site{});
  const std::string folder = std::string(dump_folder()) + "/" + name + "-" + dumping::hash_of(shown).substr(0, 8);
  static std::mutex one_at_a_time;
  static auto* const done = new std::set<std::string>;
  const std::lock_guard lock(one_at_a_time);
  if (!done->insert(folder).second) return folder;
  if (!dumping::make_folders(folder)) return "";
  dump_text(folder, "graph.txt", shown + "\n");
  dump_text(folder, "graph.dot", dot_of(graph));
  std::ostringstream text;
  explain(text, graph, plan);
  dump_text(folder, "plan.txt", text.str());
  return folder;
}

}  // namespace sinter::core
