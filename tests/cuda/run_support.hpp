// SPDX-License-Identifier: MIT
// What tests of running on a device share: the software driver's controls, found in the library that SINTER_CUDA_DRIVER names.
#pragma once
#include <dlfcn.h>
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include <sinter/cuda/counters.hpp>
#include <sinter/cuda/runner.hpp>
#include <sinter/sinter.hpp>

#include "../softcuda/softcuda.h"
#include "../support/needs.hpp"

namespace cuda_tests {

// What calls on that device use, and another one that stays open too. In run_opened.cpp: a runner brings the whole room.
sinter::core::cuda::runner& usual_runner(int number = 0);
sinter::core::cuda::runner& opened_anew(int number = 0);

struct software_driver {
  decltype(&softcuda_set_faults) set_faults = nullptr;
  decltype(&softcuda_faults_left) faults_left = nullptr;
  decltype(&softcuda_revive) revive = nullptr;
  decltype(&softcuda_reset_counts) reset_counts = nullptr;
  decltype(&softcuda_called_functions) called_functions = nullptr;
  decltype(&softcuda_called_name) called_name = nullptr;
  decltype(&softcuda_called_count) called_count = nullptr;
  decltype(&softcuda_calls_of) calls_of = nullptr;
  decltype(&softcuda_get_live) get_live = nullptr;
  decltype(&softcuda_get_totals) get_totals = nullptr;
  decltype(&softcuda_get_options) get_options = nullptr;
  decltype(&softcuda_set_options) set_options = nullptr;
  decltype(&softcuda_violations) violations = nullptr;
  decltype(&softcuda_last_violation) last_violation = nullptr;

  static const software_driver& instance() {
    static const software_driver found;
    return found;
  }
  bool is_there() const { return set_faults != nullptr; }
  softcuda_live live() const {
    softcuda_live now{};
    get_live(&now);
    return now;
  }
  softcuda_totals totals() const {
    softcuda_totals now{};
    get_totals(&now);
    return now;
  }
  // The functions called since reset_counts(), with their counts.
  std::vector<std::pair<std::string, unsigned long long>> called() const {
    std::vector<std::pair<std::string, unsigned long long>> all;
    for (int i = 0; i < called_functions(); ++i) all.emplace_back(called_name(i), called_count(i));
    return all;
  }

 private:
  software_driver() {
    const char* path = std::getenv("SINTER_CUDA_DRIVER");
    void* library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (!library) return;
    auto find = [&]<class F>(F& function, const char* name) { function = reinterpret_cast<F>(dlsym(library, name)); };
    find(faults_left, "softcuda_faults_left");
    find(revive, "softcuda_revive");
    find(reset_counts, "softcuda_reset_counts");
    find(called_functions, "softcuda_called_functions");
    find(called_name, "softcuda_called_name");
    find(called_count, "softcuda_called_count");
    find(calls_of, "softcuda_calls_of");
    find(get_live, "softcuda_get_live");
    find(get_totals, "softcuda_get_totals");
    find(get_options, "softcuda_get_options");
    find(set_options, "softcuda_set_options");
    find(violations, "softcuda_violations");
    find(last_violation, "softcuda_last_violation");
    find(set_faults, "softcuda_set_faults");
  }
};

// Ends a test, by name, where the software driver is not there to be asked, or kernels cannot run.
inline std::string no_software_driver() {
  return software_driver::instance().is_there() ? support::no_device() : "SINTER_CUDA_DRIVER names no software driver";
}
#define SINTER_NEEDS_DEVICE() SINTER_NEEDS(cuda_tests::no_software_driver())

// Faults of the software driver as long as it lives.
class injected {
 public:
  explicit injected(const std::string& plan) { REQUIRE(software_driver::instance().set_faults(plan.c_str()) != 0); }
  injected(const injected&) = delete;
  ~injected() { software_driver::instance().set_faults(""); }
  bool has_happened() const { return software_driver::instance().faults_left() == 0; }
};

// Options of the software driver as long as it lives.
class with_options {
 public:
  template <class Change> explicit with_options(Change change) {
    software_driver::instance().get_options(&usual_);
    softcuda_options now = usual_;
    change(now);
    software_driver::instance().set_options(&now);
  }
  with_options(const with_options&) = delete;
  ~with_options() { software_driver::instance().set_options(&usual_); }

 private:
  softcuda_options usual_{};
};

// Runs one test of this program in a process of its own, with more environment; its exit status. What it says is in again.txt.
inline int run_again(const std::string& environment, const std::string& test) {
  char self[4096] = {};
  if (readlink("/proc/self/exe", self, sizeof self - 1) <= 0) return -1;
  return std::system((environment + " '" + self + "' '--test-case=" + test + "' >> again.txt 2>&1").c_str());
}

// What an error says; empty where `call` throws none of that type.
template <class Error, class Call>
std::string said_by(Call call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}
inline bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace cuda_tests
