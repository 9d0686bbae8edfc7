// SPDX-License-Identifier: MIT
// Sums of all elements and of columns, and a transpose.
#include "timing.hpp"

using namespace sinter;

namespace bench {
namespace {

using wide = f32<dyn, 4096>;
constexpr f32<> all(const wide& x) { return sum(x); }
constexpr f32<4096> by_column(const wide& x) { return sum(x, axis<0>); }
constexpr f32<4096, dyn> turned(const wide& x) { return transpose(x); }

}  // namespace

void reductions(machine& on, double copy_rate) {
  const std::int64_t count = on.is_software() ? 32 : 32768;
  const int rows = static_cast<int>(count);
  const auto x = sample(wide(count), -0.25f, 0.001f);
  const std::string size = std::to_string(count) + " x 4096";
  const double bytes = 4. * 4096 * static_cast<double>(count);
  const auto multiprocessors = static_cast<unsigned>(on.gpu().about().multiprocessors);

  const unsigned parts = 8 * multiprocessors;
  const auto part = room_like(f32<dyn>(static_cast<std::int64_t>(parts)));
  const auto total = sample(f32<>(0.f), 0, 0);
  bandwidth(
      on, copy_rate, "sum", size, bytes, "85 %", [&] { (void)jit<all>(x); },
      [&] {
        on.by_hand("sum_parts", parts, 1, 256, 1, at(x), at(part), static_cast<long long>(count) * 1024);
        on.by_hand("sum_joined", 1, 1, 256, 1, at(part), at(total), static_cast<int>(parts));
      });
  require_equal("sum", f32<>(jit<all>(x)), total, 1e-3f);

  const int shares = on.is_software() ? 4 : static_cast<int>(multiprocessors);
  const int rows_each = (rows + shares - 1) / shares;
  const auto share = room_like(f32<dyn, 4096>(static_cast<std::int64_t>(shares)));
  const auto columns = sample(f32<4096>(), 0, 0);
  bandwidth(
      on, copy_rate, "column sums", size, bytes, "85 %", [&] { (void)jit<by_column>(x); },
      [&] {
        on.by_hand("column_sums", 4, static_cast<unsigned>(shares), 256, 1, at(x), at(share), rows, rows_each);
        on.by_hand("column_sums", 4, 1, 256, 1, at(share), at(columns), shares, shares);
      });
  require_equal("column sums", f32<4096>(jit<by_column>(x)), columns, 1e-3f);

  const auto out = room_like(f32<4096, dyn>(count));
  bandwidth(
      on, copy_rate, "transpose", size, 2 * bytes, "85 %", [&] { (void)jit<turned>(x); },
      [&] { on.by_hand("turned", 128, static_cast<unsigned>(rows / 32), 32, 8, at(x), at(out), rows, 4096); });
  require_equal("transpose", f32<4096, dyn>(jit<turned>(x)), out, 0);
}

}  // namespace bench
