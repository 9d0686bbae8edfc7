// SPDX-License-Identifier: MIT
// Files that are damaged, foreign or not files: faults 1 to 7, 13 and 26 of the cache's list. The file lies there, is
// not used, and the program is compiled again and kept.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "compile_support.hpp"

using namespace sinter::core::cuda;

namespace {

// A folder with one program in it.
struct one_program : scratch_folder {
  compile_request request = request_of("the source");
  std::string file, content;
  one_program() {
    REQUIRE(fresh(cache()).from(request) == found_in::compiler);
    REQUIRE(files_in(programs()).size() == 1);
    file = files_in(programs())[0];
    content = read_file(file);
    REQUIRE(fresh(cache()).from(request) == found_in::disk);
  }

  // The file as it is now must not be used; afterwards a good one is there.
  void check_refused() {
    fresh process(cache());
    CHECK(process.from(request) == found_in::compiler);
    CHECK(fresh(cache()).from(request) == found_in::disk);
    CHECK(read_file(file) == content);
  }
};

// With a digest that fits, so that only the content can be at fault.
std::string sealed(std::string content) {
  content.resize(content.size() - sizeof(digest));
  return content.append(bytes_of(digest_of(content)));
}

std::string with_number(std::string content, std::size_t at, std::uint64_t number) {
  std::string bytes;
  append_number(bytes, number);
  return content.replace(at, 8, bytes);
}

}  // namespace

TEST_CASE("fault 1: truncated in header, key or payload") {
  one_program there;
  for (std::size_t size = 1; size < there.content.size(); size += size < 130 ? 1 : 29) {
    CAPTURE(size);
    write_file(there.file, there.content.substr(0, size));
    there.check_refused();
  }
}

TEST_CASE("fault 1: truncated, and sealed again with the length that is left") {
  one_program there;
  for (std::size_t size = 60; size < there.content.size(); size += 31) {
    CAPTURE(size);
    write_file(there.file, sealed(with_number(there.content.substr(0, size), 16, size)));
    there.check_refused();
  }
}

TEST_CASE("fault 2: one flipped bit anywhere") {
  one_program there;
  const digest name = digest_of(material_of(fresh(there.cache()).compiles.key_of(there.request)));
  for (std::size_t bit = 0; bit < there.content.size() * 8; ++bit) {
    std::string flipped = there.content;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    CAPTURE(bit);
    CHECK(!read_entry(flipped, name));
    if (bit % 1009 == 0) {
      write_file(there.file, flipped);
      there.check_refused();
    }
  }
  CHECK(read_entry(there.content, name));
}

TEST_CASE("fault 3: a file of no bytes") {
  one_program there;
  write_file(there.file, "");
  there.check_refused();
}

TEST_CASE("fault 4: a huge declared length, of the file or of a part") {
  one_program there;
  const std::uint64_t huge = std::uint64_t{1} << 62;
  const std::size_t key_at = entry_header + 2 * sizeof(digest);
  for (std::uint64_t length : {huge, ~std::uint64_t{0}, std::uint64_t{there.content.size() + 1}}) {
    write_file(there.file, sealed(with_number(there.content, 16, length)));
    there.check_refused();
    write_file(there.file, sealed(with_number(there.content, key_at, length)));
    there.check_refused();
  }
  // A file that is as long as it says, without having these bytes on disk: it must not be read into memory.
  write_file(there.file, with_number(there.content, 16, std::uint64_t{1} << 40));
  REQUIRE(::truncate(there.file.c_str(), off_t{1} << 40) == 0);
  there.check_refused();
}

TEST_CASE("fault 4: a key with a huge number of options") {
  cache_key key{"", "", "", "", "", {}, ""};
  std::string material = material_of(key);
  CHECK(read_key(material));
  CHECK(!read_key(with_number(material, 48, std::uint64_t{1} << 60)));
}

TEST_CASE("fault 5: an older or newer schema is left alone until it is replaced") {
  one_program there;
  for (std::uint64_t schema : {std::uint64_t{0}, std::uint64_t{cache_schema + 1}}) {
    write_file(there.file, sealed(with_number(there.content, 8, schema)));
    CHECK(!fresh(there.cache()).compiles.look_up(there.request));
    CHECK(std::filesystem::exists(there.file));
    CHECK(said::text() == "");
    there.check_refused();
  }
}

