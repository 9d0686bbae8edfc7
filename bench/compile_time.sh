#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a program costs to compile, as one page in Markdown: networks of more and more nodes by stage, kernels, headers, the
# longest symbol, and the memory of the digits example; with both compilers. User seconds, the least of SINTER_REPEATS runs.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
flags=(-std=c++20 -Iinclude -march=native -ffp-contract=off)
network=bench/compile_time/network.cpp
TIMEFORMAT=%U
# Beyond some 2,000 nodes the compilers ask for more steps in one constant evaluation.
declare -A more=([g++]="-fconstexpr-ops-limit=500000000 -fconstexpr-loop-limit=2000000" [clang++-16]="-fconstexpr-steps=100000000")

seconds() {
  local i
  for ((i = 0; i < ${SINTER_REPEATS:-3}; ++i)); do
    { time "$@" > /dev/null 2> "$folder/errors"; } 2>&1 || { cat "$folder/errors" >&2; exit 1; }
  done | sort -n | head -n 1
}
minus() { awk -v x="$1" -v y="$2" -v per="${3:-1}" -v digits="${4:-2}" 'BEGIN { printf "%.*f", digits, (x - y) / per }'; }

echo "Measured on $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg); $(g++ -dumpfullversion) and $(clang++-16 -dumpversion)."
echo
echo "| nodes captured, simplified | kernels, distinct | compiler | capture + gradient | + simplify | + plan | ms a node | native kernels at -O2 | s a distinct kernel | the runtime elsewhere |"
echo "|---|---|---|---|---|---|---|---|---|---|"
for layers in ${SINTER_LAYERS:-0 1 11 46}; do
  g++ "${flags[@]}" ${more[g++]} -DLAYERS="$layers" -DSTAGE=3 -DREPORT $network -o "$folder/report"
  read -r raw nodes kernels distinct <<< "$("$folder/report")"
  for compiler in g++ clang++-16; do
    at=("$compiler" "${flags[@]}" -DLAYERS="$layers" -c $network -o "$folder/o.o")
    [ "$raw" -le 2500 ] || at+=(${more[$compiler]})
    headers=$(seconds "${at[@]}" -DSTAGE=0)
    captured=$(seconds "${at[@]}" -DSTAGE=1)
    simplified=$(seconds "${at[@]}" -DSTAGE=2)
    planned=$(seconds "${at[@]}" -DSTAGE=3)
    native="" each="" elsewhere=""
    if [ "$raw" -le 2500 ]; then
      before=$(seconds "${at[@]}" -O2 -DSTAGE=3)
      after=$(seconds "${at[@]}" -O2 -DSTAGE=4)
      native=$(minus "$after" "$before") each=$(minus "$after" "$before" "$distinct")
      before=$(seconds "${at[@]}" -O2 -DSINTER_RUNTIME_ELSEWHERE -DSTAGE=3)
      after=$(seconds "${at[@]}" -O2 -DSINTER_RUNTIME_ELSEWHERE -DSTAGE=4)
      elsewhere=$(minus "$after" "$before" "$distinct")
    fi
    echo "| $raw, $nodes | $kernels, $distinct | $compiler | $(minus "$captured" "$headers") | $(minus "$simplified" "$headers") | $(minus "$planned" "$headers") | $(awk -v x="$planned" -v y="$headers" -v n="$raw" 'BEGIN { printf "%.2f", 1000 * (x - y) / n }') | $native | $each | $elsewhere |"
  done
done

echo
echo "| measure | g++ | clang++ |"
echo "|---|---|---|"
row() {  # title function
  echo "| $1 | $($2 g++) | $($2 clang++-16) |"
}
cost_of_graph() {
  minus "$(seconds "$1" "${flags[@]}" -fsyntax-only bench/compile_time/graph.cpp)" "$(seconds "$1" "${flags[@]}" -fsyntax-only -DGRAPH_ONLY bench/compile_time/standard.cpp)"
}
cost_of_all() {
  minus "$(seconds "$1" "${flags[@]}" -fsyntax-only bench/compile_time/umbrella.cpp)" "$(seconds "$1" "${flags[@]}" -fsyntax-only bench/compile_time/standard.cpp)"
}
cost_of_all_compiled() {
  minus "$(seconds "$1" "${flags[@]}" -O2 -c -o "$folder/o.o" bench/compile_time/umbrella.cpp)" "$(seconds "$1" "${flags[@]}" -O2 -c -o "$folder/o.o" bench/compile_time/standard.cpp)"
}
limits_of_2000() {
  "$1" "${flags[@]}" -DLAYERS=23 -DSTAGE=3 -fsyntax-only $network 2> /dev/null && echo passes || echo fails
}
longest_symbol() {
  "$1" "${flags[@]}" -fopenmp -DSINTER_USE_DNNL -O2 -c examples/02_digits.cpp -o "$folder/o.o"
  nm "$folder/o.o" | awk '{ print length($NF) }' | sort -n | tail -n 1
}
memory_of_digits() {  # MB of the process that compiles
  python3 - "$1" "${flags[@]}" -O2 -c examples/02_digits.cpp -o "$folder/o.o" << 'PYTHON'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1000)
PYTHON
}
row "include: graph and transformations, s" cost_of_graph
row "include: sinter.hpp, -fsyntax-only, s" cost_of_all
row "include: sinter.hpp, -O2 -c, s" cost_of_all_compiled
row "2,000 nodes at default limits" limits_of_2000
row "digits example, longest symbol, characters" longest_symbol
row "digits example, peak memory, MB" memory_of_digits
