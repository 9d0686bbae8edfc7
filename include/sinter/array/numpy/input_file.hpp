// SPDX-License-Identifier: MIT
// A regular file opened for reading at chosen offsets.
#pragma once
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <system_error>

#include <sinter/array/numpy/failure.hpp>

namespace sinter::core::numpy {

// What errno says, in words.
inline std::string system_message(int code) { return std::generic_category().message(code); }

class input_file {
 public:
  // Opens `path`. Throws io_error where it cannot be opened or is no regular file.
  explicit input_file(const std::string& path) : where_(in_quotes(path)) {
    if (path.find('\0') != std::string::npos)
      fail_load("the path holds a zero byte", where_, "give the path of a file");
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0) fail_load("the file cannot be opened", where_, system_message(errno));
    struct stat status {};
    bool is_known = ::fstat(descriptor_, &status) == 0;
    if (!is_known || !S_ISREG(status.st_mode)) {
      std::string reason = is_known ? "give the path of a regular file" : system_message(errno);
      ::close(descriptor_);
      fail_load("the path is not a file that can be read", where_, reason);
    }
    size_ = static_cast<std::uint64_t>(status.st_size);
  }
  input_file(const input_file&) = delete;
  input_file& operator=(const input_file&) = delete;
  ~input_file() { ::close(descriptor_); }

  std::uint64_t size() const { return size_; }
  const std::string& where() const { return where_; }  // the path in quotes, for messages

  // Fills `into` from the given offset. Throws io_error on a device error or where the file got shorter.
  void read(std::uint64_t offset, std::span<std::byte> into) const {
    while (!into.empty()) {
      std::size_t chunk = std::min<std::size_t>(into.size(), std::size_t{1} << 30);
      ssize_t got = ::pread(descriptor_, into.data(), chunk, static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail_load("the file cannot be read", where_, system_message(errno));
      if (got == 0)
        fail_load("the file became shorter while it was read", where_,
                  std::to_string(into.size()) + " bytes are missing at offset " + std::to_string(offset));
      into = into.subspan(static_cast<std::size_t>(got));
      offset += static_cast<std::uint64_t>(got);
    }
  }

 private:
  std::string where_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace sinter::core::numpy
