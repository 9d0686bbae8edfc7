// SPDX-License-Identifier: MIT
// .npy files: those that NumPy 2.4 wrote, those that sinter writes, and headers that must be refused.
#include <limits>

#include <sinter/array/numpy/npy.hpp>

#include "files.hpp"

using namespace numpy_test;
using namespace sinter::core;
using namespace sinter::core::numpy;

namespace {

// numpy.save of [[1, 2, 3], [-0.5, inf, 0.001]] as <f4.
constexpr char little_f4[] =
    "\223NUMPY\001\000v\000{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }        "
    "                                                  \012\000\000\200?\000\000\000@\000\000@"
    "@\000\000\000\277\000\000\200\177o\022\203:";

// Version 2.0 of [[1, 2, 3], [4, 5, -6]] as >i4, the first axis fastest.
constexpr char big_i4_fortran_2_0[] =
    "\223NUMPY\002\000t\000\000\000{'descr': '>i4', 'fortran_order': True, 'shape': (2, 3), } "
    "                                                        \012\000\000\000\001\000\000\000\004"
    "\000\000\000\002\000\000\000\005\000\000\000\003\377\377\377\372";

// Version 3.0 of -7 as <i8.
constexpr char scalar_i8_3_0[] =
    "\223NUMPY\003\000t\000\000\000{'descr': '<i8', 'fortran_order': False, 'shape': (), }    "
    "                                                        \012\371\377\377\377\377\377\377\377"
    "";

using extents = std::vector<std::int64_t>;

constexpr std::string_view keys_before = "{'descr': '<f4', 'fortran_order': False, 'shape': ";

std::string with_shape(std::string_view shape, std::string_view elements = {}) {
  return npy(std::string(keys_before) + std::string(shape) + "}", elements);
}

TEST_CASE("npy files of NumPy are read") {
  folder scratch("npy-read");
  std::string path = scratch / "a.npy";

  put(path, view(little_f4));
  content array = read_npy(path);
  CHECK(array.type == dtype::f32);
  CHECK(array.extents == extents{2, 3});
  CHECK(values_of<float>(array) ==
        std::vector<float>{1, 2, 3, -0.5f, std::numeric_limits<float>::infinity(), 0.001f});

  put(path, view(big_i4_fortran_2_0));
  array = read_npy(path);
  CHECK(array.type == dtype::i32);
  CHECK(array.extents == extents{2, 3});
  CHECK(values_of<std::int32_t>(array) == std::vector<std::int32_t>{1, 2, 3, 4, 5, -6});

  put(path, view(scalar_i8_3_0));
  array = read_npy(path);
  CHECK(array.type == dtype::i64);
  CHECK(array.extents.empty());
  CHECK(values_of<std::int64_t>(array) == std::vector<std::int64_t>{-7});
}

TEST_CASE("npy files are written as numpy.save writes them, and nothing stays beside them") {
  folder scratch("npy-write");
  std::string path = scratch / "a.npy";
  float values[] = {1, 2, 3, -0.5f, std::numeric_limits<float>::infinity(), 0.001f};
  std::int64_t shape[] = {2, 3};
  write_npy(path, {dtype::f32, shape, values});
  CHECK(get(path) == view(little_f4));
  CHECK(scratch.count() == 1);
}

TEST_CASE("every element type and rank survives a round trip") {
  folder scratch("npy-round");
  std::string path = scratch / "a.npy";
  std::vector<std::byte> bytes(8 * 24);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = std::byte{i % 3 == 0};
  const std::vector<extents> shapes = {
      {}, {0}, {24}, {1, 24}, {2, 3, 4}, {2, 0, 3}, {1, 2, 3, 1, 2, 1, 2, 1}};
  for (int i = 0; i < dtype_count; ++i)
    for (const extents& shape : shapes) {
      auto type = static_cast<dtype>(i);
      CAPTURE(name_of(type));
      CAPTURE(shape.size());
      if (type == dtype::bf16) {  // NumPy has none: save() writes f32 in its place
        CHECK_THROWS_AS(write_npy(path, {type, shape, bytes.data()}), sinter::io_error);
        continue;
      }
      write_npy(path, {type, shape, bytes.data()});
      content array = read_npy(path);
      CHECK(array.type == type);
      CHECK(array.extents == shape);
      CHECK(array.bytes ==
            std::vector<std::byte>(
                bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(volume_of(type, shape).bytes)));
    }
}

TEST_CASE("headers may be spelt in other ways") {
  folder scratch("npy-spelling");
  std::string path = scratch / "a.npy";
  const std::string two = "\x01\x02";
  for (std::string_view dictionary : {"{\"shape\":(2,),\"descr\":\"|u1\",\"fortran_order\":False}",
                                      " { 'descr' : 'u1' ,\n'fortran_order' :True, 'shape' : ( 2 , ) , } \n",
                                      "{'descr': '=u1', 'fortran_order': False, 'shape': (1L, 2L)}",
                                      "{'descr': '>u1', 'fortran_order': False, 'shape': (2, 1,), }"}) {
    CAPTURE(std::string(dictionary));
    put(path, npy(dictionary, two));
    CHECK(values_of<std::uint8_t>(read_npy(path)) == std::vector<std::uint8_t>{1, 2});
  }
}

TEST_CASE("bools other than 0 and 1 become 1") {
  folder scratch("npy-bool");
  put(scratch / "a.npy",
      npy("{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}", view("\x00\x02\xff")));
  CHECK(values_of<std::uint8_t>(read_npy(scratch / "a.npy")) == std::vector<std::uint8_t>{0, 1, 1});
}

TEST_CASE("axes in Fortran's order are put in row-major order") {
  folder scratch("npy-fortran");
  std::string elements;
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 2; ++i) elements += static_cast<char>(i * 12 + j * 4 + k);
  put(scratch / "a.npy", npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3, 4)}", elements));
  std::vector<std::uint8_t> counted(24);
  for (std::size_t i = 0; i < 24; ++i) counted[i] = static_cast<std::uint8_t>(i);
  CHECK(values_of<std::uint8_t>(read_npy(scratch / "a.npy")) == counted);
}

