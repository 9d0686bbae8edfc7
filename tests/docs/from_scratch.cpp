// SPDX-License-Identifier: MIT
// sinter from scratch: the core idea in standard C++20 and nothing else. docs/from_scratch.md goes through it part by part.
#include <doctest/doctest.h>

// [array]
#include <cmath>
#include <type_traits>
#include <vector>

namespace scratch {

enum class op { parameter, constant, add, mul, neg, exp, tanh };

struct node {
  op what;
  int a = -1, b = -1;  // operands: earlier nodes
  double value = 0;    // of a constant
  constexpr bool operator==(const node&) const = default;
};

struct graph {
  std::vector<node> nodes;  // C++20: a vector may live inside a constant evaluation
  std::vector<int> roots;
  int parameters = 0;

  constexpr int add(node wanted) {  // structurally equal nodes are one
    for (int i = 0; i < static_cast<int>(nodes.size()); ++i)
      if (nodes[static_cast<std::size_t>(i)] == wanted) return i;
    nodes.push_back(wanted);
    return static_cast<int>(nodes.size()) - 1;
  }
};

// One type, two lives: numbers at run time, a node of a graph while the compiler evaluates.
class array {
 public:
  std::vector<double> elements;
  graph* to = nullptr;
  int id = -1;

  constexpr array() = default;
  array(std::initializer_list<double> list) : elements(list) {}
  constexpr array(graph* g, int node) : to(g), id(node) {}
};
// [array]

// [operators]
constexpr double compute(op what, double x, double y) {
  switch (what) {
    case op::add: return x + y;
    case op::mul: return x * y;
    case op::neg: return -x;
    case op::exp: return std::exp(x);
    case op::tanh: return std::tanh(x);
    default: return x;
  }
}

constexpr array apply(op what, const array& x, const array& y = {}) {
  if (std::is_constant_evaluated()) return {x.to, x.to->add({what, x.id, y.id})};  // traced: append a node
  array result = x;                                                               // eager: compute, one loop an operation
  for (std::size_t i = 0; i < x.elements.size(); ++i)
    result.elements[i] = compute(what, x.elements[i], y.elements.empty() ? 0 : y.elements[i]);
  return result;
}
constexpr array operator+(const array& x, const array& y) { return apply(op::add, x, y); }
constexpr array operator*(const array& x, const array& y) { return apply(op::mul, x, y); }
constexpr array operator-(const array& x) { return apply(op::neg, x); }
constexpr array exp(const array& x) { return apply(op::exp, x); }
constexpr array tanh(const array& x) { return apply(op::tanh, x); }
// [operators]

// [capture]
// A graph of vectors dies with the constant evaluation that made it; its nodes are copied into a value that a type carries.
template <int N, int R>
struct stored {
  node nodes[N] = {};
  int roots[R] = {};
  constexpr explicit stored(const graph& g) {
    for (int i = 0; i < N; ++i) nodes[i] = g.nodes[static_cast<std::size_t>(i)];
    for (int i = 0; i < R; ++i) roots[i] = g.roots[static_cast<std::size_t>(i)];
  }
};

template <auto F>
constexpr graph trace() {
  graph g;
  array x(&g, g.add({op::parameter, g.parameters++}));
  g.roots.push_back(F(x).id);  // the user's function, called on a tracer
  return g;
}
template <auto F>
struct captured {
  static constexpr int nodes = static_cast<int>(trace<F>().nodes.size());
  static constexpr stored<nodes, 1> graph{trace<F>()};
};
// [capture]

// [gradient]
// A row of the table of derivatives, written with arrays: so it appends nodes, and can be differentiated again.
constexpr array through(op what, const array& x, const array& y, const array& out, const array& g, int operand) {
  switch (what) {
    case op::mul: return g * (operand == 0 ? y : x);
    case op::neg: return -g;
    case op::exp: return g * out;
    case op::tanh: return g * (array(g.to, g.to->add({op::constant, -1, -1, 1})) + -(out * out));
    default: return g;
  }
}

template <auto F>
struct grad_of {  // d(sum of F(x)) / dx: one sweep back over the nodes that F appended
  constexpr array operator()(const array& x) const {
    graph& g = *x.to;
    const int last = F(x).id;
    std::vector<int> slope(static_cast<std::size_t>(last) + 1, -1);
    slope.back() = g.add({op::constant, -1, -1, 1});
    for (int i = last; i > x.id; --i) {
      const node at = g.nodes[static_cast<std::size_t>(i)];
      if (slope[static_cast<std::size_t>(i)] < 0) continue;
      const int operands[] = {at.a, at.b};
      for (int k = 0; k < 2; ++k) {
        if (operands[k] < x.id || at.what == op::constant) continue;
        const array more = through(at.what, {&g, at.a}, {&g, at.b}, {&g, i}, {&g, slope[static_cast<std::size_t>(i)]}, k);
        int& sum = slope[static_cast<std::size_t>(operands[k])];
        sum = sum < 0 ? more.id : (array(&g, sum) + more).id;
      }
    }
    const int found = slope[static_cast<std::size_t>(x.id)];
    return {&g, found < 0 ? g.add({op::constant, -1, -1, 0}) : found};
  }
};
template <auto F>
inline constexpr grad_of<F> grad{};
// [gradient]

// [kernel]
// The plan of an elementwise graph is one kernel: its nodes in order, unrolled by the compiler, over one element.
template <auto F, int I = 0>
inline void step(double x, double* values) {
  using made = captured<F>;
  if constexpr (I < made::nodes) {
    constexpr node at = made::graph.nodes[I];
    if constexpr (at.what == op::parameter) values[I] = x;
    else if constexpr (at.what == op::constant) values[I] = at.value;
    else values[I] = compute(at.what, values[at.a], at.b < 0 ? 0 : values[at.b]);
    step<F, I + 1>(x, values);
  }
}
template <auto F>
array jit(const array& x) {
  array result = x;
  for (double& element : result.elements) {  // one loop, however many operations
    double values[captured<F>::nodes];
    step<F>(element, values);
    element = values[captured<F>::graph.roots[0]];
  }
  return result;
}
// [kernel]
}  // namespace scratch

// [use]
namespace {
constexpr scratch::array wave(const scratch::array& x) { return exp(-(x * x)) * tanh(x) + x * x; }
constexpr auto slope = scratch::grad<wave>;
constexpr auto curvature = scratch::grad<slope>;
static_assert(scratch::captured<wave>::nodes == 7);  // x * x is one node
}  // namespace

TEST_CASE("sinter from scratch") {
  const scratch::array x{-2, -0.5, 0, 0.3, 1.7};
  const auto eager = wave(x), fused = scratch::jit<wave>(x);
  const auto d1 = scratch::jit<slope>(x), d2 = scratch::jit<curvature>(x);
  for (std::size_t i = 0; i < x.elements.size(); ++i) {
    const double h = 1e-4, at = x.elements[i];
    const auto near = scratch::jit<wave>({at - h, at, at + h}).elements;
    CHECK(fused.elements[i] == eager.elements[i]);
    CHECK(d1.elements[i] == doctest::Approx((near[2] - near[0]) / (2 * h)).epsilon(1e-6));
    CHECK(d2.elements[i] == doctest::Approx((near[2] - 2 * near[1] + near[0]) / (h * h)).epsilon(1e-5));
  }
}
// [use]
