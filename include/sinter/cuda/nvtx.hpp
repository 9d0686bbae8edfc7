// SPDX-License-Identifier: MIT
// NVTX ranges around calls, copies and compiles, where a tool listens: the injection library that NVTX_INJECTION64_PATH
// names, as the header-only NVTX 3 finds it, or libnvToolsExt of older toolkits. Both by our own declarations.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "library.hpp"

namespace sinter::core::cuda {

// What NVTX 3 and a tool agree on: the tool asks for export tables, and puts its functions into the slots of the module
// that it listens to.
namespace nvtx {

using push_function = int (*)(const char*);
using pop_function = int (*)();
using any_function = void (*)();
using get_export_table = const void* (*)(std::uint32_t);
using initialise_function = int (*)(get_export_table);
inline constexpr std::uint32_t table_callbacks = 1, table_version = 3;     // NVTX_ETID_CALLBACKS, _VERSIONINFO
inline constexpr int module_core = 1;                                      // NVTX_CB_MODULE_CORE
inline constexpr unsigned slot_push = 9, slot_pop = 11, core_slots = 16;   // NVTX_CBID_CORE_RangePushA, _RangePop, _SIZE

struct callbacks_table {
  std::size_t size;
  int (*function_table)(int module, any_function*** table, unsigned* count);
};
struct version_table {
  std::size_t size;
  std::uint32_t version, reserved;
  void (*set_version)(std::uint32_t);
};

struct functions {
  push_function push = nullptr;
  pop_function pop = nullptr;
};

// What a tool has put into our slots. Its functions that we do not call go nowhere.
struct exported {
  static inline any_function functions[core_slots] = {};
  static inline any_function* slots[core_slots + 1] = {};

  static int function_table(int module, any_function*** table, unsigned* count) {
    if (module != module_core) return 0;
    for (unsigned i = 0; i < core_slots; ++i) slots[i] = &functions[i];
    *table = slots;
    if (count) *count = core_slots;
    return 1;
  }
  static const void* table(std::uint32_t id) {
    static const callbacks_table callbacks{sizeof(callbacks_table), &function_table};
    static const version_table version{sizeof(version_table), 3, 0, [](std::uint32_t) {}};
    return id == table_callbacks ? static_cast<const void*>(&callbacks) : id == table_version ? &version : nullptr;
  }
};

inline functions connect(initialise_function initialise) {
  if (!initialise || initialise(&exported::table) == 0) return {};
  functions made;
  made.push = reinterpret_cast<push_function>(exported::functions[slot_push]);
  made.pop = reinterpret_cast<pop_function>(exported::functions[slot_pop]);
  return made.push && made.pop ? made : functions{};
}

inline functions open() {
  functions made;
  if (const char* injected = std::getenv("NVTX_INJECTION64_PATH"); injected && *injected) {
    const library tool = library::open({injected});
    initialise_function initialise = nullptr;
    if (!tool.is_open()) return made;
    initialise = reinterpret_cast<initialise_function>(tool.symbol("InitializeInjectionNvtx2"));
    return connect(initialise);
  }
  const library old = library::open({"libnvToolsExt.so.1"});
  if (!old.is_open()) return made;
  made.push = reinterpret_cast<push_function>(old.symbol("nvtxRangePushA"));
  made.pop = reinterpret_cast<pop_function>(old.symbol("nvtxRangePop"));
  return made.push && made.pop ? made : functions{};
}

// Opened at first use; null functions where nobody listens.
inline const functions& found() {
  static const functions of_process = open();
  return of_process;
}

// A range of this thread as long as it lives; without a tool it is one branch.
class range {
 public:
  explicit range(const char* name) : is_open_(found().push != nullptr) {
    if (is_open_) [[unlikely]] found().push(name);
  }
  range(const range&) = delete;
  ~range() {
    if (is_open_) [[unlikely]] found().pop();
  }

 private:
  const bool is_open_;
};

}  // namespace nvtx
}  // namespace sinter::core::cuda
