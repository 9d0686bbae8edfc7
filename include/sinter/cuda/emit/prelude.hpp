// SPDX-License-Identifier: MIT
// Device functions that kernels call, as text: the meaning of an operation where CUDA C++ leaves it open or has no word for
// it (see primitive/value.hpp, whose meanings these are).
#pragma once

namespace sinter::core::cuda {

// A name, and the text that defines it with all its overloads. Each stands before its users.
struct device_function {
  const char *name, *text;
};

inline constexpr device_function prelude[] = {
    {"sinter_unsigned",
     "// The unsigned type of the same width: its arithmetic wraps.\n"
     "template <class T> struct sinter_unsigned { typedef T type; };\n"
     "template <> struct sinter_unsigned<int> { typedef unsigned type; };\n"
     "template <> struct sinter_unsigned<long long> { typedef unsigned long long type; };\n"},
    {"sinter_plus",
     "template <class T> __device__ __forceinline__ T sinter_plus(T x, T y) {\n"
     "  typedef typename sinter_unsigned<T>::type bits;\n"
     "  return (T)((bits)x + (bits)y);\n"
     "}\n"},
    {"sinter_minus",
     "template <class T> __device__ __forceinline__ T sinter_minus(T x, T y) {\n"
     "  typedef typename sinter_unsigned<T>::type bits;\n"
     "  return (T)((bits)x - (bits)y);\n"
     "}\n"},
    {"sinter_times",
     "template <class T> __device__ __forceinline__ T sinter_times(T x, T y) {\n"
     "  typedef typename sinter_unsigned<T>::type bits;\n"
     "  return (T)((bits)x * (bits)y);\n"
     "}\n"
     "__device__ __forceinline__ float sinter_times(float x, float y) { return x * y; }\n"
     "__device__ __forceinline__ double sinter_times(double x, double y) { return x * y; }\n"},
    {"sinter_divide",
     "// Integers truncate, x / 0 is all ones, the least integer / -1 is itself.\n"
     "template <class T> __device__ __forceinline__ T sinter_divide(T x, T y) {\n"
     "  if (y == 0) return (T)-1;\n"
     "  if ((T)-1 < (T)0 && y == (T)-1) return sinter_minus((T)0, x);\n"
     "  return (T)(x / y);\n"
     "}\n"
     "__device__ __forceinline__ float sinter_divide(float x, float y) { return x / y; }\n"
     "__device__ __forceinline__ double sinter_divide(double x, double y) { return x / y; }\n"},
    {"sinter_remainder",
     "// The sign of x; x rem 0 is x.\n"
     "template <class T> __device__ __forceinline__ T sinter_remainder(T x, T y) {\n"
     "  if (y == 0) return x;\n"
     "  if ((T)-1 < (T)0 && y == (T)-1) return (T)0;\n"
     "  return (T)(x % y);\n"
     "}\n"},
    {"sinter_absolute",
     "template <class T> __device__ __forceinline__ T sinter_absolute(T x) { return x < (T)0 ? sinter_minus((T)0, x) : x; }\n"},
    {"sinter_sign",
     "// Keeps the sign of a zero and NaN.\n"
     "template <class T> __device__ __forceinline__ T sinter_sign(T x) { return x > (T)0 ? (T)1 : x < (T)0 ? (T)-1 : x; }\n"},
    {"sinter_max",
     "// NaN in either operand gives NaN, which fmax would drop.\n"
     "template <class T> __device__ __forceinline__ T sinter_max(T x, T y) { return x != x ? x : y != y ? y : x > y ? x : y; }\n"},
    {"sinter_min",
     "// NaN in either operand gives NaN, which fmin would drop.\n"
     "template <class T> __device__ __forceinline__ T sinter_min(T x, T y) { return x != x ? x : y != y ? y : x < y ? x : y; }\n"},
    {"sinter_power",
     "// By repeated squaring; a negative power is the quotient of one.\n"
     "template <long long N, class T> __device__ __forceinline__ T sinter_power(T x) {\n"
     "  T power = (T)1, square = x;\n"
     "#pragma unroll\n"
     "  for (unsigned long long rest = N < 0 ? 0ull - (unsigned long long)N : (unsigned long long)N; rest; rest >>= 1) {\n"
     "    if (rest & 1) power = sinter_times(power, square);\n"
     "    if (rest > 1) square = sinter_times(square, square);\n"
     "  }\n"
     "  return N < 0 ? sinter_divide((T)1, power) : power;\n"
     "}\n"},
    {"sinter_logistic",
     "// Accurate in both tails.\n"
     "template <class T> __device__ __forceinline__ T sinter_logistic(T x) {\n"
     "  const T power = exp(x >= (T)0 ? -x : x);\n"
     "  return (x >= (T)0 ? (T)1 : power) / ((T)1 + power);\n"
     "}\n"},
    {"sinter_not",
     "template <class T> __device__ __forceinline__ T sinter_not(T x) { return (T)~x; }\n"
     "__device__ __forceinline__ bool sinter_not(bool x) { return !x; }\n"},
    {"sinter_shift_left",
     "// By the width or more: 0.\n"
     "template <class T> __device__ __forceinline__ T sinter_shift_left(T x, T by) {\n"
     "  typedef typename sinter_unsigned<T>::type bits;\n"
     "  return (bits)by >= 8 * sizeof(T) ? (T)0 : (T)((bits)x << by);\n"
     "}\n"},
    {"sinter_shift_right_logical",
     "// By the width or more: 0.\n"
     "template <class T> __device__ __forceinline__ T sinter_shift_right_logical(T x, T by) {\n"
     "  typedef typename sinter_unsigned<T>::type bits;\n"
     "  return (bits)by >= 8 * sizeof(T) ? (T)0 : (T)((bits)x >> by);\n"
     "}\n"},
    {"sinter_shift_right_arithmetic",
     "// By the width or more: all sign bits.\n"
     "template <class T> __device__ __forceinline__ T sinter_shift_right_arithmetic(T x, T by) {\n"
     "  typedef typename sinter_unsigned<T>::type bits;\n"
     "  return (T)(x >> ((bits)by >= 8 * sizeof(T) ? (T)(8 * sizeof(T) - 1) : by));\n"
     "}\n"},
    {"sinter_limits",
     "template <class T> struct sinter_limits;\n"
     "template <> struct sinter_limits<unsigned char> { static constexpr unsigned char low = 0, high = 255; };\n"
     "template <> struct sinter_limits<int> { static constexpr int low = -2147483647 - 1, high = 2147483647; };\n"
     "template <> struct sinter_limits<unsigned> { static constexpr unsigned low = 0, high = 4294967295u; };\n"
     "template <> struct sinter_limits<long long> {\n"
     "  static constexpr long long low = -9223372036854775807ll - 1, high = 9223372036854775807ll;\n"
     "};\n"},
    {"sinter_conversion",
     "// Integers keep their low bits, floats truncate and saturate, NaN becomes 0, anything but 0 is true.\n"
     "template <class To, class From> struct sinter_conversion {\n"
     "  static __device__ __forceinline__ To of(From x) { return (To)x; }\n"
     "};\n"
     "template <class To, class From> struct sinter_saturation {\n"
     "  static __device__ __forceinline__ To of(From x) {\n"
     "    const To low = sinter_limits<To>::low, high = sinter_limits<To>::high;\n"
     "    return x != x ? (To)0 : x <= (From)low ? low : x >= (From)high ? high : (To)x;\n"
     "  }\n"
     "};\n"
     "template <class From> struct sinter_conversion<bool, From> {\n"
     "  static __device__ __forceinline__ bool of(From x) { return x != (From)0; }\n"
     "};\n"
     "template <> struct sinter_conversion<bool, float> {\n"
     "  static __device__ __forceinline__ bool of(float x) { return x != 0.0f; }\n"
     "};\n"
     "template <> struct sinter_conversion<bool, double> {\n"
     "  static __device__ __forceinline__ bool of(double x) { return x != 0.0; }\n"
     "};\n"
     "template <> struct sinter_conversion<unsigned char, float> : sinter_saturation<unsigned char, float> {};\n"
     "template <> struct sinter_conversion<int, float> : sinter_saturation<int, float> {};\n"
     "template <> struct sinter_conversion<unsigned, float> : sinter_saturation<unsigned, float> {};\n"
     "template <> struct sinter_conversion<long long, float> : sinter_saturation<long long, float> {};\n"
     "template <> struct sinter_conversion<unsigned char, double> : sinter_saturation<unsigned char, double> {};\n"
     "template <> struct sinter_conversion<int, double> : sinter_saturation<int, double> {};\n"
     "template <> struct sinter_conversion<unsigned, double> : sinter_saturation<unsigned, double> {};\n"
     "template <> struct sinter_conversion<long long, double> : sinter_saturation<long long, double> {};\n"},
    {"sinter_convert",
     "template <class To, class From> __device__ __forceinline__ To sinter_convert(From x) {\n"
     "  return sinter_conversion<To, From>::of(x);\n"
     "}\n"},
    {"sinter_bitcast",
     "// The same bits as another type of the same size.\n"
     "template <class To, class From> __device__ __forceinline__ To sinter_bitcast(From x) {\n"
     "  static_assert(sizeof(To) == sizeof(From), \"bitcast: sizes must be equal\");\n"
     "  To made;\n"
     "  memcpy(&made, &x, sizeof(To));\n"
     "  return made;\n"
     "}\n"},
    {"sinter_threefry",
     "// Threefry-2x32 with 20 rounds: both words of the hash of `counter` under the key (k0, k1), the first above.\n"
     "__device__ __forceinline__ long long sinter_threefry(unsigned k0, unsigned k1, long long counter) {\n"
     "  const unsigned rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};\n"
     "  const unsigned keys[3] = {k0, k1, k0 ^ k1 ^ 0x1BD11BDAu};\n"
     "  unsigned x0 = (unsigned)((unsigned long long)counter >> 32) + k0, x1 = (unsigned)counter + k1;\n"
     "#pragma unroll\n"
     "  for (unsigned group = 1; group <= 5; ++group) {\n"
     "#pragma unroll\n"
     "    for (int i = 0; i < 4; ++i) {\n"
     "      const unsigned r = rotations[(group - 1) % 2][i];\n"
     "      x0 += x1;\n"
     "      x1 = (x1 << r | x1 >> (32 - r)) ^ x0;\n"
     "    }\n"
     "    x0 += keys[group % 3];\n"
     "    x1 += keys[(group + 1) % 3] + group;\n"
     "  }\n"
     "  return (long long)((unsigned long long)x0 << 32 | x1);\n"
     "}\n"},
    {"sinter_from_f16",
     "__device__ __forceinline__ float sinter_from_f16(unsigned short bits) {\n"
     "  float x;\n"
     "  asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(x) : \"h\"(bits));\n"
     "  return x;\n"
     "}\n"},
    {"sinter_to_f16",
     "__device__ __forceinline__ unsigned short sinter_to_f16(float x) {\n"
     "  unsigned short bits;\n"
     "  asm(\"cvt.rn.f16.f32 %0, %1;\" : \"=h\"(bits) : \"f\"(x));\n"
     "  return bits;\n"
     "}\n"},
    {"sinter_round_f16",
     "__device__ __forceinline__ float sinter_round_f16(float x) { return sinter_from_f16(sinter_to_f16(x)); }\n"},
    {"sinter_from_bf16",
     "__device__ __forceinline__ float sinter_from_bf16(unsigned short bits) { return __uint_as_float((unsigned)bits << 16); }\n"},
    {"sinter_to_bf16",
     "// To nearest, ties to even; below sm_80 there is no instruction for it.\n"
     "__device__ __forceinline__ unsigned short sinter_to_bf16(float x) {\n"
     "#if __CUDA_ARCH__ >= 900\n"
     "  unsigned short bits;\n"
     "  asm(\"cvt.rn.bf16.f32 %0, %1;\" : \"=h\"(bits) : \"f\"(x));\n"
     "  return bits;\n"
     "#elif __CUDA_ARCH__ >= 800\n"
     "  unsigned pair;\n"
     "  asm(\"cvt.rn.bf16x2.f32 %0, %1, %2;\" : \"=r\"(pair) : \"f\"(0.0f), \"f\"(x));\n"
     "  return (unsigned short)pair;\n"
     "#else\n"
     "  const unsigned bits = __float_as_uint(x);\n"
     "  if (x != x) return 0x7fff;\n"
     "  return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);\n"
     "#endif\n"
     "}\n"},
    {"sinter_round_bf16",
     "__device__ __forceinline__ float sinter_round_bf16(float x) { return sinter_from_bf16(sinter_to_bf16(x)); }\n"},
    {"sinter_odd",
     "// A float that rounds to 16 bits as x itself would: cut off, and odd where something was.\n"
     "__device__ __forceinline__ float sinter_odd(double x) {\n"
     "  const float cut = __double2float_rz(x);\n"
     "  return x == x && (double)cut != x ? __uint_as_float(__float_as_uint(cut) | 1u) : cut;\n"
     "}\n"
     "__device__ __forceinline__ float sinter_odd(int x) { return sinter_odd((double)x); }\n"
     "__device__ __forceinline__ float sinter_odd(unsigned x) { return sinter_odd((double)x); }\n"
     "__device__ __forceinline__ float sinter_odd(long long x) {\n"
     "  const float cut = __ll2float_rz(x);\n"
     "  return (long long)cut != x ? __uint_as_float(__float_as_uint(cut) | 1u) : cut;\n"
     "}\n"},
    {"sinter_blocks",
     "// How many blocks share `count` things, one thread each, as the host has it.\n"
     "__device__ __forceinline__ unsigned sinter_blocks(unsigned long long count, unsigned threads, unsigned most) {\n"
     "  const unsigned long long wanted = (count + threads - 1) / threads;\n"
     "  return wanted < 1 ? 1u : wanted < most ? (unsigned)wanted : most;\n"
     "}\n"},
    {"sinter_words",
     "// What moves a number of bytes in one access.\n"
     "template <int Bytes> struct sinter_words;\n"
     "template <> struct sinter_words<1> { typedef unsigned char type; };\n"
     "template <> struct sinter_words<2> { typedef unsigned short type; };\n"
     "template <> struct sinter_words<4> { typedef unsigned type; };\n"
     "template <> struct sinter_words<8> { typedef uint2 type; };\n"
     "template <> struct sinter_words<16> { typedef uint4 type; };\n"},
    {"sinter_load",
     "// Count neighbours in one access, to an aligned place.\n"
     "template <class T, int Count> __device__ __forceinline__ void sinter_load(T (&to)[Count], const T* from) {\n"
     "  typedef typename sinter_words<Count * (int)sizeof(T)>::type words;\n"
     "  *(words*)to = *(const words*)from;\n"
     "}\n"},
    {"sinter_store",
     "template <class T, int Count> __device__ __forceinline__ void sinter_store(T* to, const T (&from)[Count]) {\n"
     "  typedef typename sinter_words<Count * (int)sizeof(T)>::type words;\n"
     "  *(words*)to = *(const words*)from;\n"
     "}\n"},
    {"sinter_copy",
     "template <class T, int Count> __device__ __forceinline__ void sinter_copy(T (&to)[Count], const T* from) {\n"
     "#pragma unroll\n"
     "  for (int i = 0; i < Count; ++i) to[i] = from[i];\n"
     "}\n"},
    {"sinter_extreme",
     "// An extreme and where it first stood; index -1: nothing yet.\n"
     "template <class T> struct sinter_extreme {\n"
     "  T value;\n"
     "  int index;\n"
     "};\n"},
    {"sinter_later_is_larger",
     "// The larger; NaN beats every number, the lower index an equal.\n"
     "template <class T> __device__ __forceinline__ sinter_extreme<T> sinter_later_is_larger(sinter_extreme<T> x, sinter_extreme<T> y) {\n"
     "  if (x.index < 0 || y.index < 0) return x.index < 0 ? y : x;\n"
     "  const bool x_is_nan = x.value != x.value, y_is_nan = y.value != y.value;\n"
     "  const bool alike = (x_is_nan && y_is_nan) || x.value == y.value;\n"
     "  if (alike) return x.index < y.index ? x : y;\n"
     "  return y_is_nan || (!x_is_nan && y.value > x.value) ? y : x;\n"
     "}\n"},
    {"sinter_later_is_smaller",
     "// The smaller; NaN beats every number, the lower index an equal.\n"
     "template <class T> __device__ __forceinline__ sinter_extreme<T> sinter_later_is_smaller(sinter_extreme<T> x, sinter_extreme<T> y) {\n"
     "  if (x.index < 0 || y.index < 0) return x.index < 0 ? y : x;\n"
     "  const bool x_is_nan = x.value != x.value, y_is_nan = y.value != y.value;\n"
     "  const bool alike = (x_is_nan && y_is_nan) || x.value == y.value;\n"
     "  if (alike) return x.index < y.index ? x : y;\n"
     "  return y_is_nan || (!x_is_nan && y.value < x.value) ? y : x;\n"
     "}\n"},
    {"sinter_shuffle",
     "template <class T> __device__ __forceinline__ T sinter_shuffle(T x, int lanes) { return __shfl_xor_sync(0xffffffffu, x, lanes); }\n"
     "__device__ __forceinline__ bool sinter_shuffle(bool x, int lanes) { return __shfl_xor_sync(0xffffffffu, (int)x, lanes) != 0; }\n"
     "__device__ __forceinline__ unsigned char sinter_shuffle(unsigned char x, int lanes) {\n"
     "  return (unsigned char)__shfl_xor_sync(0xffffffffu, (int)x, lanes);\n"
     "}\n"},
    {"sinter_shuffle_extreme",
     "template <class T> __device__ __forceinline__ sinter_extreme<T> sinter_shuffle_extreme(sinter_extreme<T> x, int lanes) {\n"
     "  sinter_extreme<T> made;\n"
     "  made.value = sinter_shuffle(x.value, lanes);\n"
     "  made.index = sinter_shuffle(x.index, lanes);\n"
     "  return made;\n"
     "}\n"},
    {"sinter_report_nan",
     "// The earliest operation that made a NaN of operands without one, and the first index of it.\n"
     "__device__ __forceinline__ void sinter_report_nan(unsigned long long* report, int operation, long long index) {\n"
     "  atomicMin(report, (unsigned long long)(operation + 1) << 40 | (unsigned long long)index);\n"
     "}\n"},
};

}  // namespace sinter::core::cuda
