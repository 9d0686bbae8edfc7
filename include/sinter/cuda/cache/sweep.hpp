// SPDX-License-Identifier: MIT
// Keeps the cache on disk small: at most once in a while, down to four fifths of what is allowed.
#pragma once
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "file.hpp"
#include "place.hpp"
#include "sha256.hpp"

namespace sinter::core::cuda {

struct cache_folders {
  descriptor root, programs, temporary;
};

struct listed_file {
  std::string name;
  std::uint64_t size;
  std::int64_t used;  // nanoseconds
};

inline std::string program_file(const digest& name) { return hexadecimal(name) + ".program"; }
inline bool is_program_file(std::string_view text, digest* name = nullptr) {
  if (text.size() != 72 || text.substr(64) != ".program") return false;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::size_t value = std::string_view("0123456789abcdef").find(text[i]);
    if (value == std::string_view::npos) return false;
    if (name) (*name)[i / 2] = static_cast<std::uint8_t>(i % 2 ? std::size_t{(*name)[i / 2]} << 4 | value : value);
  }
  return true;
}

// The regular files in a folder.
inline std::vector<listed_file> list_files(const descriptor& folder) {
  std::vector<listed_file> files;
  const int again = ::openat(folder.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* listing = again < 0 ? nullptr : ::fdopendir(again);
  if (!listing) {
    if (again >= 0) ::close(again);
    return files;
  }
  while (const dirent* found = ::readdir(listing)) {
    struct stat status {};
    if (::fstatat(folder.number(), found->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode))
      files.push_back({found->d_name, static_cast<std::uint64_t>(status.st_size),
                       std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec});
  }
  ::closedir(listing);
  return files;
}

// Removes what was not used for longest, and what killed processes left behind.
inline void sweep_if_due(const cache_folders& open, const disk_options& options) {
  struct stat status {};
  const std::int64_t now = std::time(nullptr);
  if (::fstatat(open.root.number(), "swept", &status, AT_SYMLINK_NOFOLLOW) == 0) {
    const std::int64_t ago = now - status.st_mtim.tv_sec;
    if (ago >= 0 && ago < options.sweep_every) return;  // a stamp of the future says nothing
  }
  const descriptor stamp(
      options.call.open(open.root.number(), "swept", O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
  if (stamp.is_open()) ::futimens(stamp.number(), nullptr);

  constexpr std::int64_t second = 1'000'000'000;
  for (const listed_file& file : list_files(open.temporary))
    if (std::abs(now - file.used / second) > options.stale_after)
      ::unlinkat(open.temporary.number(), file.name.c_str(), 0);

  std::vector<listed_file> files = list_files(open.programs);
  std::erase_if(files, [](const listed_file& file) { return !is_program_file(file.name); });
  std::uint64_t total = 0;
  for (listed_file& file : files) {
    total += file.size;
    if (file.used <= (now + 1) * second) continue;
    file.used = now * second;  // else a file of the future would outlive all others
    ::utimensat(open.programs.number(), file.name.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
  }
  if (total <= options.cap) return;
  std::sort(files.begin(), files.end(), [](const listed_file& a, const listed_file& b) { return a.used < b.used; });
  for (std::size_t i = 0; i + 1 < files.size() && total > options.cap / 5 * 4; ++i)
    if (::unlinkat(open.programs.number(), files[i].name.c_str(), 0) == 0) total -= files[i].size;
}

}  // namespace sinter::core::cuda
