// SPDX-License-Identifier: MIT
// NVRTC, opened at run time: our own declarations of its functions, where it is looked for, and what it can make. The
// functions are a table, so that tests can put a compiler of their own in its place.
#pragma once
#include <dirent.h>
#include <link.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../library.hpp"

namespace sinter::core::cuda {

struct nvrtc_program;  // NVRTC's own

// What is used of NVRTC. Each function returns 0 or an error code, of which error_string knows the name.
struct nvrtc_functions {
  const char* (*error_string)(int code) = nullptr;
  int (*version)(int* major, int* minor) = nullptr;
  int (*count_architectures)(int* count) = nullptr;
  int (*architectures)(int* values) = nullptr;
  int (*create)(nvrtc_program**, const char* source, const char* name, int headers, const char* const* texts,
                const char* const* names) = nullptr;
  int (*destroy)(nvrtc_program**) = nullptr;
  int (*compile)(nvrtc_program*, int options, const char* const* texts) = nullptr;
  int (*log_size)(nvrtc_program*, std::size_t*) = nullptr;
  int (*log)(nvrtc_program*, char*) = nullptr;
  int (*ptx_size)(nvrtc_program*, std::size_t*) = nullptr;
  int (*ptx)(nvrtc_program*, char*) = nullptr;
  int (*cubin_size)(nvrtc_program*, std::size_t*) = nullptr;
  int (*cubin)(nvrtc_program*, char*) = nullptr;
};

// A compiler with what is known of it; without one, `why` says where it was looked for.
struct toolkit {
  nvrtc_functions call{};
  int version = 0;                   // major * 1000 + minor * 10; 0: there is none
  std::vector<int> architectures{};  // ascending: 75, 80, ...
  std::string build{};               // tells builds of one version apart
  std::string path{}, why{};
  bool is_found() const { return version != 0; }
};

// What tells this build of a library from another: the linker's build identity, else size and time of the file.
inline std::string build_of(const void* symbol) {
  struct search {
    std::uintptr_t address;
    std::string found;
  } sought{reinterpret_cast<std::uintptr_t>(symbol), ""};
  ::dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* data) {
        auto& s = *static_cast<search*>(data);
        const auto holds = [&](const auto& part) {
          return part.p_type == PT_LOAD && s.address - (object->dlpi_addr + part.p_vaddr) < part.p_memsz;
        };
        const auto* parts = object->dlpi_phdr;
        if (std::none_of(parts, parts + object->dlpi_phnum, holds)) return 0;
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          if (parts[i].p_type != PT_NOTE) continue;
          const char* note = reinterpret_cast<const char*>(object->dlpi_addr + parts[i].p_vaddr);
          const char* end = note + parts[i].p_memsz;
          while (note + sizeof(ElfW(Nhdr)) <= end) {
            ElfW(Nhdr) header;
            std::memcpy(&header, note, sizeof header);
            const char* name = note + sizeof header;
            const char* content = name + (header.n_namesz + 3) / 4 * 4;
            if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 && content + header.n_descsz <= end)
              for (const char* byte = content; byte < content + header.n_descsz; ++byte)
                for (int shift : {4, 0})
                  s.found += "0123456789abcdef"[(static_cast<unsigned char>(*byte) >> shift) & 15];
            note = content + (header.n_descsz + 3) / 4 * 4;
          }
        }
        return 1;
      },
      &sought);
  if (!sought.found.empty()) return sought.found;
  struct stat file {};
  if (::stat(library::file_of(symbol).c_str(), &file) != 0) return "unknown";
  return std::to_string(file.st_size) + " bytes of " + std::to_string(file.st_mtime);
}

// Asks the functions what they are. A table that lacks one of them is no compiler.
inline toolkit describe(const nvrtc_functions& call, std::string path, std::string build) {
  toolkit tools{.call = call, .build = std::move(build), .path = std::move(path)};
  int major = 0, minor = 0, count = 0;
  const bool is_complete = call.error_string && call.version && call.count_architectures && call.architectures &&
                           call.create && call.destroy && call.compile && call.log_size && call.log && call.ptx_size &&
                           call.ptx && call.cubin_size && call.cubin;
  if (!is_complete) {
    tools.why = tools.path + " lacks a function that CUDA 11.2 and later have";
  } else if (call.version(&major, &minor) != 0 || call.count_architectures(&count) != 0 || count <= 0) {
    tools.why = tools.path + " does not say what it can make";
  } else {
    tools.architectures.resize(static_cast<std::size_t>(count));
    if (call.architectures(tools.architectures.data()) != 0) {
      tools.why = tools.path + " does not say what it can make";
      tools.architectures.clear();
    } else {
      std::sort(tools.architectures.begin(), tools.architectures.end());
      tools.version = major * 1000 + minor * 10;
    }
  }
  return tools;
}

