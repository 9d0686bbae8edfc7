// SPDX-License-Identifier: MIT
// Trees and arrays to and from the files NumPy reads: one array an .npy, a tree an .npz whose keys are the paths of members,
// layers.0.w.
#pragma once
#include <cstring>
#include <source_location>
#include <string>
#include <utility>
#include <vector>

#include "../array/numpy/file_kind.hpp"
#include "../array/numpy/npy.hpp"
#include "../array/numpy/npz.hpp"
#include "tree.hpp"

namespace sinter {
namespace core {

inline bool ends_with(const std::string& path, std::string_view ending) { return std::string_view(path).ends_with(ending); }

template <class T, int... E>
int leaf_extent(const array<T, E...>&, int axis) {
  constexpr int items[] = {E..., 0};
  return items[axis];
}

template <class Leaf>
Leaf leaf_from(const std::string& path, const std::string& name, const numpy::content& found) {
  using T = typename Leaf::value_type;
  constexpr bool is_bf16 = std::is_same_v<T, bfloat16>;
  if (found.type != (is_bf16 ? dtype::f32 : dtype_of<T>))
    throw io_error(sentence() << "load: " << path << ": '" << name << "' must hold "
                              << (is_bf16 ? "f32, to become bf16" : name_of(dtype_of<T>)) << "; it holds "
                              << name_of(found.type));
  const Leaf wanted;
  bool fits = static_cast<int>(found.extents.size()) == Leaf::rank;
  for (int i = 0; fits && i < Leaf::rank; ++i)
    fits = leaf_extent(wanted, i) == dyn || leaf_extent(wanted, i) == found.extents[static_cast<std::size_t>(i)];
  if (!fits) {
    sentence text;
    text << "load: " << path << ": '" << name << "' must have extents (";
    for (int i = 0; i < Leaf::rank; ++i) text << (i ? ", " : "") << leaf_extent(wanted, i);
    text << "), -1 being any; given (";
    for (std::size_t i = 0; i < found.extents.size(); ++i) text << (i ? ", " : "") << found.extents[i];
    throw io_error(text << ")");
  }
  Leaf made = Leaf::unset(found.extents.data());
  auto to = made.span();
  if constexpr (is_bf16) {
    float number;
    for (std::size_t i = 0; i < to.size(); ++i) {
      std::memcpy(&number, found.bytes.data() + i * sizeof(number), sizeof(number));
      to[i] = bfloat16(number);
    }
  } else if (!found.bytes.empty()) std::memcpy(to.data(), found.bytes.data(), found.bytes.size());
  return made;
}
// What a file holds of an array: itself, or of bf16 its numbers as f32, because NumPy has no bf16.
inline buffer* as_saved(buffer* memory) {
  if (memory->type != dtype::bf16) return memory;
  struct release {
    buffer* held;
    ~release() { held->drop(); }
  } guard{memory};
  const auto* const narrow = static_cast<const bfloat16*>(memory->host());
  buffer* const wide = buffer::make(dtype::f32, memory->rank, memory->extents);
  for (std::int64_t i = 0; i < memory->size; ++i) static_cast<float*>(wide->data)[i] = narrow[i];
  return wide;
}

template <class Tree>
void save_tree(const std::string& path, const Tree& tree) {
  if constexpr (!expression<Tree>)
    if (ends_with(path, ".npy"))
      throw io_error(sentence() << "save: a tree of arrays needs an .npz, an .npy holds one array; given '" << path << "'");
  std::vector<buffer*> held;
  struct release {
    std::vector<buffer*>& all;
    ~release() {
      for (buffer* memory : all) memory->drop();
    }
  } guard{held};
  std::vector<std::pair<std::string, numpy::reference>> entries;
  for_each_named_leaf([&](const sentence& name, const auto& leaf) {
    if (leaf.state() == holds::nothing) leaf.has_no_value(sentence() << "save: '" << name << "': ");
    buffer* memory = as_saved(leaf.share());
    held.push_back(memory);
    entries.emplace_back(
        name.text(), numpy::reference{memory->type, {memory->extents, static_cast<std::size_t>(memory->rank)}, memory->host()});
  }, tree);
  if constexpr (expression<Tree>)
    if (!ends_with(path, ".npz")) return numpy::write_npy(path, entries.front().second);
  for (auto& entry : entries)
    if (entry.first.empty()) entry.first = "arr_0";
  numpy::write_npz(path, entries);
}

template <class Tree>
void load_tree(const std::string& path, Tree& tree) {
  const numpy::file_kind kind = numpy::kind_of_file(path);
  if constexpr (expression<Tree>) {
    if (kind == numpy::file_kind::npy || (kind == numpy::file_kind::unknown && !ends_with(path, ".npz"))) {
      tree = leaf_from<Tree>(path, "array", numpy::read_npy(path));
      return;
    }
  } else if (kind == numpy::file_kind::npy)
    throw io_error(sentence() << "load: a tree of arrays needs an .npz, an .npy holds one array; given '" << path << "'");
  const auto entries = numpy::read_npz(path);
  Tree loaded = tree;
  for_each_named_leaf([&](const sentence& given, auto& leaf) {
    const std::string name = std::string_view(given).empty() ? "arr_0" : given.text();
    for (const auto& [key, content] : entries)
      if (key == name) {
        leaf = leaf_from<std::remove_cvref_t<decltype(leaf)>>(path, name, content);
        return;
      }
    throw io_error(sentence() << "load: " << path << " has no array named '" << name << "'; it has " << entries.size()
                              << " arrays");
  }, loaded);
  tree = std::move(loaded);
}

// What is wrong with a file is told with the user's line.
template <class Action>
void with_line(const std::source_location& where, Action action) {
  try {
    action();
  } catch (const io_error& found) {
    throw io_error(located(where) << found.what());
  } catch (const shape_error& found) {
    throw shape_error(located(where) << found.what());
  }
}
}  // namespace core

// Writes a tree to an .npz (one entry an array, named by its path), or one array to an .npy; bf16 as f32. Throws io_error;
// the old file stays as it was unless the new one is whole.
template <class Tree>
void save(const std::string& path, const Tree& tree, std::source_location where = std::source_location::current()) {
  core::with_line(where, [&] { core::save_tree(path, tree); });
}

// Fills a tree from an .npz, or an array from an .npy or the entry arr_0 of an .npz: as in NumPy, what the file begins with
// counts, and not its name. Element types and static extents must agree; bf16 is read from f32
// and rounded. Throws io_error, and then the tree holds what it held.
template <class Tree>
void load(const std::string& path, Tree& tree, std::source_location where = std::source_location::current()) {
  core::with_line(where, [&] { core::load_tree(path, tree); });
}

}  // namespace sinter
