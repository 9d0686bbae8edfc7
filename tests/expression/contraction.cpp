// SPDX-License-Identifier: MIT
#include "traced.hpp"

using namespace expression_test;

namespace {

static_assert(same<kind<decltype(matmul(f32<2, 3>(), f32<3, 4>()))>, f32<2, 4>>);
static_assert(same<kind<decltype(matmul(f32<dyn, 3>(1), f32<3, 4>()))>, f32<dyn, 4>>);
static_assert(same<kind<decltype(matmul(f32<3>(), f32<3, 4>()))>, f32<4>>);
static_assert(same<kind<decltype(matmul(f32<5, 2, 3>(), f32<3>()))>, f32<5, 2>>);
static_assert(same<kind<decltype(matmul(f32<3>(), f32<3>()))>, f32<>>);
static_assert(same<kind<decltype(matmul(f32<6, 1, 2, 3>(), f32<1, 5, 3, 4>()))>, f32<6, 5, 2, 4>>);
static_assert(same<kind<decltype(matmul(f32<6, dyn, 2, 3>(5), f32<5, 3, 4>()))>, f32<6, 5, 2, 4>>);
static_assert(same<kind<decltype(dot(f32<2, 3>(), f32<5, 3, 4>()))>, f32<2, 5, 4>>);
static_assert(same<kind<decltype(dot_general<contract<1, 0>, batch<>>(f32<2, 3>(), f32<3, 4>()))>, f32<2, 4>>);
static_assert(same<kind<decltype(dot_general<contract<3, 0>, batch<2, 3>>(f32<7, 3, 5, 2>(), f32<2, 2, 4, 5>()))>,
                   f32<5, 7, 3, 2, 4>>);
static_assert(same<kind<decltype(tensordot<2>(f32<7, 3, 5>(), f32<3, 5, 4>()))>, f32<7, 4>>);
static_assert(same<kind<decltype(outer(f32<7>(), f32<dyn>(1)))>, f32<7, dyn>>);
static_assert(same<kind<decltype(einsum<"ij,kj->ik">(f32<7, 3>(), f32<2, 3>()))>, f32<7, 2>>);
static_assert(same<kind<decltype(einsum<"ij,jk">(f32<7, 3>(), f32<3, dyn>(1)))>, f32<7, dyn>>);
static_assert(same<kind<decltype(einsum<"ji">(f32<7, 3>()))>, f32<3, 7>>);
static_assert(same<kind<decltype(einsum<"ii->i">(f32<7, dyn>(7)))>, f32<7>>);

// One dot_general and no transposition for what lies in order; the batches of one operand need no copy of the other.
template <class A, class B>
constexpr int nodes_of_matmul() {
  core::builder graph;
  const core::term x = core::open_parameter(graph, static_cast<const A*>(nullptr)),
                   y = core::open_parameter(graph, static_cast<const B*>(nullptr));
  core::matmul_op::lower(x, y);
  return graph.nodes.size() - 2;
}
static_assert(nodes_of_matmul<f32<dyn, 784>, f32<784, 10>>() == 1);
static_assert(nodes_of_matmul<f32<5, 2, 3>, f32<3, 4>>() == 1);
static_assert(nodes_of_matmul<f32<5, 2, 3>, f32<5, 3, 4>>() == 1);
static_assert(nodes_of_matmul<f32<6, 5, 2, 3>, f32<5, 3, 4>>() == 2);  // and a transposition of the result
static_assert(nodes_of_matmul<f32<2, 3>, f32<5, 3, 4>>() == 2);

std::vector<wide> counted(std::int64_t count, int seed) {
  std::vector<wide> made;
  for (std::int64_t i = 0; i < count; ++i) made.push_back(static_cast<wide>((i * 7 + seed * 5) % 11 - 4));
  return made;
}

// Einstein's notation by its definition: a loop over all letters.
struct labelled {
  std::string letters;
  tensor value;
};
tensor by_definition(const std::vector<labelled>& operands, const std::string& out) {
  std::string letters;
  extent_list extents;
  for (const labelled& each : operands)
    for (std::size_t i = 0; i < each.letters.size(); ++i) {
      const auto at = letters.find(each.letters[i]);
      if (at == std::string::npos) letters += each.letters[i], extents.push_back(each.value.extents[i]);
      else extents[at] = std::max(extents[at], each.value.extents[i]);
    }
  tensor made;
  for (char letter : out) made.extents.push_back(extents[letters.find(letter)]);
  made.at.assign(static_cast<std::size_t>(support::volume(made.extents)), 0);
  for (std::int64_t i = 0; i < support::volume(extents); ++i) {
    extent_list index(extents.size());
    for (std::size_t d = extents.size(), rest = static_cast<std::size_t>(i); d-- > 0;
         rest /= static_cast<std::size_t>(extents[d]))
      index[d] = static_cast<std::int64_t>(rest) % extents[d];
    const auto position = [&](const std::string& of, const extent_list& lengths) {
      std::int64_t at = 0;
      for (std::size_t d = 0; d < of.size(); ++d) at = at * lengths[d] + index[letters.find(of[d])] % lengths[d];
      return static_cast<std::size_t>(at);
    };
    wide product = 1;
    for (const labelled& each : operands) product *= each.value.at[position(each.letters, each.value.extents)];
    made.at[position(out, made.extents)] += product;
  }
  return made;
}

template <class A>
tensor sample(extent_list extents, int seed) {
  return {core::dtype_of<typename A::value_type>, extents, counted(support::volume(extents), seed)};
}
// f over operands of types A, B against letters for x, y and the result.
template <class A, class B, class F>
void compare(F f, const char* x_letters, extent_list x_extents, const char* y_letters, extent_list y_extents,
             const char* out) {
  CAPTURE(std::string(x_letters) + "," + y_letters + "->" + out);
  trace t;
  const tensor x = sample<A>(x_extents, 1), y = sample<B>(y_extents, 2);
  const auto a = t.argument<A>(x.at, x.extents);
  const auto b = t.argument<B>(y.at, y.extents);
  const tensor expected = by_definition({{x_letters, x}, {y_letters, y}}, out);
  check_array(t.value(f(a, b)), expected.extents, expected.at);
}
constexpr auto times = [](const auto& a, const auto& b) { return matmul(a, b); };

}  // namespace

