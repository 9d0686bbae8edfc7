// SPDX-License-Identifier: MIT
// Modules from PTX, with the JIT's log buffers; cubins are refused. Functions and global variables in them.
#include <algorithm>
#include <string>

#include "softcuda/api/capture.hpp"
#include "softcuda/api/memory.hpp"
#include "softcuda/api/schedule.hpp"

namespace softcuda::api {
namespace {

// The JIT's options that mean something here.
struct jit_logs {
  char *info = nullptr, *error = nullptr;
  void **info_bytes = nullptr, **error_bytes = nullptr;

  static void write(char* buffer, void** bytes, const std::string& text) {
    if (!bytes) return;
    auto room = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(*bytes));
    std::size_t count = !buffer || !room ? 0 : std::min<std::size_t>(text.size(), room - 1);
    if (buffer && room) {
      std::memcpy(buffer, text.data(), count);
      buffer[count] = 0;
    }
    *bytes = reinterpret_cast<void*>(static_cast<std::uintptr_t>(count));
  }
};

jit_logs read_options(unsigned count, const int* names, void** values) {
  require(!count || (names && values), invalid_value);
  jit_logs logs;
  for (unsigned i = 0; i < count; ++i) {
    switch (names[i]) {
      case 3:
        logs.info = static_cast<char*>(values[i]);
        break;
      case 4:
        logs.info_bytes = &values[i];
        break;
      case 5:
        logs.error = static_cast<char*>(values[i]);
        break;
      case 6:
        logs.error_bytes = &values[i];
        break;
      default:
        require(names[i] >= 0 && names[i] < 35, invalid_value);
    }
  }
  return logs;
}

// The newest PTX that a driver reads: .version 9.0 is 90.
int newest_ptx(int driver_version) {
  int major = driver_version / 1000, minor = driver_version % 1000 / 10;
  constexpr int of_11[] = {70, 71, 72, 73, 74, 75, 76, 77, 78};
  constexpr int of_12[] = {80, 81, 82, 83, 84, 85, 85, 86, 87, 88};
  if (major <= 10) return 60 + minor;
  if (major == 11) return of_11[std::min(minor, 8)];
  if (major == 12) return of_12[std::min(minor, 9)];
  return 90 + minor;
}

std::string version_text(int version) { return std::to_string(version / 10) + "." + std::to_string(version % 10); }

// The word after a directive, before anything else is parsed: "9.0" for ".version".
std::string directive(std::string_view ptx, std::string_view name) {
  for (auto at = ptx.find(name); at != ptx.npos; at = ptx.find(name, at + 1)) {
    auto line = ptx.rfind('\n', at);
    if (ptx.substr(line == ptx.npos ? 0 : line + 1, at).starts_with("//")) continue;  // the compiler's opening comment
    auto begin = ptx.find_first_not_of(" \t", at + name.size());
    auto end = ptx.find_first_of(" \t\r\n,", begin);
    return std::string(ptx.substr(begin, end - begin));
  }
  return {};
}

// sm_90a runs on 9.0 alone, sm_100f on the family 10.x, sm_80 on all that came later.
bool runs_on(const std::string& target, int capability) {
  if (!target.starts_with("sm_")) return false;
  int wanted = std::atoi(target.c_str() + 3);
  if (target.ends_with('a')) return wanted == capability;
  if (target.ends_with('f')) return wanted <= capability && wanted / 10 == capability / 10;
  return wanted <= capability;
}

int load(driver& d, handle* into, const void* image, unsigned count, const int* names, void** values) {
  require(into && image, invalid_value);
  auto in = current();
  if (d.options.driver_version < 12030)
    for (auto& s : d.streams) require(!s->capturing, capture_unsupported);
  jit_logs logs = read_options(count, names, values);
  std::string error;
  auto fail = [&](int result, const std::string& text) {
    jit_logs::write(logs.error, logs.error_bytes, text);
    jit_logs::write(logs.info, logs.info_bytes, "");
    return result;
  };
  auto* bytes = static_cast<const unsigned char*>(image);
  bool is_elf = bytes[0] == 0x7F && bytes[1] == 'E', is_fat = bytes[0] == 0x50 && bytes[1] == 0xED && bytes[2] == 0x55;
  if (is_elf || is_fat) return fail(no_binary_for_gpu, "");
  std::string_view ptx(static_cast<const char*>(image));
  std::string version = directive(ptx, ".version"), target = directive(ptx, ".target");
  if (version.empty() || target.empty()) return fail(invalid_image, "ptxas fatal   : no .version and .target");
  auto point = version.find('.');
  int number = 10 * std::atoi(version.c_str()) + (point == version.npos ? 0 : std::atoi(version.c_str() + point + 1));
  int newest = newest_ptx(d.options.driver_version);
  if (number > newest)
    return fail(unsupported_ptx_version, "ptxas fatal   : Unsupported .version " + version + "; current version is '" +
                                             version_text(newest) + "'");
  if (!runs_on(target, d.options.capability))
    return fail(
        target.starts_with("sm_") && !target.ends_with('a') && !target.ends_with('f') ? invalid_ptx : no_binary_for_gpu,
        "ptxas fatal   : SM version specified by .target is higher than default SM version assumed: " + target +
            " on sm_" + std::to_string(d.options.capability));
  auto made = std::make_shared<loaded_module>();
  made->in = in;
  try {
    made->code_of = std::make_unique<module>(ptx, *d.on(in->device).bytes);
  } catch (const ptx_error& e) {
    return fail(invalid_ptx, std::string("ptxas application ptx input, ") + e.what());
  }
  unsigned most = d.options.driver_version >= 12010 ? 32764 : 4096;
  for (int i = 0; i < made->code_of->count(); ++i)
    if (made->code_of->kernel(i).parameter_bytes > most)
      return fail(invalid_ptx, "ptxas error   : Formal parameter space overflowed in " + made->code_of->kernel(i).name);
  d.give_handle(made);
  *into = made->self;
  jit_logs::write(logs.info, logs.info_bytes, "softcuda: " + std::to_string(made->code_of->count()) + " kernels\n");
  jit_logs::write(logs.error, logs.error_bytes, "");
  return success;
}

}  // namespace