TEST_CASE("fault 6: an entry under the name of another key") {
  one_program there;
  const compile_request other = request_of("another source");
  REQUIRE(fresh(there.cache()).from(other) == found_in::compiler);
  for (const std::string& file : files_in(there.programs()))
    if (file != there.file) write_file(there.file, read_file(file));
  const digest name = digest_of(material_of(fresh(there.cache()).compiles.key_of(there.request)));
  CHECK(read_entry(there.content, name));
  CHECK(!read_entry(read_file(there.file), name));
  there.check_refused();
  CHECK(fresh(there.cache()).from(other) == found_in::disk);
}

TEST_CASE("fault 7: a sound entry with code for another architecture") {
  one_program there;
  fresh process(there.cache());
  for (const auto& pair :
       {std::pair{"sm_90", "sm_90a"}, {"sm_120", "sm_121"}, {"compute_90", "sm_90"}, {"sm_90", "compute_90"}}) {
    const char *const asked = pair.first, *const given = pair.second;  // clang++ 16 captures no binding
    CAPTURE(asked);
    const compile_request request = request_of("architectures", asked);
    const cache_key key = process.compiles.key_of(request);
    const compiled wrong = translate(fake_nvrtc::tools(), request_of("architectures", given));
    const std::string path = there.programs() + "/" + program_file(digest_of(material_of(key)));
    write_file(path, write_entry(key, "wrong", wrong));
    ::chmod(path.c_str(), 0600);
    fresh later(there.cache());
    const compile_result result = later.compiles.compile(request);
    CHECK(result.from == found_in::compiler);
    CHECK(is_for(asked, result.code->ptx, result.code->cubin));
  }
}

TEST_CASE("fault 7: architectures that differ by a suffix or a digit are different keys") {
  scratch_folder folder;
  for (const char* architecture : {"sm_90", "sm_90a", "compute_90", "sm_120", "sm_121", "sm_120a", "sm_120f"})
    CHECK(fresh(folder.cache()).from(request_of("x", architecture)) == found_in::compiler);
  CHECK(files_in(folder.programs()).size() == 7);
}

TEST_CASE("fault 13: a pipe, a folder or a link in place of the entry") {
  one_program there;
  std::filesystem::remove(there.file);
  REQUIRE(::mkfifo(there.file.c_str(), 0600) == 0);
  there.check_refused();  // replaced; a read that waits for a writer would hang here

  const std::string elsewhere = there.path + "/elsewhere";
  write_file(elsewhere, there.content);
  std::filesystem::remove(there.file);
  std::filesystem::create_symlink(elsewhere, there.file);
  there.check_refused();
  CHECK(std::filesystem::is_regular_file(std::filesystem::symlink_status(there.file)));

  std::filesystem::remove(there.file);
  std::filesystem::create_directory(there.file);
  fresh process(there.cache());
  CHECK(process.from(there.request) == found_in::compiler);
  CHECK(process.from(there.request) == found_in::memory);
  CHECK(said::text().find("is of another kind") != std::string::npos);
}

TEST_CASE("fault 13: a file that others may write or own") {
  one_program there;
  for (mode_t mode : {mode_t{0620}, mode_t{0602}, mode_t{0666}}) {
    REQUIRE(::chmod(there.file.c_str(), mode) == 0);
    fresh process(there.cache());
    CHECK(!process.compiles.look_up(there.request));
    CHECK(said::text().find("may be written by others") != std::string::npos);
    CHECK(process.counted.snapshot().disk_refusals == 1);
    there.check_refused();
  }
  compiler_options shared = fresh::options_for(there.cache());
  shared.disk.is_shared = true;
  REQUIRE(::chmod(there.file.c_str(), 0666) == 0);
  CHECK(fresh(shared).from(there.request) == found_in::disk);
}

TEST_CASE("fault 26: two versions of sinter in one folder") {
  one_program there;
  compiler_options other = fresh::options_for(there.cache());
  other.generator = "sinter 9.9.9";
  CHECK(fresh(other).from(there.request) == found_in::compiler);
  CHECK(fresh(other).from(there.request) == found_in::disk);
  CHECK(fresh(there.cache()).from(there.request) == found_in::disk);
  CHECK(files_in(there.programs()).size() == 2);
}
