// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

#ifdef MISTAKE
f32<2147483647, 2147483647> made;  // the mistake
#else
f32<2, 3> made;
#endif
