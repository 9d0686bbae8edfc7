// SPDX-License-Identifier: MIT
// The headers of the standard library, the system and the compiler that sinter.hpp reaches, alone: what is subtracted when the
// cost of including sinter is measured. Boost.Hana, xsimd and oneDNN count as sinter's own.
#include <sys/single_threaded.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <new>
#include <source_location>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#ifndef GRAPH_ONLY
#include <fcntl.h>
#include <immintrin.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <memory>
#include <mutex>
#include <ostream>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>
#endif
