// SPDX-License-Identifier: MIT
// The kernels of one program on one GPU: written for the class of a call, compiled several to a program, loaded, kept. A
// binary that the driver refuses is replaced by its PTX; a kernel that spills registers is written again, smaller.
#pragma once
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../plan/device_runner.hpp"
#include "../plan/dump.hpp"
#include "compile.hpp"
#include "compile/load.hpp"
#include "storage.hpp"

namespace sinter::core::cuda {

// One launch for one class of calls.
struct loaded_launch {
  specialisation asked;  // the class
  specialisation made;   // the same with the budget that does not spill
  emitted_launch text;
  started_kernel note;
  function_handle function = nullptr;
};

// Strings that live as long as the process, for what may be said later about kernels.
inline const char* kept_text(const std::string& text) {
  static std::mutex one_at_a_time;
  static auto* const all = new std::set<std::string>;
  const std::lock_guard lock(one_at_a_time);
  return all->insert(text).first->c_str();
}

// The line of a node, or of what it reads: arguments and what only marks have none. -1: of the first result that has one.
inline site line_of(const graph_view& graph, int node) {
  while (node >= 0 && graph.site_of(node).line == 0) node = graph.nodes[node].a;
  if (node >= 0) return graph.site_of(node);
  for (int i = 0; i < graph.count.roots; ++i) {
    int at = graph.roots[i];
    while (at >= 0 && graph.site_of(at).line == 0) at = graph.nodes[at].a;
    if (at >= 0) return graph.site_of(at);
  }
  return {};
}

class loaded_programs {
 public:
  loaded_programs(gpu& on, storage& memory) : gpu_(on), storage_(memory) {}
  loaded_programs(const loaded_programs&) = delete;
  // Nothing of them may still run.
  void unload() noexcept {
    for (const module_handle module : modules_) gpu_.unload(module);
    modules_.clear();
    launches_.clear();
  }

  // The launches of a call with these symbols, in the order of the plan; null: nothing to do. The context is current. Throws
  // compile_error, device_error.
  std::vector<loaded_launch*> find_or_load(const program_view& of, const std::int64_t* symbols, bool checks_nans) {
    const plan_view& plan = of.plan;
    if (launches_.empty()) launches_.resize(static_cast<std::size_t>(plan.count.launches));
    // All device memory is dense and begins at multiples of 256.
    const std::vector<std::uint8_t> alignments(static_cast<std::size_t>(of.graph.count.nodes) + 1, 16);
    std::vector<loaded_launch*> found(static_cast<std::size_t>(plan.count.launches));
    std::vector<std::unique_ptr<loaded_launch>> made(found.size());
    std::vector<loaded_launch*> wanted;
    for (int l = 0; l < plan.count.launches; ++l) {
      if (!does_something(plan, l)) continue;
      specialisation as = specialise(of.graph, plan, l, symbols, alignments.data(), gpu_.about());
      as.checks_nans = checks_nans;
      const auto at = static_cast<std::size_t>(l);
      for (const auto& known : launches_[at])
        if (known->asked == as) found[at] = known.get();
      if (found[at]) continue;
      made[at] = std::make_unique<loaded_launch>();
      made[at]->asked = made[at]->made = as;
      found[at] = made[at].get();
      wanted.push_back(found[at]);
      write(of, l, *found[at]);
      require_parameters(*found[at]);
    }
    if (!wanted.empty()) {
      load(of, made, std::move(wanted));
      for (std::size_t l = 0; l < made.size(); ++l)
        if (made[l]) launches_[l].push_back(std::move(made[l]));
    }
    return found;
  }

  static bool does_something(const plan_view& plan, int l) {
    const core::launch& at = plan.launches[l];
    for (int k = at.first; k < at.first + at.count; ++k)
      if (plan.kernels[k].outputs || plan.kernels[k].what == kernel_kind::print) return true;
    return false;
  }

 private:
  static constexpr int most_kernels = 10;  // in one program
  static constexpr int most_retries = 3;   // of a kernel that spills

  void write(const program_view& of, int l, loaded_launch& to) {
    to.text = emit(of.graph, of.plan, l, to.made, gpu_.about());
    const kernel& first = of.plan.kernels[of.plan.launches[l].first];
    const int node = first.outputs ? of.plan.outputs[first.first_output] : first.node;
    to.note = {kept_text(to.text.name), line_of(of.graph, node)};
  }

  // Before NVRTC or the driver would refuse it without a word that helps.
  void require_parameters(const loaded_launch& at) const {
    const std::size_t bytes = at.text.arguments.size() * 8, most = static_cast<std::size_t>(gpu_.most_parameter_bytes());
    if (bytes > most)
      throw device_error(located(at.note.where)
                         << device::cuda(gpu_.number()).name() << ": kernel " << at.note.name << " takes " << bytes
                         << " bytes of parameters, and " << most << " can be passed here; drivers for CUDA "
                         << "12.1 and newer pass 32764");
  }

  // Programs of a few kernels each; launches with equal texts share one kernel.
  static std::vector<std::vector<loaded_launch*>> grouped(const std::vector<loaded_launch*>& wanted) {
    std::vector<std::vector<loaded_launch*>> groups;
    std::set<std::string> names;
    for (loaded_launch* each : wanted) {
      if (!names.insert(each->text.name).second) continue;
      if (groups.empty() || groups.back().size() == most_kernels) groups.emplace_back();
      groups.back().push_back(each);
    }
    return groups;
  }
  compile_request request_for(const std::vector<loaded_launch*>& group) const {
    compile_request request;
    request.architecture = architecture_for(gpu_.about().major, gpu_.about().minor);
    for (const loaded_launch* each : group) {
      request.source += each->text.text;
      request.source += '\n';
      request.title += (request.title.empty() ? "" : ", ") + each->text.name;
    }
    return request;
  }

