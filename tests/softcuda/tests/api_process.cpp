// SPDX-License-Identifier: MIT
// The driver as a library in a process: its file, its environment, its children.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "softcuda/tests/functions.hpp"

using namespace driver_tests;

TEST_CASE("the library has the driver's file name and shows nothing of its inside") {
  Dl_info info{};
  REQUIRE(dladdr(reinterpret_cast<void*>(cuInit), &info) != 0);
  const std::string path = info.dli_fname;
  CHECK(path.ends_with("/libcuda.so.1"));
  void* library = dlopen(path.c_str(), RTLD_NOW);
  REQUIRE(library != nullptr);
  CHECK(dlsym(library, "cuInit") == reinterpret_cast<void*>(cuInit));
  CHECK(dlsym(library, "softcuda_reset") != nullptr);
  CHECK(dlsym(library, "cuGetExportTable") == nullptr);
  CHECK(dlsym(library, "_ZN8softcuda3api3theEv") == nullptr);
}

TEST_CASE("options and faults come from the environment") {
  fresh_driver driver(false);
  setenv("SOFTCUDA_CAPABILITY", "8.6", 1);
  setenv("SOFTCUDA_DEVICES", "2", 1);
  setenv("SOFTCUDA_FAULTS", "cuInit:1=100", 1);
  softcuda_reset();
  unsetenv("SOFTCUDA_CAPABILITY");
  unsetenv("SOFTCUDA_DEVICES");
  unsetenv("SOFTCUDA_FAULTS");
  softcuda_options o;
  softcuda_get_options(&o);
  CHECK(o.capability == 86);
  CHECK(o.devices == 2);
  CHECK(o.multiprocessors == 8);
  CHECK(cuInit(0) == no_device);
  CHECK(cuInit(0) == success);
  softcuda_reset();
  softcuda_get_options(&o);
  CHECK(o.capability == 90);
}

TEST_CASE("a child of fork gets an error, unless its parent had not begun") {
  auto answer_of_child = [] {
    pid_t child = fork();
    if (child == 0) _exit(cuInit(0));
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  fresh_driver without(false);
  CHECK(answer_of_child() == success);
  fresh_driver driver;
  CHECK(answer_of_child() == not_initialized);
  CHECK(cuCtxSynchronize() == success);
}
