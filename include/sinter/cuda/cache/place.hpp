// SPDX-License-Identifier: MIT
// Where compiled programs are kept on disk, and how many, by the environment.
#pragma once
#include <pwd.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "../../array/environment.hpp"
#include "../settings.hpp"
#include "file.hpp"

namespace sinter::core::cuda {

struct disk_options {
  std::string folder{};                                 // absolute; empty: in memory only
  std::string why_not{};                                // if so against the user's wish: a sentence
  std::uint64_t cap = std::uint64_t{1} << 30;           // bytes of programs, swept down to 80 % when they are more
  bool is_shared = false;                               // other users may own or write it: trusts them as oneself
  std::int64_t sweep_every = 3600, stale_after = 3600;  // seconds
  file_calls call{};
  void (*say)(std::string_view) = cuda::say;
};

// What the folder depends on; a test brings its own.
struct environment {
  const char* (*variable)(const char* name) = [](const char* name) -> const char* { return std::getenv(name); };
  // The user's folder by the system's list of users; empty where it does not know the user.
  std::string (*home)() = [] {
    std::vector<char> buffer(16384);
    passwd entry, *found = nullptr;
    const int code = ::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found);
    return std::string(code == 0 && found && found->pw_dir ? found->pw_dir : "");
  };
  std::string value(const char* name) const {
    const char* text = variable(name);
    return text ? text : "";
  }
};

// $SINTER_CACHE_DIR, else $XDG_CACHE_HOME/sinter, else ~/.cache/sinter, else none: never a folder that others share.
inline disk_options disk_options_of(const environment& given) {
  disk_options options;
  const std::string mode = given.value("SINTER_CACHE");
  if (mode == "off" || mode == "0") return options;
  if (!mode.empty() && mode != "on" && mode != "1")
    options.why_not = "SINTER_CACHE must be on or off; it is " + mode + ", so programs are kept on disk";
  if (const std::string cap = given.value("SINTER_CACHE_BYTES"); !cap.empty() && !read_bytes(cap, options.cap))
    options.why_not = "SINTER_CACHE_BYTES must be a number of bytes, like 500M; it is " + cap + ", so 1 GiB is used";
  const std::string shared = given.value("SINTER_CACHE_SHARED");
  options.is_shared = !shared.empty() && shared != "0";

  const std::string own = given.value("SINTER_CACHE_DIR"), caches = given.value("XDG_CACHE_HOME");
  std::string home = given.value("HOME");
  if (home.empty() || home[0] != '/') home = given.home();
  if (!own.empty()) {
    options.folder = own;
    if (own[0] != '/') {  // the process may change its folder later
      char here[4096];
      options.folder = ::getcwd(here, sizeof here) ? std::string(here) + "/" + own : "";
      if (options.folder.empty()) options.why_not = "SINTER_CACHE_DIR must be an absolute path here; " + own;
    }
  } else if (!caches.empty() && caches[0] == '/') {  // the specification has relative ones ignored
    options.folder = caches + "/sinter";
  } else if (!home.empty() && home[0] == '/') {
    options.folder = home + "/.cache/sinter";
  } else {
    options.why_not = "there is no home folder; let SINTER_CACHE_DIR name a folder";
  }
  while (options.folder.size() > 1 && options.folder.back() == '/') options.folder.pop_back();
  return options;
}

}  // namespace sinter::core::cuda
