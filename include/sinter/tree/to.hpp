// SPDX-License-Identifier: MIT
// Whole trees from device to device.
#pragma once
#include "tree.hpp"

namespace sinter {

// The arrays of a tree, or what an expression computes, on another device. In a trace the same. Throws device_error.
template <class Tree, class Build = core::this_build>
  requires core::tree_node<Tree>
constexpr auto to(const Tree& tree, device where) {
  core::bound_result<Tree> moved(tree);
  core::for_each_leaf([&](auto& leaf) { leaf = leaf.template to<Build>(where); }, moved);
  return moved;
}

}  // namespace sinter
