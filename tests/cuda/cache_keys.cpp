// SPDX-License-Identifier: MIT
// What a key holds: faults 8 to 11 and 28 of the cache's list, the digest, and the explanation of a miss.
#include <doctest/doctest.h>

#include "compile_support.hpp"

using namespace sinter::core::cuda;

namespace {

// Whether a program that one process keeps under the first options is found by another under the second.
bool is_found(const compiler_options& by_one, const compiler_options& by_other, const compile_request& request) {
  REQUIRE(fresh(by_one).compiles.compile(request).code);
  return fresh(by_other).compiles.look_up(request).has_value();
}

}  // namespace

TEST_CASE("SHA-256 gives the digests of FIPS 180-4's examples, however the bytes arrive") {
  CHECK(hexadecimal(digest_of("")) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hexadecimal(digest_of("abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(hexadecimal(digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  const std::string million(1000000, 'a');
  CHECK(hexadecimal(digest_of(million)) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  for (std::size_t length = 0; length < 200; ++length)
    for (std::size_t cut : {std::size_t{0}, length / 3, length}) {
      const std::string text = million.substr(0, length);
      CHECK(sha256().update(text.substr(0, cut)).update(text.substr(cut)).finish() == digest_of(text));
    }
}

TEST_CASE("a key survives writing and reading, and nothing else reads as a key") {
  const cache_key key{"g", "sm_90", "13000", "b", "cubin ptx", {"--one", "", std::string("\0x", 2)}, "source\n"};
  const std::string material = material_of(key);
  REQUIRE(read_key(material));
  CHECK(*read_key(material) == key);
  for (std::size_t size = 0; size < material.size(); ++size) CHECK(!read_key(material.substr(0, size)));
  CHECK(!read_key(material + "x"));
}

TEST_CASE("fault 8: NVRTC upgraded, downgraded, or rebuilt") {
  scratch_folder folder;
  const compiler_options now = fresh::options_for(folder.cache());
  compiler_options newer = now, older = now, rebuilt = now;
  newer.tools.version = 13010;
  older.tools.version = 12090;
  rebuilt.tools.build = "build 2";
  CHECK(!is_found(now, newer, request_of("a")));
  CHECK(!is_found(now, older, request_of("b")));
  CHECK(!is_found(now, rebuilt, request_of("c")));
  CHECK(is_found(now, now, request_of("d")));
}

TEST_CASE("fault 8: options that an NVRTC does not know are not passed to it") {
  toolkit tools = fake_nvrtc::tools();
  const auto has = [&](const char* option) {
    const std::vector<std::string> options = options_of(tools, request_of(""));
    return std::find(options.begin(), options.end(), option) != options.end();
  };
  CHECK(has("--no-cache"));
  tools.version = 12030;
  CHECK(!has("--no-cache"));
  CHECK(!has("--minimal"));
  CHECK(has("--std=c++20"));
}

TEST_CASE("fault 9: another code generator for the same graph") {
  scratch_folder folder;
  const compiler_options now = fresh::options_for(folder.cache());
  compiler_options later = now;
  later.generator = "sinter next";
  CHECK(!is_found(now, later, request_of("a")));                   // the same text from another generator
  CHECK(fresh(now).from(request_of("a ")) == found_in::compiler);  // another text
}

TEST_CASE("fault 10: options reordered, added, and fast mathematics") {
  scratch_folder folder;
  const auto is_new = [&](std::vector<std::string> options) {
    return fresh(folder.cache()).from(request_of("x", "sm_90", std::move(options))) == found_in::compiler;
  };
  CHECK(is_new({}));
  CHECK(is_new({"--a", "--b"}));
  CHECK(is_new({"--b", "--a"}));
  CHECK(is_new({"--a"}));
  CHECK(is_new({"--use_fast_math"}));
  CHECK(is_new({"--fmad=true"}));
  CHECK(!is_new({"--a", "--b"}));
  CHECK(!is_new({"--use_fast_math"}));
}

TEST_CASE("fault 11: fields that run into each other") {
  scratch_folder folder;
  const auto is_new = [&](std::string source, std::vector<std::string> options) {
    return fresh(folder.cache()).from(request_of(std::move(source), "sm_90", std::move(options))) == found_in::compiler;
  };
  CHECK(is_new("", {"a|b"}));
  CHECK(is_new("", {"a", "|b"}));
  CHECK(is_new("", {"a|", "b"}));
  CHECK(is_new("", {"a", "b"}));
  CHECK(is_new("", {"ab"}));
  CHECK(is_new("", {"ab", ""}));
  CHECK(is_new("b", {"a"}));
  CHECK(is_new("ab", {}));
  CHECK(is_new("", {std::string("a\0b", 3)}));
  CHECK(!is_new("", {"a", "|b"}));
}

TEST_CASE("fault 28: two processes write the same bytes for the same key") {
  scratch_folder one, other;
  CHECK(wait_for(start_child([&] { return fresh(one.cache()).from(request_of("x")) == found_in::compiler ? 0 : 1; })) ==
        0);
  CHECK(wait_for(start_child(
            [&] { return fresh(other.cache()).from(request_of("x")) == found_in::compiler ? 0 : 1; })) == 0);
  REQUIRE(files_in(one.programs()).size() == 1);
  REQUIRE(files_in(other.programs()).size() == 1);
  CHECK(read_file(files_in(one.programs())[0]) == read_file(files_in(other.programs())[0]));
}

TEST_CASE("fault 28: NVRTC's code is the same in two processes") {
  SINTER_NEEDS_NVRTC();
  scratch_folder folder;
  const auto write = [&](const std::string& name) {
    compiler_options options = fresh::options_for("");
    options.tools = process_compiler().tools();
    const char* source =
        "__device__ int many[4]; extern \"C\" __global__ void k(float* x) { x[0] = sinf(x[1]) + many[2]; }";
    const compile_result made = fresh(options).compiles.compile(request_of(source));
    write_file(folder.path + "/" + name, made.code->ptx + made.code->cubin);
    return 0;
  };
  CHECK(wait_for(start_child([&] { return write("one"); })) == 0);
  CHECK(wait_for(start_child([&] { return write("other"); })) == 0);
  CHECK(read_file(folder.path + "/one").size() > 1000);
  CHECK(read_file(folder.path + "/one") == read_file(folder.path + "/other"));
}

TEST_CASE("a miss is explained by the nearest key, on disk or in memory") {
  scratch_folder folder;
  compiler_options options = fresh::options_for(folder.cache());
  options.explains = true;
  fresh first(options);
  first.from(request_of("int a;\nint b;\nint c;\n"));
  CHECK(said::text() == "sinter: a test for sm_90 is not in the cache; nothing is\n");
  said::clear();
  first.from(request_of("completely different"));
  CHECK(said::text().find(
            "the nearest is a test, of which differ: source line 1: `completely different` instead of `int a;`") !=
        std::string::npos);

  fresh second(options);
  second.from(request_of("int a;\nint x;\nint c;\n"));
  CHECK(said::text() ==
        "sinter: a test for sm_90 is not in the cache; the nearest is a test, of which differ: "
        "source line 2: `int x;` instead of `int b;`\n");
  said::clear();
  second.from(request_of("int a;\nint x;\nint c;\n", "sm_80", {"--use_fast_math"}));
  CHECK(said::text().find("of which differ: architecture sm_80 instead of sm_90; options ") != std::string::npos);
  CHECK(said::text().find("--use_fast_math instead of --std=c++20") != std::string::npos);
  said::clear();
  second.from(request_of("int a;\nint x;\nint c;\n"));
  CHECK(said::text() == "");
  options.tools.version = 13010;
  fresh third(options);
  third.from(request_of("int a;\nint x;\nint c;\n"));
  CHECK(said::text().find("of which differ: NVRTC 13010 instead of 13000\n") != std::string::npos);
}
