// SPDX-License-Identifier: MIT
// `lanes<T>`: 32 consecutive elements as one value, in as many registers as T needs. `lanes<bool>` is 32 bits. The
// values of primitives (primitive/*.hpp) compute with it exactly as with a scalar.
#pragma once
#include <array>

#include "../tail.hpp"
#include "half.hpp"
#include "vector.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

template <class T> struct lanes {
  using element = T;
  static constexpr int width = vectors::width<T>, registers = lane_count / width;
  vectors::vector<T> v[registers];

  lanes() = default;
  template <class S>
    requires std::is_arithmetic_v<S>
  SINTER_LANES explicit lanes(S value) {
    const vectors::vector<T> all = vectors::splat(static_cast<T>(value));
    vectors::each<registers>([&]<int I>() __attribute__((always_inline)) { v[I] = all; });
  }
};

template <> struct lanes<bool> {
  using element = bool;
  std::uint32_t bits;

  lanes() = default;
  SINTER_LANES explicit lanes(bool value) : bits(value ? ~std::uint32_t{0} : 0) {}
  SINTER_LANES explicit lanes(int value) : lanes(value != 0) {}
  SINTER_LANES static lanes of_bits(std::uint32_t bits) {
    lanes made;
    made.bits = bits;
    return made;
  }
};

// Halves: floats that are halves. Arithmetic takes them as floats (`opened`), and its results are rounded (`closed`).
template <half T> struct lanes<T> {
  using element = T;
  lanes<float> wide;

  lanes() = default;
  template <class S>
    requires is_number<S>
  SINTER_LANES explicit lanes(S value) : wide(static_cast<float>(static_cast<T>(value))) {}
};

// The value whose register I is f<I>().
template <class T, class F> SINTER_LANES lanes<T> made_of(F&& f) {
  lanes<T> made;
  vectors::each<lanes<T>::registers>([&]<int I>()
                                         __attribute__((always_inline)) { made.v[I] = f.template operator()<I>(); });
  return made;
}

// ---- memory: bools are bytes, 0 or 1 ----

namespace vectors {
// Eight bits as eight bytes, 0 or 1.
SINTER_LANES std::uint64_t bytes_of(std::uint32_t eight) {
  const std::uint64_t spread = (eight * 0x0101010101010101u) & 0x8040201008040201u;
  return ((spread + 0x7f7f7f7f7f7f7f7fu) >> 7) & 0x0101010101010101u;
}
}  // namespace vectors

template <class T> SINTER_LANES lanes<T> load(const char* from) {
  if constexpr (std::is_same_v<T, bool>) {
#if defined(__AVX512VL__) && defined(__AVX512BW__)
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    return lanes<bool>::of_bits(_mm256_test_epi8_mask(bytes, bytes));
#else
    std::uint32_t zeros = 0;  // byte by byte: what padding holds must not reach its neighbours
    for (int i = 0; i < 2; ++i) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 16 * i));
      zeros |= static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()))) << (16 * i);
    }
    return lanes<bool>::of_bits(~zeros);
#endif
  } else if constexpr (is_half<T>) {
    lanes<T> made;
    made.wide = made_of<float>([&]<int I>() __attribute__((always_inline)) {
      return vectors::load_halves<T>(from + I * vectors::half_register_bytes);
    });
    return made;
  } else {
    return made_of<T>([&]<int I>() __attribute__((always_inline)) {
      vectors::vector<T> some;
      std::memcpy(&some, from + I * static_cast<int>(sizeof(some)), sizeof(some));
      return some;
    });
  }
}

// The element at `from` in every lane.
template <class T> SINTER_LANES lanes<T> splat_of(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return lanes<T>(value);
}

