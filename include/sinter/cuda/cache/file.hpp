// SPDX-License-Identifier: MIT
// The system calls of the cache on disk, as a table, so that tests can let each of them fail; and descriptors that
// close themselves.
#pragma once
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace sinter::core::cuda {

struct file_calls {
  int (*open)(int folder, const char* name, int flags, mode_t mode) =
      [](int folder, const char* name, int flags, mode_t mode) { return ::openat(folder, name, flags, mode); };
  ssize_t (*read)(int file, void* bytes, std::size_t size) = ::read;
  ssize_t (*write)(int file, const void* bytes, std::size_t size) = ::write;
  int (*flush)(int file) = ::fsync;
  int (*rename)(int from, const char* name, int to, const char* new_name) = ::renameat;
  uid_t (*user)() = ::geteuid;
};

class descriptor {
 public:
  descriptor() = default;
  explicit descriptor(int number) : number_(number) {}
  descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~descriptor() { close(); }

  // False, and errno, where what was written did not arrive.
  bool close() {
    const int number = std::exchange(number_, -1);
    return number < 0 || ::close(number) == 0;
  }
  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_ = -1;
};

// Reads until `size` bytes are there or the file ends; -1 and errno after an error.
inline ssize_t read_fully(const file_calls& call, int file, char* bytes, std::size_t size) {
  std::size_t got = 0;
  while (got < size) {
    const ssize_t count = call.read(file, bytes + got, size - got);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    if (count == 0) break;
    got += static_cast<std::size_t>(count);
  }
  return static_cast<ssize_t>(got);
}

inline bool write_fully(const file_calls& call, int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = call.write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      if (count == 0) errno = ENOSPC;
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace sinter::core::cuda
