// SPDX-License-Identifier: MIT
// Compiled programs on disk, one file each. Who can write the folder can run code, so nothing is taken from folders or
// files that others own or may write. Files are published whole, by a rename; no lock is held. Nothing here throws for
// what it finds on disk: whatever goes wrong is a miss, and the first such thing in a process is said.
#pragma once
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../counters.hpp"
#include "entry.hpp"
#include "file.hpp"
#include "place.hpp"
#include "sweep.hpp"

namespace sinter::core::cuda {

class disk_cache {
 public:
  explicit disk_cache(disk_options options, counters& counted = counters::instance())
      : options_(std::move(options)), counted_(counted) {}

  bool is_used() const { return !options_.folder.empty(); }

  std::optional<entry> load(const digest& name) {
    if (!options_.why_not.empty()) warn(options_.why_not);
    if (!is_used()) return std::nullopt;
    const cache_folders open = open_folders(false);
    if (!open.programs.is_open()) return std::nullopt;
    return load_from(open.programs, program_file(name), name, true);
  }

  // False, after a warning, where the entry could not be published. A folder that vanishes meanwhile is made again.
  bool store(const cache_key& key, std::string_view title, const compiled& program) {
    if (!is_used()) return false;
    const std::string content = write_entry(key, title, program);
    if (content.size() > options_.cap || content.size() > largest_entry) return false;
    const std::string name = program_file(digest_of(material_of(key)));
    for (int attempt = 0; attempt < 2; ++attempt) {
      const cache_folders open = open_folders(true);
      if (!open.programs.is_open() || !open.temporary.is_open()) return false;
      if (publish(open, name, content)) {
        count(counted_.disk_writes);
        sweep_if_due(open, options_);
        return true;
      }
      if (errno != ENOENT) break;
    }
    warn("a file cannot be written in " + options_.folder + ": " + std::strerror(errno));
    return false;
  }

  void forget(const digest& name) {
    if (!is_used()) return;
    const cache_folders open = open_folders(false);
    if (open.programs.is_open()) ::unlinkat(open.programs.number(), program_file(name).c_str(), 0);
  }

  // Calls `visit` with the entries last used, `most` of them at most.
  void each(std::size_t most, const std::function<void(entry&&)>& visit) {
    if (!is_used()) return;
    const cache_folders open = open_folders(false);
    if (!open.programs.is_open()) return;
    std::vector<listed_file> files = list_files(open.programs);
    std::sort(files.begin(), files.end(), [](const listed_file& a, const listed_file& b) { return a.used > b.used; });
    if (files.size() > most) files.resize(most);
    for (const listed_file& file : files)
      if (digest name; is_program_file(file.name, &name))
        if (std::optional<entry> found = load_from(open.programs, file.name, name, false)) visit(std::move(*found));
  }

 private:
  // Once a process: what fails once may fail for each kernel.
  void warn(const std::string& why) {
    const int error = errno;
    if (!has_warned_.exchange(true))
      options_.say("sinter: compiled kernels are not kept on disk as they should be: " + why +
                   "; what is missing is compiled again\n");
    errno = error;
  }

  // Whether an opened file or folder is ours alone to write; `what` it should be: S_IFDIR, S_IFREG.
  bool is_trusted(int file, mode_t what, const std::string& name, struct stat& status) {
    if (::fstat(file, &status) != 0) return warn(name + ": " + std::strerror(errno)), false;
    const char* fault = (status.st_mode & S_IFMT) != what                  ? "is of another kind"
                        : options_.is_shared                               ? nullptr
                        : status.st_uid != options_.call.user()            ? "belongs to another user"
                        : (status.st_mode & static_cast<mode_t>(022)) != 0 ? "may be written by others"
                                                                           : nullptr;
    if (fault) warn(name + " " + fault);
    return !fault;
  }