TEST_CASE("damaged and hostile headers are refused by a sentence") {
  folder scratch("npy-hostile");
  std::string path = scratch / "a.npy";
  struct row {
    std::string file;
    std::string_view says;
  };
  const std::string four(16, '\0');
  const row rows[] = {
      {"", "no .npy data"},
      {"\x93NUMPY", "no .npy data"},
      {"PK\x03\x04 and more than ten bytes", "no .npy data"},
      {std::string("\x93NUMPY\x04\x00\x01\x00{", 11), "found 4.0"},
      {std::string("\x93NUMPY\x02\x00\xff\xff", 10), "header is longer"},
      {std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff{}", 14), "header is longer"},
      {std::string("\x93NUMPY\x01\x00\xff\xff{}", 12), "header is longer"},
      {npy("", four), "expected a dictionary"},
      {npy("[]", four), "expected a dictionary"},
      {npy("{}", four), "lacks a key"},
      {npy("{'descr': '<f4', 'fortran_order': False}", four), "'shape'"},
      {npy("{'descr': '<f4', 'shape': (4,)}", four), "'fortran_order'"},
      {npy("{'fortran_order': False, 'shape': (4,)}", four), "'descr'"},
      {npy("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (4,)}", four), "twice; '"},
      {npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4,), 'shape': (4,)}", four), "a key twice"},
      {npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4,), 'more': 1}", four), "unknown key"},
      {npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4,)} x", four), "goes on after"},
      {npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4,)", four), "end of the dictionary"},
      {npy("{'descr': '<f4' 'fortran_order': False, 'shape': (4,)}", four), "end of the dictionary"},
      {npy("{,}", four), "expected a string"},
      {npy("{'descr", four), "does not end"},
      {npy("{'de\\scr': '<f4'}", four), "odd character"},
      {npy("{'descr': '<f4', 'fortran_order': 0, 'shape': (4,)}", four), "True or False"},
      {npy("{'descr': '<f4', 'fortran_order': Falsehood, 'shape': (4,)}", four), "end of the dictionary"},
      {npy("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (4,)}", four), "records"},
      {npy("{'descr': '<c8', 'fortran_order': False, 'shape': (8,)}", four), "found '<c8'"},
      {npy("{'descr': '|i1', 'fortran_order': False, 'shape': (16,)}", four), "u1, i4, u4, i8, f2, f4 or f8"},
      {npy("{'descr': '<u8', 'fortran_order': False, 'shape': (2,)}", four), "found '<u8'"},
      {npy("{'descr': '', 'fortran_order': False, 'shape': (2,)}", four), "found ''"},
      {npy("{'descr': '<', 'fortran_order': False, 'shape': (2,)}", four), "found '<'"},
      {with_shape("4", four), "tuple"},
      {with_shape("(4)", four), "such as (3,)"},
      {with_shape("(,)", four), "expected an extent"},
      {with_shape("((4,),)", four), "nested"},
      {with_shape(std::string(60000, '('), four), "nested"},
      {with_shape("(4,", four), "expected an extent"},
      {with_shape("(2 2)", four), "comma between extents"},
      {with_shape("(-4,)", four), "negative"},
      {with_shape("(04,)", four), "starts with 0"},
      {with_shape("(4.0,)", four), "comma between extents"},
      {with_shape("(0x4,)", four), "comma between extents"},
      {with_shape("(9223372036854775808,)", four), "63 bits"},
      {with_shape("(9223372036854775807,)", four), "multiply to more"},
      {with_shape("(4294967296, 4294967296, 4294967296)", four), "multiply to more"},
      {with_shape("(0, 4294967296, 4294967296)"), "multiply to more"},
      {with_shape("(1, 1, 1, 1, 1, 1, 1, 1, 4)", four), "8 axes"},
      {with_shape("(1000000000000,)", four), "4000000000000 bytes, 16 follow"},
      {with_shape("(4,)", four.substr(1)), "cut short"},
      {with_shape("(4,)", four + "x"), "bytes after the array"},
      {with_shape("(0,)", "x"), "bytes after the array"},
  };
  for (const row& each : rows) {
    put(path, each.file);
    CAPTURE(each.file.substr(0, 100));
    check_fails(each.says, [&] { read_npy(path); });
    check_fails("load: ", [&] { read_npy(path); });
    check_fails("a.npy'", [&] { read_npy(path); });
  }
}