SOFTCUDA_API cuModuleLoadDataEx(handle* into, const void* image, unsigned count, int* names, void** values) {
  return call("cuModuleLoadDataEx", needs::a_context,
              [&](driver& d) { return load(d, into, image, count, names, values); });
}
SOFTCUDA_API cuModuleLoadData(handle* into, const void* image) {
  return call("cuModuleLoadData", needs::a_context,
              [&](driver& d) { return load(d, into, image, 0, nullptr, nullptr); });
}

SOFTCUDA_API cuModuleUnload(handle what) {
  return call("cuModuleUnload", needs::a_context, [&](driver& d) -> int {
    auto m = d.find<loaded_module>(what);
    require(m->in == current(), invalid_context);
    for (auto& s : d.streams) require(!s->capturing, capture_unsupported);
    device& on = d.on(m->in->device);
    for (auto& [kernel, f] : m->functions) d.forget(*f);
    d.forget(*m);
    std::erase_if(on.allocations, [&](auto& b) { return b.second.is_of_module && b.second.of_module == what; });
    return success;
  });
}

SOFTCUDA_API cuModuleGetFunction(handle* into, handle from, const char* name) {
  return call("cuModuleGetFunction", needs::a_context, [&](driver& d) -> int {
    require(into && name && *name, invalid_value);
    auto m = d.find<loaded_module>(from);
    int kernel = m->code_of->find(name);
    require(kernel >= 0, not_found);
    auto& f = m->functions[kernel];
    if (!f) {
      f = d.make<function>();
      f->of = m;
      f->in = m->in;
      f->info = m->code_of->kernel(kernel);
      f->kernel = kernel;
    }
    *into = f->self;
    return success;
  });
}

SOFTCUDA_API cuModuleGetFunctionCount(unsigned* into, handle from) {
  return call("cuModuleGetFunctionCount", needs::a_context, [&](driver& d) -> int {
    require(into, invalid_value);
    *into = static_cast<unsigned>(d.find<loaded_module>(from)->code_of->count());
    return success;
  });
}

SOFTCUDA_API cuModuleGetGlobal_v2(CUdeviceptr* address, std::size_t* bytes, handle from, const char* name) {
  return call("cuModuleGetGlobal_v2", needs::a_context, [&](driver& d) -> int {
    require(name && (address || bytes), invalid_value);
    auto m = d.find<loaded_module>(from);
    std::uint64_t at = 0, size = 0;
    require(m->code_of->global(name, at, size), not_found);
    allocation block = {.address = at, .bytes = size, .in = m->in, .from = nullptr};
    block.is_of_module = true;
    block.of_module = m->self;
    d.on(m->in->device).allocations.try_emplace(at, block);
    if (address) *address = at;
    if (bytes) *bytes = size;
    return success;
  });
}

SOFTCUDA_API cuModuleGetLoadingMode(int* mode) {
  return call("cuModuleGetLoadingMode", needs::initialization, [&](driver&) -> int {
    require(mode, invalid_value);
    *mode = 1;  // eager
    return success;
  });
}

}  // namespace softcuda::api