// Opens the first candidate that is there.
inline toolkit open_toolkit(const std::vector<std::string>& candidates) {
  const library opened = library::open(candidates);
  if (!opened.is_open()) return {.why = opened.why()};
  nvrtc_functions call;
  opened.resolve(call.error_string, "nvrtcGetErrorString");
  opened.resolve(call.version, "nvrtcVersion");
  opened.resolve(call.count_architectures, "nvrtcGetNumSupportedArchs");
  opened.resolve(call.architectures, "nvrtcGetSupportedArchs");
  opened.resolve(call.create, "nvrtcCreateProgram");
  opened.resolve(call.destroy, "nvrtcDestroyProgram");
  opened.resolve(call.compile, "nvrtcCompileProgram");
  opened.resolve(call.log_size, "nvrtcGetProgramLogSize");
  opened.resolve(call.log, "nvrtcGetProgramLog");
  opened.resolve(call.ptx_size, "nvrtcGetPTXSize");
  opened.resolve(call.ptx, "nvrtcGetPTX");
  opened.resolve(call.cubin_size, "nvrtcGetCUBINSize");
  opened.resolve(call.cubin, "nvrtcGetCUBIN");
  std::string path = library::file_of(reinterpret_cast<const void*>(call.version));
  return describe(call, path.empty() ? opened.name() : path, build_of(reinterpret_cast<const void*>(call.version)));
}

// Sub-folders whose name starts so, in descending order: cuda-13.0 before cuda-12.8.
inline std::vector<std::string> folders_in(const std::string& folder, std::string_view prefix) {
  std::vector<std::string> found;
  if (DIR* listing = ::opendir(folder.c_str())) {
    while (const dirent* entry = ::readdir(listing))
      if (std::string_view(entry->d_name).substr(0, prefix.size()) == prefix)
        found.push_back(folder + "/" + entry->d_name);
    ::closedir(listing);
  }
  std::sort(found.rbegin(), found.rend());
  return found;
}

// Where NVRTC is looked for, in order: SINTER_NVRTC alone if it is set; the toolkits that CUDA_HOME and CUDA_PATH name;
// the loader's path; /usr/local/cuda and its versions; the packages of an active Python environment.
inline std::vector<std::string> toolkit_candidates(const char* (*variable)(const char*)) {
  const auto value = [&](const char* name) {
    const char* text = variable(name);
    return std::string(text ? text : "");
  };
  if (const std::string only = value("SINTER_NVRTC"); !only.empty()) return {only};
  const std::vector<std::string> names{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
  std::vector<std::string> candidates;
  const auto add = [&](const std::string& folder) {
    for (const std::string& name : names) candidates.push_back(folder + "/" + name);
  };
  for (const char* root : {"CUDA_HOME", "CUDA_PATH"})
    if (const std::string folder = value(root); !folder.empty())
      for (const char* libraries : {"/lib64", "/lib", "/targets/x86_64-linux/lib"}) add(folder + libraries);
  candidates.insert(candidates.end(), names.begin(), names.end());
  for (const std::string& folder : folders_in("/usr/local", "cuda")) add(folder + "/lib64");
  if (const std::string python = value("VIRTUAL_ENV"); !python.empty())
    for (const std::string& version : folders_in(python + "/lib", "python3"))
      for (const char* package : {"cu13/lib", "cuda_nvrtc/lib"}) add(version + "/site-packages/nvidia/" + package);
  return candidates;
}

// The architecture to ask for on a device of that capability: sm_XY where it is known, else PTX for the highest below.
// Empty: the device is older than all that the compiler makes.
inline std::string architecture_of(const toolkit& tools, int major, int minor) {
  const int wanted = major * 10 + minor;
  int best = 0;
  for (int known : tools.architectures)
    if (known <= wanted) best = known;
  if (best == 0) return "";
  return (best == wanted ? "sm_" : "compute_") + std::to_string(best);
}

}  // namespace sinter::core::cuda
