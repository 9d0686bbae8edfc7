// SPDX-License-Identifier: MIT
// A user's own words stay theirs beside `using namespace sinter`.
#include <sinter/sinter.hpp>

using namespace sinter;

struct node { int value = 1; };
struct graph { node first; };
struct plan { int kernels = 2; };
struct shape { int rank = 3; };
struct buffer { int bytes = 4; };
struct term { int number = 5; };
struct builder { int nodes = 6; };
struct kernel { int phases = 7; };
static_assert(graph{}.first.value + plan{}.kernels + shape{}.rank + buffer{}.bytes + term{}.number + builder{}.nodes + kernel{}.phases == 28);
