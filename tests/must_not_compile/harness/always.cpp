// SPDX-License-Identifier: MIT
// Compiles with the mistake too: the harness must notice.
int main() {}
