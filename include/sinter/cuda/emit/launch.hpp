// SPDX-License-Identifier: MIT
// One launch: its kernels' decisions, their texts in one function, and its grid.
#pragma once
#include "alike.hpp"
#include "contract.hpp"
#include "definitions.hpp"
#include "map.hpp"
#include "reduce.hpp"
#include "scatter.hpp"

namespace sinter::core::cuda {

namespace launching {

constexpr const char* name_of_kind(kernel_kind what) {
  constexpr const char* names[] = {"map", "reduce", "row", "contract", "scatter", "print"};
  return names[static_cast<int>(what)];
}
inline const kernel& kernel_at(const plan_view& plan, int launch, int i) { return plan.kernels[plan.launches[launch].first + i]; }

// A result that is an argument: the caller copies or shares it.
inline bool is_only_arguments(const graph_view& graph, const plan_view& plan, const kernel& k) {
  for (int o = 0; o < k.outputs; ++o)
    if (graph.nodes[plan.outputs[k.first_output + o]].op != &primitives::parameter) return false;
  return k.outputs > 0;
}

inline decision choose(const situation& s, const kernel& k) {
  switch (k.what) {
    case kernel_kind::map: return choose_map(s, k);
    case kernel_kind::reduce:
    case kernel_kind::row: return choose_reduce(s, k);
    case kernel_kind::contract: return choose_contract(s, k);
    default: return {};
  }
}

inline int threads_of(const plan_view& plan, int launch, const specialisation& how) {
  int most = 0;
  for (int i = 0; i < plan.launches[launch].count; ++i) most = std::max(most, unpack(how, i).block());
  return most;
}

// How many blocks must fit a multiprocessor. Else ptxas takes what it likes: for tiles too many registers, for others so few
// that they spill. After a spill, registers come before blocks.
inline const char* blocks_at_least(const kernel& k, const plan_view& plan, const specialisation& how, int threads) {
  if (how.budget > 0 || threads == 1024) return ", 1";
  if (k.what != kernel_kind::contract) return "";
  const way tiles = unpack(how, 0).how;
  return tiles == way::block128 || size_of(plan.reads[k.left].type) == 8 ? ", 2" : ", 3";
}

inline std::uint64_t hash_of(std::string_view text) {  // FNV-1a
  std::uint64_t made = 14695981039346656037u;
  for (const char c : text) made = (made ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return made;
}
inline std::string hexadecimal(std::uint64_t number) {
  std::string made;
  for (int shift = 60; shift >= 0; shift -= 4) made += "0123456789abcdef"[number >> shift & 15];
  return made;
}

// "map: mul, add, tanh over [64,n3]"
inline std::string title_of(const graph_view& graph, const plan_view& plan, const kernel& k) {
  std::string made = join(name_of_kind(k.what), ":");
  int shown = 0;
  for (int i = 0; i < k.instructions; ++i) {
    const instruction& x = plan.program[k.first_instruction + i];
    if (is_input(x) || is_constant(x) || x.broadcasts) continue;
    if (++shown <= 12) made += join(shown > 1 ? ", " : " ", x.op->name);
  }
  if (shown > 12) made += join(", and ", shown - 12, " more");
  if (shown == 0 && k.what == kernel_kind::map) made += " copy";
  made += " over [";
  const shape& space = graph.shapes[k.space];
  for (int i = 0; i < space.rank; ++i)
    made += join(i ? "," : "", is_symbol(space[i]) ? join("n", symbol_of(space[i])) : to_text(space[i]));
  return made + "]";
}

}  // namespace launching

inline specialisation specialise(const graph_view& graph, const plan_view& plan, int launch, const std::int64_t* symbols,
                                 const std::uint8_t* alignments, const device_description& device) {
  specialisation made;
  const situation s{graph, plan, launch, symbols, alignments, device};
  made.classes.push_back(choosing::needs_wide(s));
  for (int i = 0; i < plan.launches[launch].count; ++i)
    pack(launching::choose(s, launching::kernel_at(plan, launch, i)), made.classes);
  return made;
}

inline emitted_launch emit(const graph_view& graph, const plan_view& plan, int launch, const specialisation& how,
                           const device_description& device) {
  using namespace launching;
  emitted_launch made;
  scope s(graph, plan, launch, is_wide(how));
  const int count = plan.launches[launch].count, threads = threads_of(plan, launch, how);
  const kernel_kind kind = kernel_at(plan, launch, 0).what;
  writer body(1);
  std::string title;
  // Maps: ranges of blocks, one after the other; those that are alike share one body.
  std::vector<bool> is_written(static_cast<std::size_t>(count));
  if (kind == kernel_kind::map && count > 1) body.line("unsigned block = blockIdx.x;");
  for (int i = 0; i < count; ++i) {
    const kernel& k = kernel_at(plan, launch, i);
    title += join("// ", title_of(graph, plan, k), "\n");
    if (is_only_arguments(graph, plan, k) || is_written[static_cast<std::size_t>(i)]) continue;
    const decision d = unpack(how, i);
    if (count > 1 && is_dense_map(s, k, d)) {
      std::vector<const kernel*> alike;
      std::vector<int> numbers;
      for (int other = i; other < count; ++other) {
        const kernel& o = kernel_at(plan, launch, other);
        const decision e = unpack(how, other);
        if (o.same_as != k.same_as || e.vector != d.vector || is_only_arguments(graph, plan, o) || !is_dense_map(s, o, e))
          continue;
        alike.push_back(&o);
        numbers.push_back(other);
      }
      if (alike.size() > 1) {
        for (const int other : numbers) is_written[static_cast<std::size_t>(other)] = true;
        body.line("// ", alike.size(), " times ", title_of(graph, plan, k), " and other extents");
        alike_writer(s, alike, numbers, d, threads, 16 * device.multiprocessors,
                     how.checks_nans ? &made.nan_instructions : nullptr)
            .write(body);
        continue;
      }
    }
    kernel_text text(s, k, count > 1 ? join("k", i) : "");
    text.number = i;
    if (how.checks_nans) text.nan_instructions = &made.nan_instructions;
    if (kind == kernel_kind::reduce || kind == kernel_kind::row) write_reduce(text, d, body);
    else if (kind == kernel_kind::contract) write_contract(text, d, body);
    else if (kind == kernel_kind::scatter) write_scatter(text, body);
    else if (kind == kernel_kind::print) write_print(text, body);
    else if (count == 1) write_map(text, d, threads, "blockIdx.x", "gridDim.x", body);
    else {
      const std::string blocks = join("blocks", i);
      body.line("// ", title_of(graph, plan, k));
      body.line("const unsigned ", blocks, " = ", map_blocks_text(text, d, threads, device), ";");
      body.open("if (block < ", blocks, ")");
      write_map(text, d, threads, "block", blocks, body);
      body.line("return;");
      body.close();
      body.line("block -= ", blocks, ";");
    }
  }
  writer text;
  writer extents(1);
  s.declare_extents(extents);
  text.append(title);
  const char* const at_least = blocks_at_least(kernel_at(plan, launch, 0), plan, how, threads);
  std::string head = join("extern \"C\" __global__ void __launch_bounds__(", threads, at_least, ") $NAME(");
  const std::vector<std::string> parameters = s.parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) head += (i ? ",\n    " : "") + parameters[i];
  text.append(head + ") {\n");
  text.append(extents);
  text.append(body);
  text.append("}\n");
  made.arguments = s.arguments();
  made.prints = kind == kernel_kind::print;
  const std::string whole = definitions_for(text.text()) + text.text();
  made.name = join("sinter_", name_of_kind(kind), "_", hexadecimal(hash_of(whole)));
  made.text = replaced(whole, "$NAME", made.name);
  return made;
}

inline geometry measure(const graph_view& graph, const plan_view& plan, int launch, const specialisation& how,
                        const device_description& device, const std::int64_t* symbols) {
  using namespace launching;
  geometry made;
  const int count = plan.launches[launch].count, threads = threads_of(plan, launch, how);
  made.block[0] = static_cast<std::uint32_t>(threads);
  std::int64_t blocks = 0;
  bool is_empty = true;
  const situation s{graph, plan, launch, symbols, nullptr, device};
  for (int i = 0; i < count; ++i) {
    const kernel& k = kernel_at(plan, launch, i);
    if (is_only_arguments(graph, plan, k)) continue;
    const decision d = unpack(how, i);
    const std::int64_t volume = s.volume(s.space(k));
    if (k.what != kernel_kind::map) {
      if (k.what == kernel_kind::reduce || k.what == kernel_kind::row) measure_reduce(s, k, d, made);
      else if (k.what == kernel_kind::contract) measure_contract(s, k, d, made);
      else if (k.what == kernel_kind::scatter) measure_scatter(s, k, made);
      else measure_print(s, k, made);
      return made;
    }
    if (volume > 0) is_empty = false;
    blocks += map_blocks(s, k, d, threads);
  }
  made.is_empty = is_empty;
  made.grid[0] = static_cast<std::uint32_t>(blocks);
  return made;
}

}  // namespace sinter::core::cuda
