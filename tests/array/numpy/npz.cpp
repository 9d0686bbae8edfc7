// SPDX-License-Identifier: MIT
// .npz archives: one that NumPy 2.4 wrote, those that sinter writes, and entries that must be refused.
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <utility>

#include <sinter/array/numpy/npz.hpp>

#include "files.hpp"

using namespace numpy_test;
using namespace sinter::core;
using namespace sinter::core::numpy;

namespace {

// numpy.savez of w = [1.5, 2.5] as f4 and layers.0.b = [True, False].
constexpr char archive[] =
    "PK\003\004-\000\000\000\000\000\000\000!\000T\344w}\377\377\377\377\377\377\377\377\005\000"
    "\024\000w.npy\001\000\020\000\210\000\000\000\000\000\000\000\210\000\000\000\000\000\000"
    "\000\223NUMPY\001\000v\000{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }      "
    "                                                      \012\000\000\300?\000\000 @PK\003\004"
    "-\000\000\000\000\000\000\000!\000\356\031\273]\377\377\377\377\377\377\377\377\016\000\024"
    "\000layers.0.b.npy\001\000\020\000\202\000\000\000\000\000\000\000\202\000\000\000\000\000"
    "\000\000\223NUMPY\001\000v\000{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }  "
    "                                                          \012\001\000PK\001\002-\003-\000"
    "\000\000\000\000\000\000!\000T\344w}\210\000\000\000\210\000\000\000\005\000\000\000\000\000"
    "\000\000\000\000\000\000\200\001\000\000\000\000w.npyPK\001\002-\003-\000\000\000\000\000"
    "\000\000!\000\356\031\273]\202\000\000\000\202\000\000\000\016\000\000\000\000\000\000\000"
    "\000\000\000\000\200\001\277\000\000\000layers.0.b.npyPK\005\006\000\000\000\000\002\000\002"
    "\000o\000\000\000\201\001\000\000\000\000";

// numpy.savez_compressed of w.
constexpr char compressed[] =
    "PK\003\004-\000\000\000\010\000\000\000!\000T\344w}\377\377\377\377\377\377\377\377\005\000"
    "\024\000w.npy\001\000\020\000\210\000\000\000\000\000\000\000L\000\000\000\000\000\000\000"
    "\233\354\027\352\033\020\311\310P\306P\255\236\222Z\234\134\244n\245\240n\223f\242\256\243"
    "\240\236\226_TR\224\230\027\237_\224\222\012\022wK\314)N\005\212\027g$\026\244\002\371\032"
    "F:\232:\012\265\012\024\000.\006\206\003\366\014\014\012\016\000PK\001\002-\003-\000\000\000"
    "\010\000\000\000!\000T\344w}L\000\000\000\210\000\000\000\005\000\000\000\000\000\000\000"
    "\000\000\000\000\200\001\000\000\000\000w.npyPK\005\006\000\000\000\000\001\000\001\0003\000"
    "\000\000\203\000\000\000\000\000";

const float w[] = {1.5f, 2.5f};
const bool b[] = {true, false};
constexpr std::int64_t two[] = {2};
using named = std::vector<std::pair<std::string, reference>>;
const named both = {{"w", {dtype::f32, two, w}}, {"layers.0.b", {dtype::b8, two, b}}};

void check_both(const std::string& path) {
  auto arrays = read_npz(path);
  REQUIRE(arrays.size() == 2);
  CHECK(arrays[0].first == "w");
  CHECK(values_of<float>(arrays[0].second) == std::vector<float>{1.5f, 2.5f});
  CHECK(arrays[1].first == "layers.0.b");
  CHECK(arrays[1].second.type == dtype::b8);
  CHECK(arrays[1].second.extents == std::vector<std::int64_t>{2});
  CHECK(values_of<std::uint8_t>(arrays[1].second) == std::vector<std::uint8_t>{1, 0});
}

// Where the n-th (from 0) occurrence of a text in a file starts.
std::size_t place(std::string_view file, std::string_view text, int n = 0) {
  std::size_t at = file.find(text);
  while (n-- > 0) at = file.find(text, at + 1);
  REQUIRE(at != std::string_view::npos);
  return at;
}

TEST_CASE("crc32 agrees with the published check value") {
  auto bytes = std::as_bytes(std::span("123456789", 9));
  CHECK(crc32(0, bytes) == 0xcbf43926);
  CHECK(crc32(crc32(0, bytes.first(2)), bytes.subspan(2)) == 0xcbf43926);
  CHECK(crc32(0, {}) == 0);
}

TEST_CASE("an archive of NumPy is read") {
  folder scratch("npz-read");
  put(scratch / "a.npz", view(archive));
  check_both(scratch / "a.npz");
}

TEST_CASE("archives survive a round trip, with and without ZIP64") {
  folder scratch("npz-round");
  std::string path = scratch / "a.npz";
  const zip::limits choices[] = {{}, {0, 0}, {100, 65535}, {131, 65535}, {0xffffffff, 2}, {200, 65535}};
  for (zip::limits most : choices) {
    CAPTURE(most.field);
    write_archive(path, both, most);
    check_both(path);
  }
  write_npz(path, both);
  CHECK(get(path).size() == (128 + 8) + (128 + 2) + 2 * (30 + 46) + 2 * (5 + 14) + 22);
  write_npz(path, {});
  CHECK(read_npz(path).empty());
  named odd = {
      {"größe/λ", {dtype::f32, two, w}}, {"a.npy", {dtype::f32, two, w}}, {"..\\x", {dtype::f32, two, w}}};
  write_npz(path, odd);
  auto arrays = read_npz(path);
  REQUIRE(arrays.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(arrays[i].first == odd[i].first);
  CHECK(scratch.count() == 1);
}

TEST_CASE("names that an archive cannot hold are refused, and the old file stays") {
  folder scratch("npz-names");
  std::string path = scratch / "a.npz";
  write_npz(path, both);
  const std::pair<std::string, std::string_view> names[] = {
      {"", "is empty"},      {std::string("a\0b", 3), "zero byte"},
      {"\xff", "UTF-8"},     {"\xed\xa0\x80", "UTF-8"},
      {"\xc0\x80", "UTF-8"}, {std::string(65532, 'x'), "65531"},
      {"w", "one name"}};
  for (const auto& [name, says] : names) {
    named arrays = {{"w", {dtype::f32, two, w}}, {name, {dtype::f32, two, w}}};
    check_fails(says, [&] { write_npz(path, arrays); });
  }
  named missing = {{"w", {dtype::f32, two, w}}, {"v", {dtype::f32, two, nullptr}}};
  check_fails("entry 'v'", [&] { write_npz(path, missing); });
  check_both(path);
  CHECK(scratch.count() == 1);
}

TEST_CASE("a write that fails half-way leaves the old file and nothing else") {
  folder scratch("npz-full");
  std::string path = scratch / "a.npz";
  write_npz(path, both);
  std::vector<float> many(100'000);
  std::int64_t shape[] = {100'000};
  named large = {{"w", {dtype::f32, shape, many.data()}}};

  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small{50'000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  std::string message = message_of([&] { write_npz(path, large); });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);

  CHECK(message.find("the old file is untouched") != std::string::npos);
  check_both(path);
  CHECK(scratch.count() == 1);
}

TEST_CASE("writing keeps a file's mode and follows a link") {
  folder scratch("npz-link");
  std::string path = scratch / "a.npz", link = scratch / "link.npz";
  write_npz(path, {});
  ::chmod(path.c_str(), 0640);
  std::filesystem::create_symlink("a.npz", link);
  write_npz(link, both);
  CHECK(std::filesystem::is_symlink(link));
  check_both(path);
  CHECK(std::filesystem::status(path).permissions() == std::filesystem::perms{0640});
  std::filesystem::create_symlink("nowhere", scratch / "lost.npz");
  check_fails("leads nowhere", [&] { write_npz(scratch / "lost.npz", both); });
}

TEST_CASE("damaged and foreign archives are refused by a sentence") {
  folder scratch("npz-hostile");
  std::string path = scratch / "a.npz";
  write_npz(path, both);
  const std::string good = get(path);
  const std::size_t local = 0, central = place(good, "PK\x01\x02"), end = good.size() - 22;
  struct change {
    std::string_view says;
    std::size_t at;
    std::string_view bytes;
  };
  const change changes[] = {
      {"compressed", central + 10, view("\x08\x00")},
      {"np.savez_compressed", local + 8, view("\x08\x00")},
      {"method 12", central + 10, view("\x0c\x00")},
      {"encrypted", central + 8, view("\x01\x00")},
      {"encrypted", local + 6, view("\x01\x00")},
      {"several", end + 4, view("\x01\x00")},
      {"several", end + 8, view("\x01\x00")},
      {"several", central + 34, view("\x01\x00")},
      {"two sizes", central + 20, view("\x01")},
      {"disagree", local + 18, view("\x01")},
      {"disagree", local + 14, view("\x00\x00\x00\x00")},
      {"disagree", local + 30, "v"},
      {"CRC-32", place(good, view("\x00\x00\xc0\x3f")), view("\x01")},
      {"no entry where", central + 42, view("\x01")},
      {"outside the file", central + 42, view("\xff\xff\xff\x7f")},
      {"ZIP64 sizes are missing", central + 42, view("\xff\xff\xff\xff")},
      {"outside the file", central + 20, view("\xff\xff\xff\x7f\xff\xff\xff\x7f")},
      {"outside the file", local + 28, view("\xff\xff")},
      {"central directory is damaged", central, "X"},
      {"central directory is damaged", central + 28, view("\xff\xff")},
      {"central directory does not fit", end + 8, view("\xfe\xff\xfe\xff")},
      {"central directory does not fit", end + 12, view("\x00")},
      {"central directory does not fit", end + 16, view("\x00")},
      {"bytes too many", end + 8, view("\x01\x00\x01\x00")},
      {"end is cut off", end + 20, view("\x01\x00")},
      {"end is cut off", end, "X"},
  };
  for (const change& each : changes) {
    std::string bad = good;
    bad.replace(each.at, each.bytes.size(), each.bytes);
    put(path, bad);
    CAPTURE(each.at);
    check_fails(each.says, [&] { read_npz(path); });
    check_fails("load: ", [&] { read_npz(path); });
  }

  put(path, view(compressed));
  check_fails("save with np.savez, not np.savez_compressed", [&] { read_npz(path); });
  for (std::string_view bytes :
       {std::string_view(), std::string_view("PK"), std::string_view(good).substr(1)}) {
    put(path, bytes);
    CHECK(!message_of([&] { read_npz(path); }).empty());
  }
  put(path, "x" + good);
  check_fails("central directory does not fit", [&] { read_npz(path); });
  put(path, good.substr(0, end + 20) + std::string("\x03\x00PK!", 5));
  check_both(path);  // a comment is no fault

  std::string bad = good;
  for (int n = 0; n < 2; ++n) bad.replace(place(good, "w.npy", n), 5, "w.txt");
  put(path, bad);
  check_fails("no .npy suffix", [&] { read_npz(path); });
  for (int n = 0; n < 2; ++n) bad.replace(place(good, "w.npy", n), 5, "\xe9.npy");
  put(path, bad);
  check_fails("UTF-8", [&] { read_npz(path); });
}

TEST_CASE("entries that share bytes or names are refused") {
  folder scratch("npz-overlap");
  std::string path = scratch / "a.npz";
  named twins = {{"v", {dtype::f32, two, w}}, {"w", {dtype::f32, two, w}}};
  write_npz(path, twins);
  std::string bad = get(path);
  std::size_t second = place(bad, "PK\x01\x02", 1);
  std::string same_name = bad;
  for (int n = 0; n < 2; ++n) same_name.replace(place(bad, "w.npy", n), 1, "v");
  put(path, same_name);
  check_fails("one name", [&] { read_npz(path); });
  bad.replace(second + 42, 4, 4, '\0');  // the second entry starts where the first does
  bad.replace(second + 46, 1, "v");
  put(path, bad);
  check_fails("overlap", [&] { read_npz(path); });
}

}  // namespace
