// SPDX-License-Identifier: MIT
// NVTX: the handshake with a tool that sits in this program, and one that is a library, with ranges around calls.
#include <algorithm>
#include <fstream>

#include <sinter/cuda/nvtx.hpp>

#include "run_support.hpp"

using namespace sinter;
namespace nvtx = sinter::core::cuda::nvtx;

namespace {

std::string heard;
int listen(nvtx::get_export_table get) {
  const auto* callbacks = static_cast<const nvtx::callbacks_table*>(get(nvtx::table_callbacks));
  const auto* version = static_cast<const nvtx::version_table*>(get(nvtx::table_version));
  if (!callbacks || !version || version->version != 3 || get(77)) return 0;
  nvtx::any_function** table = nullptr;
  unsigned count = 0;
  if (callbacks->size < sizeof(nvtx::callbacks_table) || callbacks->function_table(5, &table, &count)) return 0;
  if (!callbacks->function_table(nvtx::module_core, &table, &count) || count <= nvtx::slot_pop) return 0;
  *table[nvtx::slot_push] = reinterpret_cast<nvtx::any_function>(+[](const char* name) {
    heard += std::string("(") + name;
    return 0;
  });
  *table[nvtx::slot_pop] = reinterpret_cast<nvtx::any_function>(+[] {
    heard += ")";
    return 0;
  });
  return 1;
}

// A tool as a library, with its own declarations, as one finds it at NVTX_INJECTION64_PATH.
constexpr const char* tool_source = R"tool(
#include <cstdio>
static void put(const char* text) {
  if (std::FILE* file = std::fopen("heard.txt", "a")) std::fputs(text, file), std::fclose(file);
}
static int push(const char* name) { return put("("), put(name), 0; }
static int pop() { return put(")"), 0; }
struct callbacks { unsigned long size; int (*table)(int, void (***)(), unsigned*); };
extern "C" int InitializeInjectionNvtx2(const void* (*get)(unsigned)) {
  const callbacks* c = static_cast<const callbacks*>(get(1));
  void (***table)() = nullptr;
  unsigned count = 0;
  if (!c->table(1, reinterpret_cast<void (***)()>(&table), &count)) return 0;
  *reinterpret_cast<void (**)()>(table[9]) = reinterpret_cast<void (*)()>(&push);
  *reinterpret_cast<void (**)()>(table[11]) = reinterpret_cast<void (*)()>(&pop);
  return 1;
}
)tool";

constexpr auto doubled = [](const f32<-1>& x) { return f32<-1>(x * 2.f); };

}  // namespace

TEST_CASE("a tool that listens hears ranges") {
  const nvtx::functions found = nvtx::connect(&listen);
  REQUIRE((found.push && found.pop));
  found.push("a");
  found.push("b");
  found.pop();
  found.pop();
  CHECK(heard == "(a(b))");
  CHECK(!nvtx::connect(nullptr).push);
  CHECK(!nvtx::connect([](nvtx::get_export_table) { return 0; }).push);
}

TEST_CASE("calls, copies and compiles are ranges") {
  SINTER_NEEDS_DEVICE();
  std::remove("heard.txt");
  std::ofstream("tool.cpp") << tool_source;
  if (std::system("c++ -shared -fPIC -w -o tool.so tool.cpp 2> /dev/null") != 0) {
    MESSAGE("skipped: no compiler for a tool");
    return;
  }
  setenv("NVTX_INJECTION64_PATH", "./tool.so", 1);  // before the first call: it is read once
  const f32<-1> x = f32<-1>{1, 2, 3}.to(device::cuda(0));
  const f32<-1> y = jit<doubled>(x);
  CHECK(y(1) == 4);
  std::ifstream file("heard.txt");
  std::string text;
  std::getline(file, text);
  CHECK(cuda_tests::holds(text, "(copy to device)"));
  CHECK(cuda_tests::holds(text, "(map mul)"));
  CHECK(cuda_tests::holds(text, "(copy to host)"));
  CHECK(std::count(text.begin(), text.end(), '(') == std::count(text.begin(), text.end(), ')'));
}
