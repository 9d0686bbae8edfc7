// SPDX-License-Identifier: MIT
// Small graphs of each primitive, and the texts of their kernels.
#pragma once
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cuda/planned.hpp"

namespace cuda_tests {

inline constexpr dtype all_types[] = {dtype::b8,  dtype::u8,  dtype::i32, dtype::u32, dtype::i64,
                                      dtype::f32, dtype::f64, dtype::f16, dtype::bf16};

// A node of the row over fresh parameters, for each way it can be made.
inline std::vector<term> examples_of(builder& graph, const primitive& op, dtype type,
                                     std::initializer_list<std::int64_t> extents) {
  std::vector<term> made;
  const auto fresh = [&](dtype of) { return parameter_with(graph, of, extents); };
  if (row_pointer(&op) == &primitives::select_n) {
    for (const dtype of : all_types) made.push_back(select(fresh(dtype::b8), fresh(of), fresh(of)));
  } else if (row_pointer(&op) == &primitives::threefry2x32) {
    made.push_back(threefry(fresh(dtype::u32), fresh(dtype::u32), fresh(dtype::i64)));
  } else if (row_pointer(&op) == &primitives::convert_element_type) {
    for (const dtype to : all_types)
      if (to != type) made.push_back(cast(fresh(type), to));
  } else if (row_pointer(&op) == &primitives::bitcast_convert_type) {
    for (const dtype to : all_types)
      if (to != type && size_of(to) == size_of(type) && to != dtype::b8 && type != dtype::b8)
        made.push_back(bitcast(fresh(type), to));
  } else if (row_pointer(&op) == &primitives::integer_pow) {
    for (const int n : {-3, 2, 7})
      if (n > 0 || is_floating(type)) made.push_back(integer_pow(fresh(type), n));
  } else if (op.kind == family::reduction) {
    made.push_back(emit(op, fresh(type), {}, {}, 1));
    made.push_back(emit(op, fresh(type), {}, {}, 2));
    if (op.gives != sinter::core::result::index) made.push_back(emit(op, fresh(type), {}, {}, 3));
  } else {
    made.push_back(emit(op, fresh(type), op.arity > 1 ? fresh(type) : term{}, op.arity > 2 ? fresh(type) : term{}));
  }
  return made;
}

// Kernels in programs of a few dozen, each text once.
class programs_of_kernels {
 public:
  static constexpr int most = 24;
  struct kernel_text {
    std::shared_ptr<const planned_graph> of;
    int launch = 0;
    written_launch is;
  };
  std::vector<kernel_text> kernels;

  void add(const builder& graph, int alignment = 16) {
    const auto planned = std::make_shared<const planned_graph>(graph);
    for (int l = 0; l < planned->plan().count.launches; ++l)
      add({planned, l, write_launch(*planned, l, {}, alignment)});
  }
  void add(kernel_text made) {
    if (names_.insert(made.is.text.name).second) kernels.push_back(std::move(made));
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> made;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      if (i % most == 0) made.emplace_back();
      made.back() += kernels[i].is.text.text + "\n";
    }
    return made;
  }

 private:
  std::set<std::string> names_;
};

// A kernel or more for each primitive of a family that takes the type.
inline std::string all_texts(family kind, dtype type) {
  programs_of_kernels made;
  for (const primitive* op : primitives::all::at) {
    if (op->kind != kind || !(op->takes & only(type))) continue;
    builder graph;
    for (const term x : examples_of(graph, *op, type, {37, 12})) give(x);
    made.add(graph);
  }
  std::string all;
  for (const std::string& text : made.texts()) all += text;
  return all;
}

}  // namespace cuda_tests