template <class T> SINTER_LANES void store(char* to, const lanes<T>& x) {
  if constexpr (std::is_same_v<T, bool>) {
#if defined(__AVX512VL__) && defined(__AVX512BW__)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_maskz_set1_epi8(x.bits, 1));
#else
    const std::uint64_t eight[4] = {vectors::bytes_of(x.bits & 255), vectors::bytes_of(x.bits >> 8 & 255),
                                    vectors::bytes_of(x.bits >> 16 & 255), vectors::bytes_of(x.bits >> 24)};
    std::memcpy(to, eight, 32);
#endif
  } else if constexpr (is_half<T>) {
    vectors::each<lanes<float>::registers>([&]<int I>() __attribute__((always_inline)) {
      vectors::store_halves<T>(to + I * vectors::half_register_bytes, x.wide.v[I]);
    });
  } else {
    vectors::each<lanes<T>::registers>([&]<int I>() __attribute__((always_inline)) {
      std::memcpy(to + I * static_cast<int>(sizeof(x.v[I])), &x.v[I], sizeof(x.v[I]));
    });
  }
}

// What arithmetic computes with, and its result as elements of type T.
template <class T> SINTER_LANES lanes<computed<T>>& opened(lanes<T>& x) {
  if constexpr (is_half<T>)
    return x.wide;
  else
    return x;
}
template <class T> SINTER_LANES const lanes<computed<T>>& opened(const lanes<T>& x) {
  if constexpr (is_half<T>)
    return x.wide;
  else
    return x;
}
template <class T, class C> SINTER_LANES lanes<T> closed(const lanes<C>& x) {
  if constexpr (is_half<T> && std::is_same_v<C, float>) {
    lanes<T> made;
    made.wide = made_of<float>(
        [&]<int I>() __attribute__((always_inline)) { return vectors::nearest_half<T>(x.v[I]); });
    return made;
  } else
    return x;
}

// The first `count` elements from memory, the others from `rest`; nothing past them is read.
template <class T> SINTER_LANES lanes<T> load_some(const char* from, std::int64_t count, const lanes<T>& rest) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  if constexpr (!is_half<T> && sizeof(lanes<T>) % 64 == 0) {  // whole registers
    const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(T));
    return made_of<T>([&]<int I>() __attribute__((always_inline)) {
      return vectors::vector<T>(
          _mm512_mask_loadu_epi8(__m512i(rest.v[I]), detail::first_bytes(bytes - 64 * I), from + 64 * I));
    });
  }
#endif
  alignas(64) char padded[sizeof(T) * lane_count];
  store(padded, rest);
  unpad_group(padded, from, count * static_cast<std::int64_t>(sizeof(T)));
  return load<T>(padded);
}
template <class T> SINTER_LANES void store_some(char* to, std::int64_t count, const lanes<T>& x) {
  alignas(64) char padded[sizeof(T) * lane_count];
  store(padded, x);
  unpad_group(to, padded, count * static_cast<std::int64_t>(sizeof(T)));
}

// Lane i of the result is lane i + By of x for i < By; By is a power of two below 32.
template <int By, class T> SINTER_LANES lanes<T> turned(const lanes<T>& x) {
  if constexpr (std::is_same_v<T, bool>)
    return lanes<bool>::of_bits(x.bits >> By | x.bits << (lane_count - By));
  else {
    constexpr int width = lanes<T>::width, registers = lanes<T>::registers;
    if constexpr (By >= width)
      return made_of<T>([&]<int I>() __attribute__((always_inline)) { return x.v[(I + By / width) % registers]; });
    else  // around within each register
      return made_of<T>([&]<int I>() __attribute__((always_inline)) {
        return [&]<int... K>(std::integer_sequence<int, K...>) __attribute__((always_inline)) {
          return vectors::vector<T>(__builtin_shufflevector(x.v[I], x.v[I], ((K + By) % width)...));
        }
        (std::make_integer_sequence<int, width>{});
      });
  }
}

// f of each lane: for what no instruction does.
template <class T, class F, class... More>
[[gnu::noinline]] lanes<T> lane_by_lane(F f, const lanes<T>& x, const More&... more) {
  alignas(64) T values[lane_count];
  store(reinterpret_cast<char*>(values), x);
  if constexpr (sizeof...(More) == 0) {
    for (T& value : values) value = f(value);
  } else {
    alignas(64) T others[lane_count];
    (store(reinterpret_cast<char*>(others), more), ...);
    for (int i = 0; i < lane_count; ++i) values[i] = f(values[i], others[i]);
  }
  return load<T>(reinterpret_cast<const char*>(values));
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core