TEST_CASE("matmul over ranks and batches") {
  compare<f32<2, 3>, f32<3, 4>>(times, "mk", {2, 3}, "kn", {3, 4}, "mn");
  compare<f32<dyn, 3>, f32<3, dyn>>(times, "mk", {2, 3}, "kn", {3, 4}, "mn");
  compare<f64<3>, f64<3, 4>>(times, "k", {3}, "kn", {3, 4}, "n");
  compare<f64<2, 3>, f64<3>>(times, "mk", {2, 3}, "k", {3}, "m");
  compare<i32<3>, i32<3>>(times, "k", {3}, "k", {3}, "");
  compare<f32<3>, f32<5, 3, 4>>(times, "k", {3}, "bkn", {5, 3, 4}, "bn");
  compare<f32<5, 2, 3>, f32<3>>(times, "bmk", {5, 2, 3}, "k", {3}, "bm");
  compare<f32<5, 2, 3>, f32<5, 3, 4>>(times, "bmk", {5, 2, 3}, "bkn", {5, 3, 4}, "bmn");
  compare<f32<5, 2, 3>, f32<3, 4>>(times, "bmk", {5, 2, 3}, "kn", {3, 4}, "bmn");
  compare<f32<2, 3>, f32<5, 3, 4>>(times, "mk", {2, 3}, "bkn", {5, 3, 4}, "bmn");
  compare<f32<6, 5, 2, 3>, f32<5, 3, 4>>(times, "abmk", {6, 5, 2, 3}, "bkn", {5, 3, 4}, "abmn");
  compare<f32<5, 2, 3>, f32<6, 5, 3, 4>>(times, "bmk", {5, 2, 3}, "abkn", {6, 5, 3, 4}, "abmn");
  compare<f32<6, 1, 2, 3>, f32<1, 5, 3, 4>>(times, "abmk", {6, 1, 2, 3}, "abkn", {1, 5, 3, 4}, "abmn");
  compare<f32<1, 2, 3>, f32<1, 3, 4>>(times, "bmk", {1, 2, 3}, "bkn", {1, 3, 4}, "bmn");
  compare<f32<dyn, 5, 2, 3>, f32<dyn, 1, 3, 4>>(times, "abmk", {6, 5, 2, 3}, "abkn", {6, 1, 3, 4}, "abmn");
}

