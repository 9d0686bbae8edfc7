#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds on a machine with an NVIDIA GPU, times copies, maps, rows, reductions, products and calls there, runs the PTX
# corpus and the GPU tests, and prints one table, also kept as gpu.md in the build folder. Needs g++ 12 or newer, CMake
# 3.25 or newer, the driver, NVRTC; cuBLAS is used where it is found. No network.
#   run.sh [--with FOLDER]    headers packed by pack.sh; third_party beside this checkout by default, if it exists
#          [--build FOLDER]   build/gpu by default
#          [--rooms ROOMS]    which tests, as SINTER_TEST_ROOMS; cuda by default
#          [--software]       on the software driver, small extents, no times: checks that all of this works
#          [--built FOLDER]   builds nothing: the programs are in FOLDER; leaves out the tests
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
with=$root/../third_party build=$root/build/gpu built="" software="" rooms=cuda
while [ $# -gt 0 ]; do
  case $1 in
    --with) with=$2; shift ;;
    --build) build=$2; shift ;;
    --rooms) rooms=$2; shift ;;
    --built) built=$2; shift ;;
    --software) software=--software ;;
    *) sed -n '3,/^set /{/^#/s/^# \{0,1\}//p}' "$0" >&2; exit 2 ;;
  esac
  shift
done
jobs=$(nproc) failed=0
say() { printf '==== %s (%d s)\n' "$*" "$SECONDS" >&2; }

# ---- build ----
if [ -z "$built" ]; then
  built=$build
  # -w: other compilers have other warnings.
  options=("-DSINTER_TEST_ROOMS=$rooms" -DSINTER_EXAMPLES=OFF -DCMAKE_BUILD_TYPE=Release
           "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -w")
  [ -n "$software" ] || options+=("-DSINTER_TEST_CUDA_DRIVER=${SINTER_CUDA_DRIVER:-libcuda.so.1}")
  [ ! -d "$with" ] || options+=("-DCMAKE_PREFIX_PATH=$(cd "$with" && pwd)")
  keep_going=-k
  ! command -v ninja > /dev/null || { options+=(-G Ninja); keep_going=-k0; }
  say configure
  cmake -S "$root" -B "$build" "${options[@]}" >&2
  say build
  # What does not build fails, and the rest still runs: time on such machines is short.
  targets=(gpu_measure gpu_replay test_cuda softcuda)
  cmake --build "$build" --parallel "$jobs" --target "${targets[@]}" -- "$keep_going" >&2 || failed=1
  has_tests=1
fi

# ---- run: first what is worth most; each part adds lines to the table, and one that fails does not end the others ----
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -z "$software" ] || export SINTER_CUDA_DRIVER=$built/tests/softcuda/driver/libcuda.so.1
export SINTER_CACHE_DIR=$work/cache   # programs of earlier runs would make cold starts warm
programs=$built/bench/gpu

# measure FILE arguments...
measure() {
  local file=$work/$1 status=0
  shift
  "$programs/measure" "$@" $software > "$file" || status=$?
  cat "$file" >&2
  [ "$status" = 0 ] || failed=1
  [ "$status" != 77 ] || [ -z "$software" ] || exit 77   # no NVRTC here: the test is skipped
}
say times
measure 3.md first cold
measure 4.md first warm
measure 2.md

if [ -x "$programs/replay" ]; then
  say "PTX corpus"
  quick=""
  [ -z "$software" ] || quick=--quick
  # The chapter of halves is exhaustive, and large for the software driver, whose own tests run it anyway.
  "$programs/replay" --list | if [ -n "$software" ]; then grep -v '^half$'; else cat; fi |
    xargs -P "$jobs" -I {} sh -c "'$programs/replay' {} $quick > '$work/1.{}.md'" || failed=1
fi

if [ -n "${has_tests-}" ]; then
  say "GPU tests"
  began=$SECONDS
  at_once=$((jobs < 4 ? jobs : 4))
  (cd "$built" && timeout 240 ctest --label-regex '^cuda$' --exclude-regex '^bench' --timeout 200 --parallel "$at_once") \
    > "$work/tests.log" 2>&1 || true
  cp "$work/tests.log" "$built/gpu_tests.log"
  grep -E '[*][*][*]' "$work/tests.log" >&2 || true
  # "100% tests passed, 0 tests failed out of 24"; files with a case that said "skipped: ..." are listed as skipped.
  if [[ $(grep 'tests failed out of' "$work/tests.log") =~ ([0-9]+)\ tests\ failed\ out\ of\ ([0-9]+) ]]; then
    bad=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
    partly=$(grep -c '[*][*][*]Skipped' "$work/tests.log" || true)
    [ "$bad" = 0 ] || failed=1
    passed="$((all - bad)) passed, $bad failed; $partly skip cases; $((SECONDS - began)) s"
    echo "| tests on the device | $all files | $passed | | | | all |" > "$work/0.md"
  else
    failed=1
    echo "| tests on the device | | did not finish: see gpu_tests.log | | | | all |" > "$work/0.md"
  fi
fi

# ---- the table ----
{
  device=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2> /dev/null | head -n 1) || device=""
  [ -z "$software" ] || device="the software driver: no time is a claim"
  echo "sinter on ${device:-a device that nvidia-smi does not name}; $(date -u +%Y-%m-%d); $SECONDS s in all"
  echo
  echo "| measure | size | sinter | by hand | cuBLAS | share | aim |"
  echo "|---|---|---|---|---|---|---|"
  cat "$work"/[0-9]*.md
} | tee "$work/gpu.md"
[ -n "$software" ] || cp "$work/gpu.md" "$built/gpu.md"
[ "$failed" = 0 ] || echo "run.sh: something failed; see above" >&2
exit "$failed"
