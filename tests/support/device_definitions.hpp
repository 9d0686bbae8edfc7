// SPDX-License-Identifier: MIT
// The body of device.hpp: included by one file of each room that uses it. Everything but the packing of kernels into programs
// is the library's: the plan, the texts, the compiler, the driver, the prepared call.
#pragma once
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include <sinter/cuda/devices.hpp>
#include <sinter/plan/make_plan.hpp>
#include <sinter/plan/validate.hpp>
#include <sinter/primitive/print.hpp>
#include <sinter/simplify/simplify.hpp>

#include "device.hpp"

namespace support {
namespace {

namespace cuda = sinter::core::cuda;
using sinter::core::buffer;
using sinter::core::device_runner;

// GPU 0 with everything that prepared calls need. A device that is lost is opened anew where a software driver can forget
// the error, so that one fault does not hide the others.
struct session {
  cuda::runner home;
  cuda::storage memory;
  explicit session(const cuda::driver& api) : home(api, 0), memory(home.on()) {}
  cuda::gpu& on() { return home.on(); }

  static session& current() {
    static session* made = nullptr;  // never closed, as in cuda/devices.hpp
    if (made && made->on().is_alive()) return *made;
    std::string why;
    const cuda::driver* api = cuda::driver::find(why);
    if (!api) throw sinter::device_error(sinter::core::sentence() << "no driver: " << why);
    if (made) revive();
    return *(made = new session(*api));
  }

 private:
  static void revive() {
    const char* path = std::getenv("SINTER_CUDA_DRIVER");
    void* library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (void* function = library ? dlsym(library, "softcuda_revive") : nullptr) reinterpret_cast<void (*)()>(function)();
  }
};

// A compiler without a folder: what tests compile is not worth keeping.
cuda::compiler& test_compiler() {
  static cuda::compiler* const made = [] {
    cuda::compiler_options options;
    options.tools = cuda::process_compiler().tools();
    options.memory_cap = 1 << 20;
    return new cuda::compiler(std::move(options));
  }();
  return *made;
}

struct owned {
  buffer* at = nullptr;
  owned() = default;
  owned(const owned&) = delete;
  ~owned() {
    if (at) at->drop();
  }
};

void fill(const tensor& from, void* to) {
  sinter::core::with_element(from.type, [&]<class T>() {
    for (std::size_t k = 0; k < from.at.size(); ++k) static_cast<T*>(to)[k] = static_cast<T>(from.at[k]);
  });
}
tensor read(const buffer& from) {
  tensor made{from.type, extent_list(from.extents, from.extents + from.rank), {}};
  made.at.resize(static_cast<std::size_t>(from.size));
  const void* elements = from.size ? from.host() : nullptr;
  sinter::core::with_element(from.type, [&]<class T>() {
    for (std::size_t k = 0; k < made.at.size(); ++k) made.at[k] = static_cast<wide>(static_cast<const T*>(elements)[k]);
  });
  return made;
}

}  // namespace

struct device_program::body {
  std::string name;
  device_batch::task then;
  builder graph;
  sinter::core::plan_builder plan;
  std::vector<std::int32_t> parameter_nodes;
  std::vector<std::int64_t> symbols;
  std::vector<std::unique_ptr<cuda::loaded_launch>> launches;
  std::shared_ptr<cuda::prepared_call> call;
  cuda::gpu* prepared_on = nullptr;

