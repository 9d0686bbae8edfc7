#!/bin/sh
# SPDX-License-Identifier: MIT
# order.sh FOLDER: reads the include lines of every header under FOLDER/sinter and prints those that point the wrong way.
# A header may include headers of its own room and of the rooms before it; cpu and cuda never see each other; nothing in
# a room includes an umbrella (a header directly in sinter/); and there is no cycle.
set -eu
cd "$1"
[ -d sinter ] || { echo "order: no sinter/ in $1"; exit 1; }
find sinter -name '*.hpp' | LC_ALL=C sort | xargs awk '
BEGIN {
  split("array graph primitive expression tree transform simplify plan cpu,cuda jit shard", order, " ")
  for (i in order) { split("", side); n = split(order[i], side, ","); for (j = 1; j <= n; ++j) rank[side[j]] = i + 0 }
}
function offence(place, sentence) { print place ": " sentence; ++offences }
function room_of(path,   part) { return split(path, part, "/") > 2 ? part[2] : "" }

FNR == 1 { files[++headers] = FILENAME; room = room_of(FILENAME); if (room != "" && !(room in rank)) offence(FILENAME, room " is no room") }

/^[ \t]*#[ \t]*include[ \t]*[<"]/ {
  path = $0
  sub(/^[^<"]*[<"]/, "", path); sub(/[>"].*/, "", path)
  if ($0 ~ /include[ \t]*"/ && path !~ /^sinter\//) {   # relative to this header
    folder = FILENAME; sub(/\/[^\/]*$/, "/", folder); path = folder path
    while (path ~ /\/\.\//) sub(/\/\.\//, "/", path)
    while (path ~ /[^\/]+\/\.\.\//) sub(/[^\/]+\/\.\.\//, "", path)
  }
  if (path !~ /^sinter\//) next
  to = room_of(path)
  edge[FILENAME, ++edges[FILENAME]] = path
  if (room == "") next   # an umbrella may include anything
  if (to == "") offence(FILENAME ":" FNR, room " must not include the umbrella " path)
  else if (!(to in rank)) offence(FILENAME ":" FNR, to " is no room")
  else if (rank[to] > rank[room] || (rank[to] == rank[room] && to != room)) offence(FILENAME ":" FNR, room " must not include " to ": " path)
}

# Depth first; a header met again while it is still open closes a cycle.
function visit(header, trail,   i) {
  if (state[header] == "done") return
  if (state[header] == "open") { offence(header, "include cycle: " trail header); return }
  state[header] = "open"
  for (i = 1; i <= edges[header]; ++i) visit(edge[header, i], trail header " -> ")
  state[header] = "done"
}
END {
  for (i = 1; i <= headers; ++i) visit(files[i], "")
  printf "headers: %d, offences: %d\n", headers, offences
  exit offences > 0
}'
