// SPDX-License-Identifier: MIT
// A shared library that is opened at run time, so that neither toolkit nor driver is needed to build. It stays open
// until the process ends: unloading a compiler or a driver while the process exits is a known way to crash.
#pragma once
#include <dlfcn.h>

#include <string>
#include <vector>

namespace sinter::core::cuda {

class library {
 public:
  library() = default;

  // The first of `candidates` that opens: names are searched by the loader, paths are taken as they are. What fails is
  // remembered for why().
  static library open(const std::vector<std::string>& candidates) {
    library opened;
    std::string missing, broken;
    for (const std::string& candidate : candidates) {
      if (candidate.empty()) continue;
      opened.handle_ = ::dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (opened.handle_) {
        opened.name_ = candidate;
        return opened;
      }
      const char* said = ::dlerror();
      const std::string message = said ? said : "no message of the loader";
      const bool is_missing = message.compare(0, candidate.size(), candidate) == 0 &&
                              message.find("No such file or directory") != std::string::npos;
      std::string& list = is_missing ? missing : broken;
      list += (list.empty() ? "" : is_missing ? ", " : "; ") + (is_missing ? candidate : message);
    }
    opened.why_ = missing.empty() && broken.empty() ? "no name to look for" : "";
    if (!missing.empty()) opened.why_ += "not found: " + missing;
    if (!broken.empty()) opened.why_ += (missing.empty() ? "" : "; ") + broken;
    return opened;
  }

  bool is_open() const { return handle_ != nullptr; }
  // The candidate that opened.
  const std::string& name() const { return name_; }
  // If none did: everywhere it was looked for, and what the loader said of files that exist.
  const std::string& why() const { return why_; }

  // The file from which the symbol came, empty where that is unknown.
  static std::string file_of(const void* symbol) {
    Dl_info found;
    return symbol && ::dladdr(symbol, &found) && found.dli_fname ? found.dli_fname : "";
  }

  void* symbol(const char* name) const { return handle_ ? ::dlsym(handle_, name) : nullptr; }

  // Points `function` at the symbol; false, and null, where the library does not have it.
  template <class Function> bool resolve(Function*& function, const char* name) const {
    function = reinterpret_cast<Function*>(symbol(name));
    return function != nullptr;
  }

 private:
  void* handle_ = nullptr;
  std::string name_, why_;
};

}  // namespace sinter::core::cuda