  sinter::core::program_view view() const { return {view_of(graph), view_of(plan), parameter_nodes.data(), nullptr}; }
  void write(std::size_t l, const cuda::device_description& about) {
    cuda::loaded_launch& to = *launches[l];
    to.text = cuda::emit(view_of(graph), view_of(plan), static_cast<int>(l), to.made, about);
    to.note = {cuda::kept_text(to.text.name), {}};
  }
  cuda::prepared_call& prepared(session& here) {
    if (call && prepared_on == &here.on()) return *call;
    std::vector<cuda::loaded_launch*> all;
    for (const auto& each : launches) all.push_back(each.get());
    prepared_on = &here.on();
    call = std::make_shared<cuda::prepared_call>(here.on(), here.memory, view(), symbols.data(), all);
    return *call;
  }
};

const char* device_program::fault() const { return sinter::core::validate(view_of(body_->graph), view_of(body_->plan)); }
std::string device_program::jaxpr() const { return sinter::core::jaxpr(view_of(body_->graph)); }

std::vector<tensor> device_program::operator()(const std::vector<tensor>& arguments, bool donated) const {
  session& here = session::current();
  const sinter::core::program_view view = body_->view();
  const auto roots = static_cast<std::size_t>(view.graph.count.roots);
  std::vector<owned> memory(arguments.size()), results(roots);
  std::vector<sinter::core::given_argument_view> in(arguments.size() + 1);
  std::vector<std::uint64_t> numbers(arguments.size());
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const tensor& from = arguments[i];
    if (from.extents.empty() && i % 2 == 0) {  // a number goes with the call
      fill(from, &numbers[i]);
      in[i].data = &numbers[i];
      continue;
    }
    buffer* to = memory[i].at = buffer::make_on(here.home, from.type, static_cast<int>(from.extents.size()), from.extents.data());
    const std::unique_ptr<std::uint64_t[]> elements(new std::uint64_t[from.at.size() + 1]);
    fill(from, elements.get());
    here.home.copy_in(to->data, elements.get(), to->bytes());
    in[i] = {to->data, to->extents, to, donated, false};
  }
  {
    const cuda::gpu::entered entered(here.on());
    std::vector<buffer*> out(roots + 1, nullptr);
    body_->prepared(here).run(here.home, view, in.data(), out.data(), nullptr);
    for (std::size_t i = 0; i < roots; ++i) results[i].at = out[i];
  }
  std::vector<tensor> made;
  for (const owned& one : results) made.push_back(read(*one.at));
  return made;
}

struct device_batch::body {
  std::size_t at_once;
  std::vector<std::shared_ptr<device_program::body>> waiting;
  std::set<std::string> kernels;  // that wait
  std::vector<cuda::module_handle> modules;
  device_tally tally;
  static constexpr std::size_t kernels_a_program = 12;

  explicit body(int most) : at_once(static_cast<std::size_t>(most)) {}
  ~body() { drop(); }

  void drop() {
    session& here = session::current();
    waiting.clear();
    const cuda::gpu::entered_quietly entered(here.on());
    if (!entered.is_in()) return;
    here.on().api.cuStreamSynchronize(here.on().stream());
    for (const cuda::module_handle module : modules) here.on().api.cuModuleUnload(module);
    modules.clear();
    kernels.clear();
  }

  // Programs of about equally many kernels, each text once.
  std::vector<cuda::compile_request> requests_for(const std::map<std::string, const std::string*>& texts, const std::string& architecture) const {
    const std::size_t count = std::max<std::size_t>(texts.size() / kernels_a_program, 1);
    std::vector<cuda::compile_request> made(count);
    std::size_t i = 0;
    for (const auto& [name, text] : texts) {
      cuda::compile_request& to = made[i++ * count / texts.size()];
      to.architecture = architecture;
      to.source += *text + "\n";
      to.title = name;
    }
    return made;
  }
  // A program that does not compile fails the test, not the others.
  static std::vector<cuda::compile_result> compile(const std::vector<cuda::compile_request>& requests) {
    try {
      return test_compiler().compile(requests);
    } catch (const std::exception&) {
    }
    std::vector<cuda::compile_result> made(requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) try {
        made[i] = test_compiler().compile(requests[i]);
      } catch (const sinter::compile_error& problem) {
        FAIL_CHECK(std::string(problem.what()) << "\n" << problem.log() << "\n" << requests[i].source);
      }
    return made;
  }
  cuda::module_handle load(session& here, const cuda::compile_request& request, const cuda::compiled& code) const {
    cuda::module_handle module = nullptr;
    cuda::status said = 0;
    for (const std::string* image : {&code.cubin, &code.ptx}) {
      if (image->empty()) continue;
      said = here.on().api.cuModuleLoadDataEx(&module, image->c_str(), 0, nullptr, nullptr);
      if (said == 0 || !cuda::refuses_code(said)) break;
    }
    if (said) FAIL_CHECK(std::string(here.on().api.describe(said, "cuModuleLoadDataEx").text()) << "\n" << request.source);
    return said ? nullptr : module;
  }