TEST_CASE("dot, dot_general, tensordot, outer") {
  compare<f32<2, 3>, f32<5, 3, 4>>([](const auto& a, const auto& b) { return dot(a, b); }, "ij", {2, 3}, "kjl",
                                   {5, 3, 4}, "ikl");
  compare<f32<2, 3>, f32<>>([](const auto& a, const auto& b) { return dot(a, b); }, "ij", {2, 3}, "", {}, "ij");
  compare<f32<7, 3, 5, 2>, f32<2, 2, 4, 5>>(
      [](const auto& a, const auto& b) { return dot_general<contract<3, 0>, batch<2, 3>>(a, b); }, "abck", {7, 3, 5, 2},
      "kdec", {2, 2, 4, 5}, "cabde");
  compare<f32<3, 5>, f32<2, 5>>([](const auto& a, const auto& b) { return dot_general<contract<-1, -1>>(a, b); }, "ik",
                                {3, 5}, "jk", {2, 5}, "ij");
  compare<f32<7, 3, 5>, f32<3, 5, 4>>([](const auto& a, const auto& b) { return tensordot(a, b); }, "ijk", {7, 3, 5},
                                      "jkl", {3, 5, 4}, "il");
  compare<f32<2>, f32<3>>([](const auto& a, const auto& b) { return tensordot<0>(a, b); }, "i", {2}, "j", {3}, "ij");
  compare<f32<2>, f32<3>>([](const auto& a, const auto& b) { return outer(a, b); }, "i", {2}, "j", {3}, "ij");
}

TEST_CASE("einsum with one operand") {
  trace t;
  const tensor x = sample<f32<3, 3>>({3, 3}, 1);
  const auto a = t.argument<f32<3, 3>>(x.at);
  check_array(t.value(einsum<"ij->ji">(a)), {3, 3}, by_definition({{"ij", x}}, "ji").at);
  check_array(t.value(einsum<"ij->j">(a)), {3}, by_definition({{"ij", x}}, "j").at);
  check_values(t.value(einsum<"ii">(a)), by_definition({{"ii", x}}, "").at);
  check_values(t.value(einsum<"ii->i">(a)), by_definition({{"ii", x}}, "i").at);
  check_values(t.value(einsum<"ij->">(a)), by_definition({{"ij", x}}, "").at);
}

TEST_CASE("einsum with two operands") {
  compare<f32<2, 3>, f32<4, 3>>([](const auto& a, const auto& b) { return einsum<"ij,kj->ik">(a, b); }, "ij", {2, 3},
                                "kj", {4, 3}, "ik");
  compare<f32<2, 3>, f32<3, 4>>([](const auto& a, const auto& b) { return einsum<"ij, jk">(a, b); }, "ij", {2, 3}, "jk",
                                {3, 4}, "ik");
  compare<f32<2, 3>, f32<3, 4>>([](const auto& a, const auto& b) { return einsum<"zj,jB">(a, b); }, "zj", {2, 3}, "jB",
                                {3, 4}, "Bz");
  compare<f32<5, 2, 3>, f32<5, 3, 4>>([](const auto& a, const auto& b) { return einsum<"bij,bjk->bki">(a, b); }, "bij",
                                      {5, 2, 3}, "bjk", {5, 3, 4}, "bki");
  compare<f32<2, 5, 3>, f32<3, 5, 4>>([](const auto& a, const auto& b) { return einsum<"ibj,jbk->kib">(a, b); }, "ibj",
                                      {2, 5, 3}, "jbk", {3, 5, 4}, "kib");
  compare<f32<3>, f32<3>>([](const auto& a, const auto& b) { return einsum<"i,i->i">(a, b); }, "i", {3}, "i", {3}, "i");
  compare<f32<3>, f32<2>>([](const auto& a, const auto& b) { return einsum<"i,j->ji">(a, b); }, "i", {3}, "j", {2},
                          "ji");
  compare<f32<2, 3>, f32<2>>([](const auto& a, const auto& b) { return einsum<"ij,i->ji">(a, b); }, "ij", {2, 3}, "i",
                             {2}, "ji");
  compare<f32<2, 3>, f32<4, 5>>([](const auto& a, const auto& b) { return einsum<"ik,jl->j">(a, b); }, "ik", {2, 3},
                                "jl", {4, 5}, "j");
  compare<f32<3, 3, 2>, f32<2>>([](const auto& a, const auto& b) { return einsum<"iij,j->">(a, b); }, "iij", {3, 3, 2},
                                "j", {2}, "");
  compare<f32<dyn, 3>, f32<4, dyn>>([](const auto& a, const auto& b) { return einsum<"ij,kj->ki">(a, b); }, "ij",
                                    {2, 3}, "kj", {4, 3}, "ki");
  compare<f64<2, 3, 2, 4, 3>, f64<3, 4, 2, 5, 2>>(
      [](const auto& a, const auto& b) { return einsum<"ijklm,mlinp->kpjni">(a, b); }, "ijklm", {2, 3, 2, 4, 3}, "mlinp",
      {3, 4, 2, 5, 2}, "kpjni");
  compare<f64<2, 2, 3, 2, 2>, f64<3, 3>>([](const auto& a, const auto& b) { return einsum<"iijkk,jj->j">(a, b); }, "iijkk",
                                         {2, 2, 3, 2, 2}, "jj", {3, 3}, "j");
}