  // Links in the path to the cache are the user's business; the last one only if he made it himself.
  bool is_own_link() {
    struct stat status {};
    if (::lstat(options_.folder.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return true;
    if (options_.is_shared || status.st_uid == options_.call.user() || status.st_uid == 0) return true;
    return warn(options_.folder + " is a link of another user"), false;
  }

  descriptor open_folder(int in, const char* name, int flags, bool makes) {
    const std::string shown = in == AT_FDCWD ? std::string(name) : options_.folder + "/" + name;
    if (makes && ::mkdirat(in, name, 0700) != 0 && errno != EEXIST)
      return warn(shown + " cannot be made: " + std::strerror(errno)), descriptor();
    descriptor opened(options_.call.open(in, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags, 0));
    if (!opened.is_open()) {
      if (makes || errno != ENOENT) warn(shown + " cannot be opened: " + std::strerror(errno));
      return opened;
    }
    struct stat status {};
    return is_trusted(opened.number(), S_IFDIR, shown, status) ? std::move(opened) : descriptor();
  }

  cache_folders open_folders(bool makes) {
    cache_folders open;
    if (makes)
      for (std::size_t end = 0; (end = options_.folder.find('/', end + 1)) != std::string::npos;)
        ::mkdir(options_.folder.substr(0, end).c_str(), 0700);  // if that fails, the last one says so
    if (!is_own_link()) return open;
    open.root = open_folder(AT_FDCWD, options_.folder.c_str(), 0, makes);
    if (!open.root.is_open()) return open;
    open.programs = open_folder(open.root.number(), "programs", O_NOFOLLOW, makes);
    if (makes && open.programs.is_open())
      open.temporary = open_folder(open.root.number(), "temporary", O_NOFOLLOW, makes);
    return open;
  }

  std::optional<entry> load_from(const descriptor& folder, const std::string& file, const digest& name, bool is_use) {
    const std::string shown = options_.folder + "/programs/" + file;
    // Not blocking: in place of the file there may be a pipe.
    const descriptor opened(
        options_.call.open(folder.number(), file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0));
    if (!opened.is_open()) {
      if (errno != ENOENT) refuse(shown + " cannot be opened: " + std::strerror(errno));
      return std::nullopt;
    }
    struct stat status {};
    if (!is_trusted(opened.number(), S_IFREG, shown, status)) return count(counted_.disk_refusals), std::nullopt;
    const auto size = static_cast<std::uint64_t>(status.st_size);

    std::string content(entry_header, '\0');
    ssize_t got = read_fully(options_.call, opened.number(), content.data(), content.size());
    entry_state state = entry_state::damaged;
    if (got == static_cast<ssize_t>(entry_header)) state = judge_header(content, size);
    if (state == entry_state::good) {
      content.resize(static_cast<std::size_t>(size));
      got = read_fully(options_.call, opened.number(), content.data() + entry_header, content.size() - entry_header);
      if (got >= 0) content.resize(entry_header + static_cast<std::size_t>(got));
    }
    if (got < 0)
      return refuse(shown + " cannot be read: " + std::strerror(errno)), std::nullopt;  // stays: it may be good
    if (state == entry_state::other_schema) return std::nullopt;                        // of another version of sinter
    std::optional<entry> read;
    if (state == entry_state::good) read = read_entry(content, name);
    if (!read) {
      refuse(shown + " is damaged");
      struct stat now {};
      if (::fstatat(folder.number(), file.c_str(), &now, AT_SYMLINK_NOFOLLOW) == 0 && now.st_ino == status.st_ino &&
          now.st_dev == status.st_dev)  // and was not replaced meanwhile
        ::unlinkat(folder.number(), file.c_str(), 0);
      return std::nullopt;
    }
    if (is_use) ::futimens(opened.number(), nullptr);  // times of access are often not recorded
    return read;
  }

  void refuse(const std::string& why) {
    count(counted_.disk_refusals);
    warn(why);
  }

  // Unique among processes, hosts and forks that share the folder.
  static std::string temporary_name() {
    char host[64] = {};
    ::gethostname(host, sizeof host - 1);
    for (char* c = host; *c; ++c)
      if (!((*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z'))) *c = '-';
    static std::atomic<std::uint64_t> serial{0};
    std::uint64_t noise[2] = {serial++, 0};
    std::uint64_t random = 0;
    if (::getrandom(&random, sizeof random, GRND_NONBLOCK) == static_cast<ssize_t>(sizeof random)) noise[1] = random;
    char text[160];
    std::snprintf(text, sizeof text, "%ld-%s-%llu-%016llx", static_cast<long>(::getpid()), host,
                  static_cast<unsigned long long>(noise[0]), static_cast<unsigned long long>(noise[1]));
    return text;
  }

  // False and errno where it failed.
  bool publish(const cache_folders& open, const std::string& name, const std::string& content) {
    const std::string temporary = temporary_name();
    descriptor file(options_.call.open(open.temporary.number(), temporary.c_str(),
                                       O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                       options_.is_shared ? 0644 : 0600));
    if (!file.is_open()) return false;
    if (write_fully(options_.call, file.number(), content) && options_.call.flush(file.number()) == 0 && file.close() &&
        options_.call.rename(open.temporary.number(), temporary.c_str(), open.programs.number(), name.c_str()) == 0)
      return true;
    const int error = errno;
    ::unlinkat(open.temporary.number(), temporary.c_str(), 0);
    errno = error;
    return false;
  }

  const disk_options options_;
  counters& counted_;
  std::atomic<bool> has_warned_{false};
};

}  // namespace sinter::core::cuda
