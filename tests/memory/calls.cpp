// SPDX-License-Identifier: MIT
// Whatever allocation of a call fails, donated arguments hold what they held: kernels of every kind that need memory while they
// run.
#undef SINTER_EAGER
#define SINTER_EAGER off
#include "failing.hpp"

using namespace sinter;
using failing::numbers;
using failing::sweep;

namespace {

// A step whose result takes the argument's memory, which a first kernel overwrites before others need memory.
template <auto F, class... A>
auto donating(std::tuple<A...>& given) {
  return std::apply([](auto& first, auto&... others) { return jit<F>(std::move(first), others...); }, given);
}
template <auto F, class... A>
auto interpreting(std::tuple<A...>& given) {
  using made = core::program<core::call_of<F, A...>>;
  using R = decltype(donating<F>(given));
  return std::apply([](auto& first, auto&... others) {
    return core::run_with<R, made::graph.count.roots, A...>(core::interpreted_executable<made>, std::move(first), others...);
  }, given);
}

// What takes the argument's memory before the kernels of interest run: they wait for its sum.
template <class X>
constexpr std::pair<X, array<typename X::value_type>> moved_first(const X& x, const X& y) {
  const X moved = y * sum(x * y);
  return {moved, sum(moved * y)};
}

using table = f32<dyn, 40>;
using places = i32<dyn>;
constexpr f32<> picked(const table& w, const places& at) { return sum(exp(take(w, at, axis<0>) * 0.01f)); }
constexpr auto step_of_table = [](const table& w, const table& v, const places& at) {
  const auto [moved, by] = moved_first(w, v);
  const table slope = grad<picked>(v, at);
  return std::pair<table, table>(moved, v - by * slope);
};

using halves = f16<dyn, 40>;
constexpr f32<> picked_halves(const halves& w, const places& at) { return sum(cast<f32>(take(w, flip(at), axis<0>)) * 0.5f); }
constexpr auto step_of_halves = [](const halves& w, const halves& v, const places& at) {
  const auto [moved, by] = moved_first(w, v);
  const halves slope = grad<picked_halves>(v, at);
  return std::pair<halves, halves>(moved, v - by * slope);
};

using wide = f32<dyn, 9000>;
constexpr auto of_rows = [](const wide& x, const wide& y) {
  const auto [moved, by] = moved_first(x, y);
  return std::tuple<wide, wide, wide>(moved, softmax(y * by, axis<-1>), layer_norm(y + by, axis<-1>));
};
constexpr auto folds = [](const wide& x, const wide& y) {
  const auto [moved, by] = moved_first(x, y);
  return std::tuple(moved, i32<9000>(argmax(y * by, axis<0>)), f32<dyn>(sum(y * by, axis<-1>)), f32<9000>(mean(y - by, axis<0>)), f32<>(max(y * by)));
};

// Products: through oneDNN where it is, packed, of halves, with operands that must be copied first, small ones; and results
// that take the place of an argument at their end.
template <class T>
struct product {
  using A = array<T, dyn, 150>;
  using B = array<T, 170, 150>;
  using C = array<T, dyn, 170>;
  static constexpr C compute(const C& kept, const A& a, const B& b) {
    const C made = matmul(a, transpose<1, 0>(b));
    return kept - made;
  }
};
using heads = f32<dyn, 40, 5, 30>;
constexpr auto attend = [](const heads& x, const heads& y) {
  const auto [moved, by] = moved_first(x, y);
  const f32<dyn, 5, 40, 40> scores = einsum<"bqhd,bkhd->bhqk">(y, y * by);
  const heads mixed = einsum<"bhqk,bkhd->bqhd">(softmax(scores, axis<-1>), y);
  return std::pair(moved, mixed);
};
constexpr auto small = [](const f32<dyn, 90>& x, const f32<dyn, 90>& y, const f32<90, 90>& w) {
  const auto [moved, by] = moved_first(x, y);
  return std::pair(moved, f32<dyn, 90>(tanh(matmul(y * by, transpose<1, 0>(w)))));
};

// Maps whose inputs do not lie as they are read.
constexpr auto views = [](const f32<dyn, 300>& x, const f32<300, dyn>& y) {
  const f32<dyn, 300> moved = x + 1.0f, turned = transpose<1, 0>(y) * 2.0f;
  const f32<dyn, 300> joined = concatenate<0>(flip(turned), exp(x));
  return std::tuple(moved, turned, joined);
};
constexpr auto many = [](const f32<dyn>& x, const f32<dyn>& y) {
  f32<dyn> h = x, all = y;
  for (int i = 0; i < 40; ++i) {
    h = h * y + static_cast<float>(i);
    all = all + tanh(h);
  }
  return std::tuple(h, all, f32<dyn>(h + flip(y)));
};

}  // namespace

TEST_CASE("scatter and take") {
  const auto given = []<class A>(A) {
    return [] {
      places at(2000);
      int i = 0;
      for (auto& x : at.span()) x = (i += 7) % 300;
      return std::tuple(numbers(A(300)), numbers(A(300), 3), at);
    };
  };
  sweep(given(table()), [](auto& all) { return donating<step_of_table>(all); });
  sweep(given(table()), [](auto& all) { return interpreting<step_of_table>(all); });
  sweep(given(f16<dyn, 40>()), [](auto& all) { return donating<step_of_halves>(all); });
}

TEST_CASE("wide rows") {
  const auto given = [] { return std::tuple(numbers(wide(70)), numbers(wide(70), 11)); };
  sweep(given, [](auto& all) { return donating<of_rows>(all); });
  sweep(given, [](auto& all) { return interpreting<of_rows>(all); });
}

TEST_CASE("reductions") {
  const auto given = [] { return std::tuple(numbers(wide(70)), numbers(wide(70), 11)); };
  sweep(given, [](auto& all) { return donating<folds>(all); });
  sweep(given, [](auto& all) { return interpreting<folds>(all); });
}

TEST_CASE("products") {
  const auto of = [](auto which) {
    using P = decltype(which);
    sweep([] { return std::tuple(numbers(typename P::C(140)), numbers(typename P::A(140), 3), numbers(typename P::B(), 11)); },
          [](auto& given) { return donating<&P::compute>(given); });
  };
  of(product<float>());
  of(product<double>());
  of(product<float16>());
  of(product<std::int32_t>());
}

TEST_CASE("products of operands that are copied") {
  sweep([] { return std::tuple(numbers(heads(6)), numbers(heads(6), 11)); }, [](auto& given) { return donating<attend>(given); });
  sweep([] { return std::tuple(numbers(heads(6)), numbers(heads(6), 11)); }, [](auto& given) { return interpreting<attend>(given); });
  sweep([] { return std::tuple(numbers(f32<dyn, 90>(900)), numbers(f32<dyn, 90>(900), 3), numbers(f32<90, 90>(), 11)); },
        [](auto& given) { return donating<small>(given); });
}

TEST_CASE("maps") {
  sweep([] { return std::tuple(numbers(f32<dyn, 300>(70)), numbers(f32<300, dyn>(70), 11)); },
        [](auto& given) { return donating<views>(given); });
  sweep([] { return std::tuple(numbers(f32<dyn, 300>(70)), numbers(f32<300, dyn>(70), 11)); },
        [](auto& given) { return interpreting<views>(given); });
  sweep([] { return std::tuple(numbers(f32<dyn>(70000)), numbers(f32<dyn>(70000), 11)); }, [](auto& given) { return donating<many>(given); });
}