TEST_CASE("what is no file, or no array, is refused") {
  folder scratch("npy-refused");
  check_fails("cannot be opened", [&] { read_npy(scratch / "missing.npy"); });
  check_fails("not a file", [&] { read_npy(scratch.path.string()); });
  check_fails("zero byte", [&] { read_npy(std::string("a\0b", 3)); });
  float value = 1;
  std::int64_t shape[] = {1, 1, 1, 1, 1, 1, 1, 1, 1}, negative[] = {-1},
               huge[] = {std::int64_t{1} << 40, 1 << 30};
  check_fails("8 axes", [&] { write_npy(scratch / "a.npy", {dtype::f32, shape, &value}); });
  check_fails("at least 0", [&] { write_npy(scratch / "a.npy", {dtype::f32, negative, &value}); });
  check_fails("2^63", [&] { write_npy(scratch / "a.npy", {dtype::f32, huge, &value}); });
  check_fails("no data", [&] { write_npy(scratch / "a.npy", {dtype::f32, {}, nullptr}); });
  check_fails("no file can be made", [&] { write_npy(scratch / "no/a.npy", {dtype::f32, {}, &value}); });
  check_fails("not a file", [&] { write_npy(scratch.path.string(), {dtype::f32, {}, &value}); });
  check_fails("not a file", [&] { write_npy("/dev/null", {dtype::f32, {}, &value}); });
  CHECK(scratch.count() == 0);
}

}  // namespace
