// SPDX-License-Identifier: MIT
// Formulas of whole rows: each is read once and written once.
#include "timing.hpp"

using namespace sinter;

namespace bench {
namespace {

template <int columns> using matrix = f32<dyn, columns>;
template <int columns>
constexpr auto soft = [](const matrix<columns>& x) { return matrix<columns>(softmax(x, axis<-1>)); };
template <int columns>
constexpr auto normal = [](const matrix<columns>& x) { return matrix<columns>(layer_norm(x, axis<-1>)); };

template <int columns> void of_width(machine& on, double copy_rate) {
  const std::int64_t count = on.is_software() ? 3 : (std::int64_t{1} << 27) / columns;
  const auto x = sample(matrix<columns>(count), -4, 0.008f), out = room_like(x);
  const std::string size = std::to_string(count) + " x " + std::to_string(columns),
                    suffix = "_" + std::to_string(columns);
  const auto measure = [&](const std::string& what, auto formula) {
    const std::string kernel = what + suffix;
    bandwidth(
        on, copy_rate, what.c_str(), size, 8. * static_cast<double>(count) * columns, "85 %", [&] { (void)formula(); },
        [&] { on.by_hand(kernel.c_str(), static_cast<unsigned>(count), 1, 256, 1, at(x), at(out)); });
    out.handle()->forget_mirror();
    require_equal(kernel.c_str(), formula(), out, 1e-4f);
  };
  measure("softmax", [&] { return jit<soft<columns>>(x); });
  measure("layer_norm", [&] { return jit<normal<columns>>(x); });
}

}  // namespace

void rows(machine& on, double copy_rate) {
  of_width<1024>(on, copy_rate);
  of_width<4096>(on, copy_rate);
  of_width<8192>(on, copy_rate);
}

}  // namespace bench
