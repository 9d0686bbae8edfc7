// SPDX-License-Identifier: MIT
// What a driver is offered, in which order, and what may be asked while nothing may be compiled: faults 24 and 30, at
// the border to the driver.
#include <doctest/doctest.h>

#include <sinter/cuda/compile/load.hpp>

#include "compile_support.hpp"

using namespace sinter::core::cuda;

namespace {

// A driver that answers by a list of codes, then with success; it notes what it was offered.
struct scripted_driver {
  std::vector<int> codes;
  std::string offered;
  std::size_t next = 0;
  load_answer operator()(const std::string& image, bool is_ptx) {
    CHECK((image.substr(1, 3) == "ELF") == !is_ptx);
    offered += is_ptx ? "p" : "c";
    const int code = next < codes.size() ? codes[next++] : 0;
    return {code, code ? "driver says " + std::to_string(code) : ""};
  }
};

}  // namespace

TEST_CASE("fault 24: each refusal of machine code leads to the PTX beside it, without compiling again") {
  scratch_folder folder;
  REQUIRE(fresh(folder.cache()).from(request_of("a")) == found_in::compiler);
  for (const int code : {200, 209, 218, 222}) {
    CAPTURE(code);
    fresh process(folder.cache());
    scripted_driver driver{{code}, ""};
    const loaded_code result = load_with_fallbacks(process.compiles, request_of("a"), std::ref(driver));
    CHECK(driver.offered == "cp");
    CHECK(result.answer.code == 0);
    CHECK(result.is_ptx);
    CHECK(result.program.from == found_in::disk);
    CHECK(process.counted.snapshot().compiles == 0);
  }
}

TEST_CASE("fault 24: a cached program of which both are refused is forgotten and compiled once more") {
  scratch_folder folder;
  REQUIRE(fresh(folder.cache()).from(request_of("a")) == found_in::compiler);
  const std::string before = read_file(files_in(folder.programs())[0]);
  fake_nvrtc::extra = "better ";
  {
    fresh process(folder.cache());
    scripted_driver driver{{200, 218}, ""};
    const loaded_code result = load_with_fallbacks(process.compiles, request_of("a"), std::ref(driver));
    CHECK(driver.offered == "cpc");
    CHECK(result.answer.code == 0);
    CHECK(!result.is_ptx);
    CHECK(result.program.from == found_in::compiler);
    CHECK(result.program.code->cubin.find("better") != std::string::npos);
    CHECK(process.counted.snapshot().compiles == 1);
  }
  fake_nvrtc::extra.clear();
  CHECK(read_file(files_in(folder.programs())[0]) != before);

  fresh later(folder.cache());
  scripted_driver driver{{200, 218, 209}, ""};
  CHECK(load_with_fallbacks(later.compiles, request_of("a"), std::ref(driver)).is_ptx);
  CHECK(driver.offered == "cpcp");
}

TEST_CASE("fault 24: if nothing helps, the last code comes back with all that the driver said") {
  scratch_folder folder;
  fresh process(folder.cache());
  const std::vector<int> all{209, 222, 209, 222, 209, 222};
  scripted_driver first{all, ""};
  loaded_code result = load_with_fallbacks(process.compiles, request_of("a"), std::ref(first));
  CHECK(first.offered == "cp");  // freshly compiled: once more would be the same
  CHECK(result.answer.code == 222);
  CHECK(result.answer.log == "machine code refused with 209: driver says 209\nPTX refused with 222: driver says 222\n");
  scripted_driver second{all, ""};
  result = load_with_fallbacks(process.compiles, request_of("a"), std::ref(second));
  CHECK(second.offered == "cpcp");
  CHECK(process.counted.snapshot().compiles == 2);
  scripted_driver third{all, ""};
  load_with_fallbacks(process.compiles, request_of("a", "compute_90"), std::ref(third));
  CHECK(third.offered == "p");
}

TEST_CASE("fault 24: a failure that is no refusal ends the attempts") {
  scratch_folder folder;
  fresh process(folder.cache());
  for (const int code : {2, 700, 999}) {
    scripted_driver driver{{code}, ""};
    const loaded_code result = load_with_fallbacks(process.compiles, request_of("a"), std::ref(driver));
    CHECK(driver.offered == "c");
    CHECK(result.answer.code == code);
  }
  CHECK(process.counted.snapshot().compiles == 1);
}

TEST_CASE("fault 30: what must not compile can ask for what is there") {
  scratch_folder folder;
  {
    fresh process(folder.cache());
    CHECK(!process.compiles.look_up(request_of("a")));
    CHECK(!process.compiles.look_up(request_of("a")));
    CHECK(process.counted.snapshot() == counts{});
    process.from(request_of("a"));
    const std::optional<compile_result> found = process.compiles.look_up(request_of("a"));
    REQUIRE(found);
    CHECK(found->from == found_in::memory);
  }
  fresh later(folder.cache());
  const std::optional<compile_result> found = later.compiles.look_up(request_of("a"));
  REQUIRE(found);
  CHECK(found->from == found_in::disk);
  CHECK(later.from(request_of("a")) == found_in::memory);
  CHECK(later.counted.snapshot().compiles == 0);
}

TEST_CASE("fault 30: while another thread compiles, a look is a miss and waits for nobody") {
  fresh process(fresh::options_for(""));
  bool was_found = true;
  fake_nvrtc::during = [&] { was_found = process.compiles.look_up(request_of("a")).has_value(); };
  process.from(request_of("a"));
  fake_nvrtc::during = nullptr;
  CHECK(!was_found);
}

TEST_CASE("forget: the next compile is fresh, in this process and in others") {
  scratch_folder folder;
  fresh process(folder.cache());
  process.from(request_of("a"));
  process.from(request_of("b"));
  process.compiles.forget(request_of("a"));
  process.compiles.forget(request_of("never seen"));
  CHECK(!process.compiles.look_up(request_of("a")));
  CHECK(fresh(folder.cache()).compiles.look_up(request_of("b")));
  CHECK(process.from(request_of("b")) == found_in::memory);
  CHECK(process.from(request_of("a")) == found_in::compiler);
}
