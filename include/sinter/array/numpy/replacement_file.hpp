// SPDX-License-Identifier: MIT
// Writes a file whole or not at all: a temporary file beside the target, flushed to the device, then renamed
// over it. Until commit() returns, and after any error, the target is what it was.
#pragma once
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>

#include <sinter/array/numpy/failure.hpp>
#include <sinter/array/numpy/input_file.hpp>

namespace sinter::core::numpy {

class replacement_file {
 public:
  // Opens the temporary file. A symbolic link is followed and an existing file's mode kept. Throws io_error
  // where the folder cannot be written to, or where the target exists and is no regular file.
  explicit replacement_file(const std::string& path) : where_(in_quotes(path)), target_(path) {
    if (path.find('\0') != std::string::npos)
      fail_save("the path holds a zero byte", where_, "give the path of a file");
    struct stat status {};
    bool exists = ::lstat(path.c_str(), &status) == 0;
    if (exists && S_ISLNK(status.st_mode)) {
      char* resolved = ::realpath(path.c_str(), nullptr);
      if (resolved == nullptr) fail_save("the link leads nowhere", where_, system_message(errno));
      target_ = resolved;
      std::free(resolved);
      exists = ::stat(target_.c_str(), &status) == 0;
    }
    if (exists && !S_ISREG(status.st_mode))
      fail_save("the path is taken by something that is not a file", where_,
                "give the path of a regular file");
    open_beside();
    if (exists) (void)::fchmod(descriptor_, status.st_mode & 07777);
  }
  replacement_file(const replacement_file&) = delete;
  replacement_file& operator=(const replacement_file&) = delete;
  ~replacement_file() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
  }

  const std::string& where() const { return where_; }
  std::uint64_t written() const { return written_; }

  // Appends bytes. Throws io_error, for example when the device is full.
  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      std::size_t chunk = std::min<std::size_t>(bytes.size(), std::size_t{1} << 30);
      ssize_t count = ::write(descriptor_, bytes.data(), chunk);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail_written(errno);
      bytes = bytes.subspan(static_cast<std::size_t>(count));
      written_ += static_cast<std::uint64_t>(count);
    }
  }

  // Puts the file in the target's place. Throws io_error, and then the target is untouched.
  void commit() {
    if (::fsync(descriptor_) != 0) fail_written(errno);
    int closed = ::close(descriptor_);
    descriptor_ = -1;
    if (closed != 0) fail_written(errno);
    if (::rename(temporary_.c_str(), target_.c_str()) != 0)
      fail_save("the file cannot be put in place", where_, system_message(errno));
    temporary_.clear();
    int folder = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;  // the rename stands; it only may not yet survive a power cut
    (void)::fsync(folder);
    ::close(folder);
  }

 private:
  void open_beside() {
    static std::atomic<unsigned> serial{0};
    std::size_t slash = target_.rfind('/');
    folder_ = slash == std::string::npos ? "./" : target_.substr(0, slash + 1);
    for (int attempt = 0; attempt < 1000; ++attempt) {
      std::string name =
          folder_ + ".sinter-" + std::to_string(::getpid()) + "-" + std::to_string(serial++) + ".tmp";
      descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (descriptor_ >= 0) {
        temporary_ = std::move(name);
        return;
      }
      if (errno != EEXIST) break;
    }
    fail_save("no file can be made in this folder", where_, system_message(errno));
  }
  [[noreturn]] void fail_written(int code) const {
    fail_save(
        "the file cannot be written", where_,
        system_message(code) + " after " + std::to_string(written_) + " bytes; the old file is untouched");
  }

  std::string where_, target_, folder_, temporary_;
  int descriptor_ = -1;
  std::uint64_t written_ = 0;
};

}  // namespace sinter::core::numpy
