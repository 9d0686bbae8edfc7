#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# pack.sh FOLDER [compiler]: copies the headers that sinter and its tests stand on (Boost.Hana, xsimd, doctest) from
# this machine into FOLDER, laid out so that CMake finds them there (run.sh --with FOLDER), for machines without a
# network.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
[ $# -ge 1 ] || { sed -n 's/^# \(pack.sh\)/usage: \1/p' "$0" >&2; exit 2; }
mkdir -p "$1/include" "$1/lib/cmake/doctest"
folder=$(cd "$1" && pwd)
compiler=${2:-${CXX:-g++}}

# The headers that a line of C++ includes, one a line.
headers_of() {
  echo "$1" | "$compiler" -std=c++20 -march=native -DSINTER_USE_CUDA=1 -I"$here/../../include" -M -x c++ - 2> /dev/null |
    sed 's/\\$//' | tr -s ' ' '\n'
}
# Where the compiler finds a header.
folder_of() {
  local found
  found=$(headers_of "#include <$1>" | sed -n "\\:/$1\$:p") || true
  [ -n "$found" ] || { echo "pack: $compiler does not find <$1>; install $2 here first" >&2; exit 1; }
  found=${found%%$'\n'*}
  echo "${found%"/$1"}"
}
hana=$(folder_of boost/hana.hpp libboost-dev)
xsimd=$(folder_of xsimd/xsimd.hpp libxsimd-dev)
doctest=$(folder_of doctest/doctest.h doctest-dev)

mkdir -p "$folder/include/boost"
cp -RL "$hana/boost/hana.hpp" "$hana/boost/hana" "$folder/include/boost/"
cp -RL "$xsimd/xsimd" "$folder/include/"
mkdir -p "$folder/include/doctest"
cp -L "$doctest/doctest/doctest.h" "$folder/include/doctest/"
cat > "$folder/lib/cmake/doctest/doctestConfig.cmake" << 'CONFIG'
# Written by sinter's bench/gpu/pack.sh.
if(NOT TARGET doctest::doctest)
  add_library(doctest::doctest INTERFACE IMPORTED)
  set_target_properties(doctest::doctest PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${CMAKE_CURRENT_LIST_DIR}/../../../include")
endif()
CONFIG

# Their licences, where Debian keeps them.
mkdir -p "$folder/licences"
for package in libboost-dev libxsimd-dev doctest-dev; do
  [ ! -e "/usr/share/doc/$package/copyright" ] || cp -L "/usr/share/doc/$package/copyright" "$folder/licences/$package"
done

# What Hana and xsimd include of their neighbours besides.
for from in "$hana" "$xsimd"; do
  headers_of '#include <sinter/sinter.hpp>' | { grep -E "^$from/(boost|xsimd)/" || true; } | while read -r header; do
    to=$folder/include/${header#"$from/"}
    [ -e "$to" ] || { mkdir -p "$(dirname "$to")"; cp -L "$header" "$to"; }
  done
done
echo "packed into $folder: $(du -sh "$folder" | cut -f 1)"
