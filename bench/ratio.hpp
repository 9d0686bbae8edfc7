// SPDX-License-Identifier: MIT
// Ratios within one run: benchmarks named group/what are compared with group/reference by the medians of their repetitions,
// which are interleaved at random so that both meet the same noise. The table is what the README quotes.
#pragma once
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace bench {

class table : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs)
      if (run.run_type == Run::RT_Iteration && !run.error_occurred) {
        std::string name = run.run_name.function_name;
        times_[name].push_back(run.GetAdjustedRealTime());
      }
  }
  void Finalize() override {
    std::printf("%-44s %14s %14s %10s\n", "measure", "median ns", "reference ns", "time ratio");
    for (auto& [name, times] : times_) {
      const std::size_t slash = name.rfind('/');
      const auto reference = times_.find(name.substr(0, slash) + "/reference");
      if (name.substr(slash + 1) == "reference") continue;
      if (reference == times_.end()) std::printf("%-44s %14.1f\n", name.c_str(), median(times));
      else std::printf("%-44s %14.1f %14.1f %10.3f\n", name.c_str(), median(times), median(reference->second), median(times) / median(reference->second));
    }
  }

 private:
  static double median(std::vector<double>& times) {
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
  }
  std::map<std::string, std::vector<double>> times_;
};

inline int run(int count, char** arguments) {
  std::vector<char*> all(arguments, arguments + count);
  static char repetitions[] = "--benchmark_repetitions=9", interleaving[] = "--benchmark_enable_random_interleaving=true",
              shortest[] = "--benchmark_min_time=0.05";
  all.insert(all.begin() + 1, {repetitions, interleaving, shortest});
  int total = static_cast<int>(all.size());
  benchmark::Initialize(&total, all.data());
  table report;
  benchmark::RunSpecifiedBenchmarks(&report);
  return 0;
}

// Registers a measurement of body(), whose results must be kept alive by it.
template <class Body>
void add(const char* name, Body body) {
  benchmark::RegisterBenchmark(name, [body](benchmark::State& state) {
    for (auto _ : state) body();
  })->UseRealTime()->Unit(benchmark::kNanosecond);
}

}  // namespace bench
