// SPDX-License-Identifier: MIT
// Bytes with their shadow. Four bytes (a granule) have one shade: low nibble: written, high nibble: belongs to a live
// block; and, for the launch that runs, tokens of the last writer and of a reader: segment * 128 + is_shared * 64 +
// is_read_only * 32 + lane. A segment is a stretch of one warp between synchronisations; tokens below a launch's first
// segment are history.
#pragma once
#include <cstdint>
#include <type_traits>

namespace softcuda {

// clang-format off
template <class T> struct may_alias;
#define SOFTCUDA_MAY_ALIAS(T) template <> struct may_alias<T> { typedef T type __attribute__((may_alias)); };
SOFTCUDA_MAY_ALIAS(std::uint8_t)
SOFTCUDA_MAY_ALIAS(std::int8_t)
SOFTCUDA_MAY_ALIAS(std::uint16_t)
SOFTCUDA_MAY_ALIAS(std::int16_t)
SOFTCUDA_MAY_ALIAS(std::uint32_t)
SOFTCUDA_MAY_ALIAS(std::int32_t)
SOFTCUDA_MAY_ALIAS(std::uint64_t)
SOFTCUDA_MAY_ALIAS(std::int64_t)
SOFTCUDA_MAY_ALIAS(float)
SOFTCUDA_MAY_ALIAS(double)
#undef SOFTCUDA_MAY_ALIAS
// clang-format on
template <class T> using aliasing = typename may_alias<T>::type;

inline constexpr std::uint32_t token_many = 64, token_read_only = 32, token_lane = 31;
constexpr std::uint32_t token_of(std::uint32_t segment, unsigned lane) { return segment << 7 | lane; }
constexpr std::uint32_t segment_of(std::uint32_t token) { return token >> 7; }

// A line of 32 granules in global memory. Full warps that touch whole lines are noted here and not in the granules,
// whose tokens then mean nothing. `stamp` is the first token of the launch that touched the line last, odd: its granules
// have tokens of their own. A token names the first of the lanes that share the line, and in the low bits of the lane how
// wide each one's part is: 1 << shift granules. Token 0: nobody.
struct line_mark {
  std::uint32_t stamp, writer, reader;
  std::uint16_t writer_at, reader_at;
};
inline constexpr std::uint64_t line_bytes = 128, row_bytes = 64;

struct region {
  std::uint64_t base = 0, size = 0;  // addresses [base, base + size)
  unsigned char* bytes = nullptr;
  std::uint8_t* shade = nullptr;                                   // size / 4
  std::uint32_t *writers = nullptr, *readers = nullptr;            // size / 4, null: races are not watched
  std::uint16_t *writer_at = nullptr, *reader_at = nullptr;        // instruction of that access
  std::uint32_t *byte_writers = nullptr, *byte_readers = nullptr;  // size
  line_mark* lines = nullptr;                                      // size / 128; null in shared memory
  // The same lines: 0xFF where all granules are so, 0xF0 where all belong to a live block, 0 where nobody has looked.
  std::uint8_t* line_shade = nullptr;
  // In shared memory, a row of 64 bytes each: the first token of the epoch in which another read of it would change and find
  // nothing, for all was written before and several threads have read all of it since. Null elsewhere.
  std::uint32_t* settled = nullptr;
  std::uint32_t first_token = 0;
  // of a granule whose bytes have tokens of their own; its segment is nobody's, and as old as its epoch
  std::uint32_t split_token = 0;
  bool is_shared = false;
};

}  // namespace softcuda
