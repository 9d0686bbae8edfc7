// SPDX-License-Identifier: MIT
// Arrays on a device: there and back, shared, read by the host, refused to be written, given back.
#include <filesystem>
#include <sstream>
#include <thread>

#include "run_support.hpp"

using namespace sinter;
using cuda_tests::holds;
using cuda_tests::said_by;
using cuda_tests::software_driver;

namespace {
struct layer {
  f32<2, 3> w;
  f32<3> b;
};
}  // namespace
BOOST_HANA_ADAPT_STRUCT(layer, w, b);

namespace {

template <class T>
void check_round_trip() {
  CAPTURE(core::name_of(core::dtype_of<T>));
  const array<T, 2, 3> here{{T(1), T(0), T(1)}, {T(0), T(0), T(1)}};
  const auto there = here.to(device::cuda(0));
  CHECK(there.device() == device::cuda(0));
  CHECK(here.device() == device::cpu());
  const auto back = there.to(device::cpu());
  CHECK(back.device() == device::cpu());
  CHECK(back.handle() != here.handle());
  CHECK(array_equal(back, here));
  CHECK(array_equal(there, here));
  CHECK(there(1, 2) == here(1, 2));
}

TEST_CASE("elements of each type go there and come back") {
  SINTER_NEEDS_GPU();
  check_round_trip<float>();
  check_round_trip<double>();
  check_round_trip<std::int32_t>();
  check_round_trip<std::int64_t>();
  check_round_trip<std::uint8_t>();
  check_round_trip<std::uint32_t>();
  check_round_trip<bool>();
  check_round_trip<float16>();
  check_round_trip<bfloat16>();
}

TEST_CASE("numbers, empty arrays, literals and trees move") {
  SINTER_NEEDS_GPU();
  const f32<> number = f32<>(2.5f).to(device::cuda());
  CHECK(number.device().is_cuda());
  CHECK(number() == 2.5f);
  const f32<-1, 4> empty = f32<-1, 4>(0).to(device::cuda());
  CHECK(empty.device().is_cuda());
  CHECK(empty.size() == 0);
  CHECK(empty.span().empty());
  CHECK(f32<2, 3>().to(device::cpu()).state() == core::holds::literal);
  layer here;
  here.b = f32<3>{1, 2, 3};
  const layer there = to(here, device::cuda(0));
  CHECK(there.w.device() == device::cuda(0));
  CHECK(there.b.device() == device::cuda(0));
  CHECK(array_equal(there.b, here.b));
  CHECK(array_equal(there.w, f32<2, 3>()));
  const auto sum = to(here.b + here.b, device::cuda());
  CHECK(array_equal(sum, f32<3>{2, 4, 6}));
}

TEST_CASE("copies share, and moving to where it is shares as well") {
  SINTER_NEEDS_GPU();
  const f32<3> there = f32<3>{1, 2, 3}.to(device::cuda());
  const f32<3> copy = there;
  CHECK(copy.handle() == there.handle());
  CHECK(there.to(device::cuda(0)).handle() == there.handle());
  const f32<3> here{1, 2, 3};
  CHECK(here.to(device::cpu()).handle() == here.handle());
}

TEST_CASE("the host reads once and never writes") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  f32<3> there = f32<3>{1, 2, 3}.to(device::cuda());
  const f32<3>& reading = there;
  driver.reset_counts();
  CHECK(reading(2) == 3.f);
  CHECK(reading.span()[1] == 2.f);
  CHECK(driver.calls_of("cuMemcpyDtoHAsync") == 1);
  CHECK(reading.span().data() == reading.span().data());
  CHECK(holds(said_by<device_error>([&] { there(0) = 4.f; }), "cuda(0) cannot be written by the host; move them with to(device::cpu())"));
  CHECK(holds(said_by<device_error>([&] { (void)there.span(); }), "to(device::cpu())"));
  there = there.to(device::cpu());
  there(0) = 4.f;
  CHECK(there(0) == 4.f);
}

TEST_CASE("threads that read at once see the same mirror") {
  SINTER_NEEDS_GPU();
  const f32<-1> there = f32<-1>(f32<1000>() + 7.f).to(device::cuda());
  const float* seen[4] = {};
  std::vector<std::thread> threads;
  for (auto& at : seen) threads.emplace_back([&] { at = there.span().data(); });
  for (auto& each : threads) each.join();
  for (const float* at : seen) CHECK(at == seen[0]);
  CHECK(seen[0][999] == 7.f);
}

TEST_CASE("printing and files read from the device") {
  SINTER_NEEDS_GPU();
  const f32<2, 2> here{{1, 2}, {3, 4}};
  const auto there = here.to(device::cuda());
  std::ostringstream one, other;
  one << here;
  other << there;
  CHECK(one.str() == other.str());
  const std::string path = (std::filesystem::temp_directory_path() / "sinter_run_arrays.npy").string();
  save(path, there);
  f32<2, 2> loaded;
  load(path, loaded);
  std::filesystem::remove(path);
  CHECK(array_equal(loaded, here));
}

TEST_CASE("devices that do not exist are named") {
  SINTER_NEEDS_DEVICE();
  CHECK(holds(said_by<device_error>([] { f32<2>{1, 2}.to(device::cuda(3)); }), "cuda(3): this machine has 1 GPU"));
  CHECK(holds(said_by<device_error>([] { (void)device::cuda(-2); }), "given -2"));
  CHECK(device::cuda(11).name() == "cuda(11)");
  CHECK(device().name() == "cpu");
}

TEST_CASE("memory is given back") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  (void)f32<3>{1, 2, 3}.to(device::cuda());
  const long long before = driver.live().allocations;
  {
    f32<100> one = f32<100>().to(device::cuda());
    const f32<100> shared = one;
    const f32<100> other = to(f32<100>() + 1.f, device::cuda());
    CHECK(driver.live().allocations > before);
    one = other;
  }
  CHECK(driver.live().allocations == before);
}

}  // namespace
