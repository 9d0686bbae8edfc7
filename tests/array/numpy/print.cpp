// SPDX-License-Identifier: MIT
// Printed arrays, compared with what NumPy 2.4 prints.
#include <doctest/doctest.h>

#include <iomanip>
#include <limits>
#include <numeric>
#include <sstream>

#include <sinter/array/numpy/print.hpp>

using namespace sinter::core;
using namespace sinter::core::numpy;

namespace {

using extents = std::vector<std::int64_t>;
constexpr double infinity = std::numeric_limits<double>::infinity(),
                 nan = std::numeric_limits<double>::quiet_NaN();

template <class T> std::string printed(const extents& shape, const std::vector<T>& values) {
  std::ostringstream stream;
  print(stream, {dtype_of<T>, shape, values.data()});
  return stream.str();
}

std::string printed_truth(const extents& shape, const std::vector<std::uint8_t>& values) {
  std::ostringstream stream;
  print(stream, {dtype::b8, shape, values.data()});
  return stream.str();
}

template <class T> std::string counted(const extents& shape, T divisor = 1) {
  std::size_t size = 1;
  for (std::int64_t extent : shape) size *= static_cast<std::size_t>(extent);
  std::vector<T> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = static_cast<T>(i) / divisor;
  return printed(shape, values);
}

TEST_CASE("floating-point arrays print as in NumPy") {
  CHECK(printed<float>({3}, {1, 2, 3}) == "[1. 2. 3.]");
  CHECK(printed<double>({3}, {0.1, -22.25, 3.0}) == "[  0.1  -22.25   3.  ]");
  CHECK(printed<double>({2, 2}, {1 / 3., 2 / 3., 0.001, 0.5}) ==
        "[[0.33333333 0.66666667]\n [0.001      0.5       ]]");
  CHECK(printed<double>({2}, {0.99999999999, 1}) == "[1. 1.]");
  CHECK(printed<double>({2}, {0.000123456789012, 0.05}) == "[0.00012346 0.05      ]");
  CHECK(printed<double>({2}, {0.0, -0.0}) == "[ 0. -0.]");
  CHECK(printed<float>({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8.5f}) ==
        "[[[1.  2. ]\n  [3.  4. ]]\n\n [[5.  6. ]\n  [7.  8.5]]]");
}

TEST_CASE("wide ranges print in scientific notation") {
  CHECK(printed<double>({3}, {1e-5, 1, 123456.789}) == "[1.00000000e-05 1.00000000e+00 1.23456789e+05]");
  CHECK(printed<float>({2}, {0x1p-60f, 1.2345679f}) == "[8.6736174e-19 1.2345679e+00]");
  CHECK(printed<double>({2}, {1e8, 1e5}) == "[1.e+08 1.e+05]");
  CHECK(printed<double>({2}, {1e6, 1001}) == "[1000000.    1001.]");
  CHECK(printed<float>({2}, {1e6f, 1}) == "[1.e+06 1.e+00]");
  CHECK(printed<float>({2}, {1e6f, 1001}) == "[1.000e+06 1.001e+03]");
  CHECK(printed<float>({2}, {999999, 1001}) == "[999999.   1001.]");
  CHECK(printed<double>({2}, {1e100, 1}) == "[1.e+100 1.e+000]");
}

TEST_CASE("infinities and NaN widen their column") {
  CHECK(printed<double>({3}, {nan, infinity, -infinity}) == "[ nan  inf -inf]");
  CHECK(printed<double>({4}, {nan, 1.5, -infinity, 1e10}) == "[    nan 1.5e+00    -inf 1.0e+10]");
}

TEST_CASE("whole numbers and truth values print as in NumPy") {
  CHECK(printed<std::int32_t>({2, 2}, {1, -20, 300, 4}) == "[[  1 -20]\n [300   4]]");
  CHECK(printed<std::int64_t>(
            {2}, {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) ==
        "[-9223372036854775808  9223372036854775807]");
  CHECK(printed<std::uint8_t>({2}, {0, 255}) == "[  0 255]");
  CHECK(printed<std::uint32_t>({2}, {4294967295, 0}) == "[4294967295          0]");
  CHECK(printed_truth({2}, {1, 0}) == "[ True False]");
  CHECK(printed_truth({2, 2}, {1, 0, 0, 0}) == "[[ True False]\n [False False]]");
}

TEST_CASE("rank 0 prints the number alone, and an empty array two brackets") {
  CHECK(printed<double>({}, {0.1}) == "0.1");
  CHECK(printed<float>({}, {0.1f}) == "0.1");
  CHECK(printed<double>({}, {1e-5}) == "1e-05");
  CHECK(printed<double>({}, {1e15}) == "1000000000000000.0");
  CHECK(printed<double>({}, {1e16}) == "1e+16");
  CHECK(printed<double>({}, {123456789}) == "123456789.0");
  CHECK(printed<double>({}, {-0.0}) == "-0.0");
  CHECK(printed<float>({}, {1e6f}) == "1e+06");
  CHECK(printed<float>({}, {1e-4f}) == "1e-04");
  CHECK(printed<double>({}, {nan}) == "nan");
  CHECK(printed<std::int32_t>({}, {-5}) == "-5");
  CHECK(printed_truth({}, {1}) == "True");
  CHECK(printed<float>({0}, {}) == "[]");
  CHECK(printed<float>({2, 0, 3}, {}) == "[]");
}

TEST_CASE("long rows wrap at 75 characters") {
  CHECK(counted<std::int32_t>({30}) ==
        "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
        " 24 25 26 27 28 29]");
  CHECK(counted<double>({2, 20}, 7) ==
        "[[0.         0.14285714 0.28571429 0.42857143 0.57142857 0.71428571\n"
        "  0.85714286 1.         1.14285714 1.28571429 1.42857143 1.57142857\n"
        "  1.71428571 1.85714286 2.         2.14285714 2.28571429 2.42857143\n"
        "  2.57142857 2.71428571]\n"
        " [2.85714286 3.         3.14285714 3.28571429 3.42857143 3.57142857\n"
        "  3.71428571 3.85714286 4.         4.14285714 4.28571429 4.42857143\n"
        "  4.57142857 4.71428571 4.85714286 5.         5.14285714 5.28571429\n"
        "  5.42857143 5.57142857]]");
}

TEST_CASE("more than 1000 elements are summarised") {
  CHECK(counted<std::int32_t>({1001}) == "[   0    1    2 ...  998  999 1000]");
  CHECK(counted<std::int32_t>({1000}).find("...") == std::string::npos);
  CHECK(counted<std::int32_t>({40, 50}) ==
        "[[   0    1    2 ...   47   48   49]\n"
        " [  50   51   52 ...   97   98   99]\n"
        " [ 100  101  102 ...  147  148  149]\n"
        " ...\n"
        " [1850 1851 1852 ... 1897 1898 1899]\n"
        " [1900 1901 1902 ... 1947 1948 1949]\n"
        " [1950 1951 1952 ... 1997 1998 1999]]");
  CHECK(counted<std::int32_t>({500, 3, 1})
            .starts_with("[[[   0]\n  [   1]\n  [   2]]\n\n [[   3]\n  [   4]\n  [   5]]\n\n ["));
  CHECK(counted<std::int32_t>({500, 3, 1}).find("]]\n\n ...\n\n [[1491]\n") != std::string::npos);
}

TEST_CASE("the state of the stream does not matter, and missing data are an error") {
  std::int64_t shape[] = {2};
  double values[] = {0.5, 255};
  std::ostringstream stream;
  stream << std::hex << std::setprecision(1) << std::setw(40) << std::fixed;
  print(stream, {dtype::f64, shape, values});
  CHECK(stream.str() == "[  0.5 255. ]");
  std::ostringstream other;
  CHECK_THROWS_AS(print(other, {dtype::f64, shape, nullptr}), sinter::io_error);
}

}  // namespace