  void load(const program_view& of, const std::vector<std::unique_ptr<loaded_launch>>& made, std::vector<loaded_launch*> wanted) {
    if (std::string why; !has_compiler(&why))
      throw device_error(sentence() << device::cuda(gpu_.number()).name() << ": kernels are compiled by NVRTC, which is missing; "
                                    << why);
    std::vector<std::pair<std::string, module_handle>> kernels;  // by name
    std::vector<module_handle> modules;
    try {
      for (int round = 0; !wanted.empty(); ++round) {
        const auto groups = grouped(wanted);
        std::vector<compile_request> requests;
        for (const auto& group : groups) requests.push_back(request_for(group));
        const std::vector<compile_result> results = compile(requests);
        for (std::size_t g = 0; g < groups.size() && dump_folder(); ++g)
          dump(of, requests[g], *results[g].code, groups[g].front()->text.name);
        std::set<std::string> spilling;
        for (const compile_result& result : results)
          for (const kernel_resources& used : result.code->resources)
            if (used.spill_store_bytes + used.spill_load_bytes > 0) spilling.insert(used.name);
        for (std::size_t g = 0; g < groups.size(); ++g) {
          modules.reserve(modules.size() + 1);
          modules.push_back(module_of(requests[g], groups[g].front()->note.where));
          for (const loaded_launch* each : groups[g]) kernels.emplace_back(each->text.name, modules.back());
        }
        std::vector<loaded_launch*> again;
        for (std::size_t l = 0; l < made.size() && round < most_retries; ++l)
          if (made[l] && spilling.count(made[l]->text.name)) {
            ++made[l]->made.budget;
            const std::string before = made[l]->text.text;
            write(of, static_cast<int>(l), *made[l]);
            if (made[l]->text.text != before) again.push_back(made[l].get());
          }
        wanted = std::move(again);
      }
      for (const auto& each : made) {
        if (!each) continue;
        for (const auto& known : kernels)  // clang++ 16 captures no binding under OpenMP
          if (known.first == each->text.name && !each->function)
            gpu_.check(storage_.with_room([&] {
              return gpu_.api.cuModuleGetFunction(&each->function, known.second, known.first.c_str());
            }), "cuModuleGetFunction", each->note);
      }
      modules_.insert(modules_.end(), modules.begin(), modules.end());
    } catch (...) {
      for (const module_handle module : modules) gpu_.unload(module);
      throw;
    }
  }

  // SINTER_DUMP: a program's text, its PTX, and what its kernels take, under the name of the first of them.
  static void dump(const program_view& of, const compile_request& request, const compiled& code, const std::string& name) {
    const std::string folder = dump_program(of.graph, of.plan, of.spelled), named = name + "." + code.architecture;
    std::string figures;
    for (const kernel_resources& k : code.resources)
      figures += k.name + ": " + std::to_string(k.registers) + " registers, " + std::to_string(k.shared_bytes) +
                 " bytes shared, " + std::to_string(k.stack_bytes) + " bytes of stack, " +
                 std::to_string(k.spill_store_bytes + k.spill_load_bytes) + " bytes spilled, " + std::to_string(k.barriers) +
                 " barriers\n";
    dump_text(folder, name + ".cu", request.source);
    dump_text(folder, named + ".ptx", code.ptx);
    dump_text(folder, named + ".resources.txt", figures);
  }

  // Binary, else PTX; if the driver takes neither, both are compiled anew once, for what was kept may be damaged.
  module_handle module_of(const compile_request& request, const site& where) {
    module_handle module = nullptr;
    const loaded_code result = load_with_fallbacks(process_compiler(), request, [&](const std::string& image, bool) {
      load_answer answer;
      storage_.with_room([&] { return (answer = try_to_load(module, image)).code; });
      return answer;
    });
    if (result.answer.code == 0) return module;
    if (!refuses_code(result.answer.code)) gpu_.fail(result.answer.code, "cuModuleLoadDataEx", {kept_text(request.title), where});
    throw compile_error(located(where) << device::cuda(gpu_.number()).name()
                                       << ": the driver takes neither the machine code nor the PTX of " << request.title << "; "
                                       << result.answer.log,
                        result.answer.log + result.program.code->log, request.source);
  }
  load_answer try_to_load(module_handle& module, const std::string& image) {
    std::string info(8192, '\0'), errors(8192, '\0');
    int options[] = {jit_info_log, jit_info_size, jit_error_log, jit_error_size};
    void* values[] = {info.data(), reinterpret_cast<void*>(info.size()), errors.data(), reinterpret_cast<void*>(errors.size())};
    const status code = gpu_.api.cuModuleLoadDataEx(&module, image.c_str(), 4, options, values);
    count(counters::instance().module_loads);
    return {code, code ? std::string(gpu_.api.describe(code, "cuModuleLoadDataEx").text()) + " " + errors.c_str() : ""};
  }

  gpu& gpu_;
  storage& storage_;
  std::vector<std::vector<std::unique_ptr<loaded_launch>>> launches_;  // by launch of the plan, then by class
  std::vector<module_handle> modules_;
};

}  // namespace sinter::core::cuda
