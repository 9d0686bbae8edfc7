// SPDX-License-Identifier: MIT
// The reader of documentation, for the tests here whose figures a page shows.
#include "../docs/pages.cpp"
