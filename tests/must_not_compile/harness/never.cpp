// SPDX-License-Identifier: MIT
// Fails without the mistake too: the harness must notice.
static_assert(false, "does not compile either way");
