#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a program costs to compile: user seconds by stage for networks of more and more nodes, with both compilers. Cumulative;
# the differences divided by the nodes are what the README quotes.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
flags=(-std=c++20 -Iinclude -march=native -ffp-contract=off)
TIMEFORMAT=%U

seconds() {  # median of three
  local all=() i
  for i in 1 2 3; do all+=("$({ time "$@" 2> "$folder/errors" || cat "$folder/errors" >&2; } 2>&1)"); done
  printf '%s\n' "${all[@]}" | sort -n | sed -n 2p
}

echo "raw nodes, simplified, kernels, distinct | compiler | headers, capture + gradient, simplify, plan, kernels -O2 (user s)"
for layers in ${SINTER_LAYERS:-1 3 12 22}; do
  g++ "${flags[@]}" -DLAYERS="$layers" -DSTAGE=3 -DREPORT bench/compile_time/network.cpp -o "$folder/report"
  facts=$("$folder/report")
  for compiler in g++ clang++-16; do
    row=""
    for stage in 0 1 2 3; do row+="$(seconds "$compiler" "${flags[@]}" -DLAYERS="$layers" -DSTAGE=$stage -c bench/compile_time/network.cpp -o "$folder/o.o") "; done
    row+=$(seconds "$compiler" "${flags[@]}" -O2 -DLAYERS="$layers" -DSTAGE=4 -c bench/compile_time/network.cpp -o "$folder/o.o")
    echo "$facts | $compiler | $row"
  done
done
echo "longest symbol:"
for compiler in g++ clang++-16; do
  "$compiler" "${flags[@]}" -O2 -DLAYERS=3 -c bench/compile_time/network.cpp -o "$folder/o.o"
  echo "  $compiler $(nm "$folder/o.o" | awk '{print length($NF)}' | sort -n | tail -1)"
done
