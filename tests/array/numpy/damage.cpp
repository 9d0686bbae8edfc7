// SPDX-License-Identifier: MIT
// Files damaged at random, seeded positions: they load or throw io_error, and nothing else happens.
#include <exception>
#include <random>
#include <utility>

#include <sinter/array/numpy/npz.hpp>

#include "files.hpp"

using namespace numpy_test;
using namespace sinter::core;
using namespace sinter::core::numpy;

namespace {

std::string damaged(std::string file, std::mt19937& random) {
  auto below = [&](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  for (std::size_t times = 1 + below(3); times > 0 && !file.empty(); --times) {
    std::size_t at = below(file.size());
    switch (below(6)) {
      case 0:
        file[at] = static_cast<char>(file[at] ^ (1 << below(8)));
        break;
      case 1:
        file[at] = static_cast<char>(below(256));
        break;
      case 2:
        file[at] = below(2) ? '\xff' : '\0';
        break;
      case 3:
        file.resize(at);
        break;
      case 4:
        file.insert(at, 1 + below(8), file[below(file.size())]);
        break;
      default:
        file.erase(at, 1 + below(8));
        break;
    }
  }
  return file;
}

TEST_CASE("damaged files load or throw io_error") {
  folder scratch("damage");
  std::string path = scratch / "file";
  std::int32_t numbers[] = {1, -2, 3, 4, 5, 6};
  std::int64_t shape[] = {2, 3};
  const reference matrix{dtype::i32, shape, numbers}, scalar{dtype::i32, {}, numbers};
  const std::vector<std::pair<std::string, reference>> arrays = {
      {"w", matrix}, {"layers.0.b", scalar}, {"c", matrix}};
  write_npy(path, matrix);
  const std::string one = get(path);
  write_npz(path, arrays);
  const std::string archive = get(path);
  write_archive(path, arrays, {0, 0});
  const std::string archive64 = get(path);

  std::mt19937 random(20240501);
  int loaded = 0, refused = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::string& file = i % 3 == 0 ? one : i % 3 == 1 ? archive : archive64;
    put(path, damaged(file, random));
    try {
      if (i % 3 == 0)
        read_npy(path);
      else
        read_npz(path);
      ++loaded;
    } catch (const sinter::io_error&) {
      ++refused;
    } catch (const std::exception& other) {
      FAIL("file " << i << ": " << other.what());
    }
  }
  CHECK(loaded > 100);
  CHECK(refused > 2000);
}

}  // namespace
