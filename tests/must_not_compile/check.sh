#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh FILE FIRST|n LINES USER_LINE COMPILER FLAGS_FILE TEXT...: see sinter_must_not_compile in CMakeLists.txt.
set -u
file=$1 where=$2 limit=$3 user_line=$4 compiler=$5 flags=$6
shift 6
export LC_ALL=C

compile() { "$compiler" "@$flags" -fsyntax-only -fdiagnostics-color=never "$@" "$file" 2>&1; }
failures=0
fail() { echo "must_not_compile: $*"; failures=1; }
has() { printf '%s\n' "$1" | grep -qF -- "$2"; }

without=$(compile) || fail "without the mistake it must compile"
[ -z "$without" ] || { fail "without the mistake the compiler must be silent"; printf '%s\n' "$without" | head -n 40; }

if said=$(compile -DMISTAKE); then
  fail "with the mistake it compiles"
fi
case $said in *"internal compiler error"* | *"PLEASE submit a bug report"*) fail "the compiler crashed" ;; esac

first=$(printf '%s\n' "$said" | grep -m 1 'error:')
if [ "$where" = FIRST ]; then
  heard=$first named=$said place="the first error line"
else
  heard=$(printf '%s\n' "$said" | head -n "$where") named=$heard place="the first $where lines"
fi
for text in "$@"; do
  has "$heard" "$text" || fail "$place must say: $text"
done

if [ "$user_line" = TRUE ]; then
  line=$(grep -n '// the mistake' "$file" | head -n 1 | cut -d : -f 1)
  [ -n "$line" ] || fail "no line is marked '// the mistake'"
  has "$named" "${file##*/}:$line:" || fail "must name the user's line: ${file##*/}:$line"
fi

# What the lesson on mistakes shows of the message of this compiler; a line may be cut off with three dots.
page=$(dirname "$0")/../../docs/lessons/5_mistakes.md
case $("$compiler" --version) in *clang*) name=clang++ version=16 ;; *) name=g++ version=12 ;; esac
case $("$compiler" -dumpversion) in
  $version | $version.*)
    mark="<!-- message: tests/must_not_compile/${file##*/} [$name] -->"
    shown=$(awk -v mark="$mark" '$0 == mark { getline; on = 1; next } /^```$/ { on = 0 } on' "$page")
    while IFS= read -r text; do
      [ -z "$text" ] || has "$said" "${text%...}" || fail "docs/lessons/5_mistakes.md shows: $text"
    done << SHOWN
$shown
SHOWN
    ;;
esac

lines=$(printf '%s\n' "$said" | wc -l)
[ "$lines" -le "$limit" ] || fail "at most $limit lines, not $lines"

[ "$failures" = 0 ] || { echo "---- it said, in $lines lines:"; printf '%s\n' "$said" | head -n 100; }
exit "$failures"