  void run() {
    session& here = session::current();
    std::map<std::string, cuda::module_handle> found;
    std::map<std::string, const std::string*> texts;
    for (const auto& one : waiting)
      for (const auto& launch : one->launches)
        if (launch) texts.emplace(launch->text.name, &launch->text.text);
    const std::string architecture = cuda::architecture_for(here.on().about().major, here.on().about().minor);
    std::vector<std::unique_ptr<std::string>> kept;
    for (int budget = 0; !texts.empty(); ++budget) {  // smaller where they spill, as cuda/programs.hpp does
      const auto requests = requests_for(texts, architecture);
      const auto compiled = compile(requests);
      std::set<std::string> spilling;
      {
        const cuda::gpu::entered entered(here.on());
        for (std::size_t i = 0; i < requests.size(); ++i) {
          if (!compiled[i].code) continue;
          modules.push_back(load(here, requests[i], *compiled[i].code));
          if (!modules.back()) {
            modules.pop_back();
            continue;
          }
          for (const cuda::kernel_resources& used : compiled[i].code->resources) {
            found[used.name] = modules.back();
            if (used.spill_store_bytes + used.spill_load_bytes > 0) spilling.insert(used.name);
          }
        }
      }
      tally.programs += static_cast<std::int64_t>(requests.size());
      tally.kernels += static_cast<std::int64_t>(texts.size());
      texts.clear();
      for (const auto& one : waiting)
        for (std::size_t l = 0; l < one->launches.size() && !spilling.empty(); ++l) {
          if (!one->launches[l] || !spilling.count(one->launches[l]->text.name)) continue;
          const std::string before = one->launches[l]->text.name;
          ++one->launches[l]->made.budget;
          if (budget < 3) one->write(l, here.on().about());
          if (one->launches[l]->text.name == before) tally.spilling.push_back(before);
          else texts.emplace(one->launches[l]->text.name, &one->launches[l]->text.text), ++tally.rewritten;
        }
    }
    {
      const cuda::gpu::entered entered(here.on());
      for (const auto& one : waiting)
        for (const auto& launch : one->launches)
          if (launch && found.count(launch->text.name))
            here.on().api.cuModuleGetFunction(&launch->function, found[launch->text.name], launch->text.name.c_str());
    }
    for (auto& one : waiting) {
      device_program program;
      program.body_ = std::move(one);
      CAPTURE(program.body_->name);
      try {
        program.body_->then(program);
      } catch (const std::exception& problem) {
        std::string written;
        for (const auto& launch : program.body_->launches)
          if (launch) written += launch->text.text;
        FAIL_CHECK(program.body_->name << ": " << std::string(problem.what()) << "\n" << written);
      }
    }
    drop();
  }
};

device_batch::device_batch(int at_once) : body_(std::make_unique<body>(at_once)) {}
device_batch::~device_batch() = default;
const device_tally& device_batch::tally() const { return body_->tally; }

void device_batch::add(const builder& graph, const std::vector<extent_list>& parameters, std::string name, task then) {
  session& here = session::current();
  auto made = std::make_shared<device_program::body>();
  made->name = std::move(name);
  made->then = std::move(then);
  try {
    simplify(view_of(graph), made->graph);
    make_plan(view_of(made->graph), made->plan);
    const graph_view simple = view_of(made->graph);
    const sinter::core::plan_view plan = view_of(made->plan);
    made->parameter_nodes.assign(static_cast<std::size_t>(simple.parameters) + 1, -1);
    for (int i = 0; i < simple.count.nodes; ++i)
      if (simple.nodes[i].op == &sinter::core::primitives::parameter)
        made->parameter_nodes[static_cast<std::size_t>(simple.nodes[i].attribute)] = i;
    made->symbols = symbol_values(simple, parameters);
    if (static_cast<int>(made->symbols.size()) < simple.count.symbols) throw sinter::shape_error("extents that the graph refuses");
    made->symbols.push_back(0);  // data() is not null
    made->launches.resize(static_cast<std::size_t>(plan.count.launches));
    const std::vector<std::uint8_t> alignments(static_cast<std::size_t>(simple.count.nodes) + 1, 16);
    for (std::size_t l = 0; l < made->launches.size(); ++l) {
      if (!cuda::loaded_programs::does_something(plan, static_cast<int>(l))) continue;
      auto& launch = made->launches[l] = std::make_unique<cuda::loaded_launch>();
      launch->asked = launch->made = cuda::specialise(simple, plan, static_cast<int>(l), made->symbols.data(), alignments.data(), here.on().about());
      made->write(l, here.on().about());
      if (cuda::measure(simple, plan, static_cast<int>(l), launch->made, here.on().about(), made->symbols.data()).is_empty) {
        launch.reset();  // never started, so not worth compiling here
        continue;
      }
      body_->kernels.insert(launch->text.name);
      ++body_->tally.launches;
    }
  } catch (const std::exception& problem) {
    FAIL_CHECK(made->name << ": " << std::string(problem.what()));
    return;
  }
  ++body_->tally.graphs;
  body_->waiting.push_back(std::move(made));
  if (body_->kernels.size() >= body_->at_once) body_->run();
}
void device_batch::finish() { body_->run(); }

}  // namespace support
