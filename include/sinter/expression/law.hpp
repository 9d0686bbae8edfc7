// SPDX-License-Identifier: MIT
// Laws about extents. The first line of an error must hold the sentence and the numbers. clang++ prints a failed
// static_assert with its condition; g++ prints there only the text, but of something unavailable also the full name.
#pragma once
#pragma GCC system_header  // spares the lines that tell of the macro

// SINTER_LAW(name, static_assert(Law::member, "sentence")): `(void)name<L>` in a branch where L::member is false is an error
// that says the sentence and names L.
#if defined(__clang__)
#define SINTER_LAW(name, ...)       \
  template <class Law>              \
  inline constexpr bool name = [] { \
    __VA_ARGS__;                    \
    return true;                    \
  }()
#else
#define SINTER_SENTENCE_OF_static_assert(condition, sentence) sentence
#define SINTER_LAW(name, ...) \
  template <class Law>        \
  [[gnu::unavailable(SINTER_SENTENCE_OF_##__VA_ARGS__)]] inline constexpr bool name = true
#endif

// Where a user's line is two calls away, a law's own lines would make the message too long for clang++.
#if defined(__clang__)
#define SINTER_DEMAND(holds, law, sentence) static_assert(holds, sentence)
#else
#define SINTER_DEMAND(holds, law, sentence) \
  if constexpr (!(holds)) (void)law
#endif
