// SPDX-License-Identifier: MIT
// Which kernels and launches small formulas become. All in constant evaluation.
#include <sinter/plan/cost.hpp>
#include <sinter/plan/make_plan.hpp>
#include <sinter/primitive/registry.hpp>

using namespace sinter::core;

namespace {

constexpr int shape_of(builder& g, std::initializer_list<std::int64_t> extents) {
  shape s;
  for (auto e : extents) s.push(e);
  return g.intern(s);
}
constexpr term f32(builder& g, std::initializer_list<std::int64_t> extents) { return parameter(g, dtype::f32, shape_of(g, extents)); }
constexpr term wide(term x, term like_this) { return broadcast_in_dim(x, like_this.shape_id(), trailing_axes(x.rank(), like_this.rank())); }

// What a formula becomes: launches, kernels, distinct kernels, and the first kernels themselves.
struct facts {
  int launches = 0, kernels = 0, distinct = 0, slots = 0, refusals = 0;
  kernel k[6];
  refusal why = refusal::none;
  int donors[6] = {-2, -2, -2, -2, -2, -2};
  int largest = 0, most_operands = 0;
};
template <class Formula>
constexpr facts plan_of(Formula formula) {
  builder g;
  formula(g);
  plan_builder p;
  make_plan(view_of(g), p);
  facts f;
  f.launches = p.launches.size();
  f.kernels = p.kernels.size();
  f.distinct = p.distinct;
  f.slots = p.slot_shapes.size();
  f.refusals = p.refusals.size();
  for (int i = 0; i < f.kernels; ++i) {
    const kernel& q = p.kernels[i];
    if (i < 6) f.k[i] = q;
    if (q.instructions > f.largest) f.largest = q.instructions;
    if (q.reads + q.outputs > f.most_operands) f.most_operands = q.reads + q.outputs;
  }
  if (f.refusals) f.why = p.refusals[0].why;
  for (int i = 0; i < p.donors.size() && i < 6; ++i) f.donors[i] = p.donors[i];
  return f;
}
constexpr bool is_one(const facts& f, kernel_kind what, int phases = 1) {
  return f.launches == 1 && f.kernels == 1 && f.k[0].what == what && f.k[0].phases == phases;
}

constexpr term softmax(term x) {
  const unsigned mask = 1u << (x.rank() - 1);
  const term e = exp(x - spread(reduce_max(x, mask), x, mask));
  return e / spread(reduce_sum(e, mask), x, mask);
}
constexpr term mean(term x, unsigned mask, double count) {
  const term sum = reduce_sum(x, mask);
  return sum / like(sum, count);
}
constexpr term layer_norm(term x, double n) {
  const unsigned mask = 1u << (x.rank() - 1);
  const term c = x - spread(mean(x, mask, n), x, mask);
  const term v = mean(c * c, mask, n);
  return c * spread(rsqrt(v + like(v, 1e-5)), x, mask);
}
constexpr term gelu(term x) { return 0.5 * x * (1.0 + tanh(0.79788456 * (x + 0.044715 * x * x * x))); }
constexpr term relu(term x) { return maximum(x, like(x, 0)); }
constexpr void root(builder& g, term x) { g.roots.push(x.id); }

// ---- maps
static_assert(is_one(plan_of([](builder& g) { root(g, gelu(f32(g, {64, 8}))); }), kernel_kind::map));
// two parts that only the last operation connects
constexpr facts connected = plan_of([](builder& g) { root(g, tanh(f32(g, {8})) + exp(f32(g, {8}))); });
static_assert(is_one(connected, kernel_kind::map) && connected.k[0].is_flat && connected.k[0].reads == 2);
// four parts, a tree of sums
static_assert(is_one(plan_of([](builder& g) {
                term s[8];
                for (auto& x : s) x = tanh(f32(g, {8}));
                root(g, ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7])));
              }), kernel_kind::map));
// a scalar computed on the way costs no kernel
constexpr facts scaled = plan_of([](builder& g) {
  const term x = f32(g, {8, 4}), rate = f32(g, {});
  root(g, x * wide(2.0 * rate, x));
});
static_assert(is_one(scaled, kernel_kind::map) && scaled.k[0].is_flat);
// an optimiser over a tree of parameters
constexpr facts sgd = plan_of([](builder& g) {
  const term w1 = f32(g, {784, 128}), b1 = f32(g, {128}), w2 = f32(g, {128, 10}), b2 = f32(g, {10}), rate = f32(g, {});
  for (term w : {w1, b1, w2, b2}) root(g, w - wide(rate, w) * parameter(g, dtype::f32, w.shape_id()));
});
static_assert(sgd.launches == 1 && sgd.kernels == 4 && sgd.distinct == 1);
static_assert(sgd.donors[0] == 0 && sgd.donors[1] == 1 && sgd.donors[2] == 2 && sgd.donors[3] == 3);
// Adam: the corrections are scalars of all kernels
constexpr facts adam = plan_of([](builder& g) {
  const term t = f32(g, {});
  const term correction = like(t, 1) / (1.0 - pow(like(t, 0.9), t));
  for (int i = 0; i < 3; ++i) {
    const term w = f32(g, {16, 4 + i}), d = f32(g, {16, 4 + i}), m = f32(g, {16, 4 + i}), v = f32(g, {16, 4 + i});
    const term m2 = 0.9 * m + 0.1 * d, v2 = 0.99 * v + 0.01 * (d * d);
    root(g, m2);
    root(g, v2);
    root(g, w - m2 * wide(correction, m2) / (sqrt(v2) + like(v2, 1e-8)));
  }
});
static_assert(adam.launches == 2 && adam.kernels == 4 && adam.distinct == 2);

// ---- views
// x + transpose(2 x) needs the doubled values in a buffer
constexpr facts in_place = plan_of([](builder& g) {
  const term x = f32(g, {4, 4});
  root(g, x + transpose(2.0 * x, axis_to(0, 1) | axis_to(1, 0)));
});
static_assert(in_place.launches == 2 && in_place.why == refusal::in_place_view);
// a transposed parameter is only read
constexpr facts transposed = plan_of([](builder& g) {
  const term x = f32(g, {4, 4});
  root(g, x + transpose(x, axis_to(0, 1) | axis_to(1, 0)));
});
static_assert(is_one(transposed, kernel_kind::map) && !transposed.k[0].is_flat && transposed.donors[0] == -1);
// axes of extent 1 come and go for nothing
static_assert(is_one(plan_of([](builder& g) {
                const term x = f32(g, {8});
                root(g, tanh(reshape(exp(x), shape_of(g, {1, 8}))));
              }), kernel_kind::map));
// a reshape of a computed value needs its buffer, of an argument not
static_assert(plan_of([](builder& g) { root(g, tanh(reshape(exp(f32(g, {2, 4})), shape_of(g, {8})))); }).kernels == 2);
static_assert(is_one(plan_of([](builder& g) { root(g, tanh(reshape(f32(g, {2, 4}), shape_of(g, {8})))); }), kernel_kind::map));
// a reshape of a transposed argument: the transposed values first
static_assert(plan_of([](builder& g) {
                root(g, tanh(reshape(transpose(f32(g, {2, 4}), axis_to(0, 1) | axis_to(1, 0)), shape_of(g, {8}))));
              }).kernels == 2);
// slices, pads, concatenations and lookups of arguments are reads
constexpr facts read_through = plan_of([](builder& g) {
  const term x = f32(g, {6}), y = f32(g, {3});
  const slice_axis every[] = {{1, 2, 3}};
  const pad_axis around[] = {{1, 2, 0}};
  const term s = slice(x, every), p = pad(y, constant(g, 0, dtype::f32, shape_of(g, {})), around);
  const term t = take(x, parameter(g, dtype::i32, shape_of(g, {6})), 0, index_mode::clip);
  root(g, (concatenate(s, y, 0) + p) * t);
});
static_assert(is_one(read_through, kernel_kind::map) && read_through.k[0].reads == 3);
constexpr facts deep = plan_of([](builder& g) {
  term x = f32(g, {64});
  for (int i = 0; i < 20; ++i) x = reverse(x, 1u), x = concatenate(x, f32(g, {1}), 0);
  root(g, tanh(x));
});
static_assert(deep.kernels > 3 && deep.kernels < 10);

// ---- reductions and rows
static_assert(is_one(plan_of([](builder& g) { root(g, softmax(f32(g, {64, 10}))); }), kernel_kind::row, 3));
static_assert(is_one(plan_of([](builder& g) { root(g, softmax(f32(g, {10}))); }), kernel_kind::row, 3));
static_assert(is_one(plan_of([](builder& g) { root(g, gelu(layer_norm(f32(g, {64, 32}), 32))); }), kernel_kind::row, 3));
static_assert(is_one(plan_of([](builder& g) {  // log-sum-exp ends with narrow work: two sweeps
                const term x = f32(g, {64, 10}), m = reduce_max(x, 2);
                root(g, log(reduce_sum(exp(x - spread(m, x, 2)), 2)) + m);
              }), kernel_kind::row, 2));
static_assert(is_one(plan_of([](builder& g) { root(g, mean(f32(g, {64, 10}), 3, 640)); }), kernel_kind::reduce));
static_assert(is_one(plan_of([](builder& g) { root(g, mean(f32(g, {64, 10}), 1, 64)); }), kernel_kind::reduce));
static_assert(is_one(plan_of([](builder& g) { root(g, sqrt(reduce_sum(f32(g, {64, 10}) * f32(g, {64, 10}), 2))); }), kernel_kind::reduce));
// the same values folded in several ways
constexpr facts statistics = plan_of([](builder& g) {
  const term x = f32(g, {64, 10});
  root(g, mean(x, 1, 64));
  root(g, reduce_max(x, 1));
  root(g, mean(x * x, 1, 64));
  root(g, argmax(x, 0));
});
static_assert(is_one(statistics, kernel_kind::reduce) && statistics.k[0].reads == 1 && statistics.k[0].outputs == 4);
// keep_dims
static_assert(is_one(plan_of([](builder& g) {
                const term x = f32(g, {64, 10});
                const term m = reshape(reduce_max(x, 2), shape_of(g, {64, 1}));
                root(g, x - wide(0.5 * m, x));
              }), kernel_kind::row, 2));
// over other axes than the last what is reduced is only complete when the kernel ends
constexpr facts columns = plan_of([](builder& g) {
  const term x = tanh(f32(g, {64, 10}));
  root(g, x - spread(reduce_max(x, 1), x, 1));
});
static_assert(columns.kernels == 2 && columns.k[0].what == kernel_kind::reduce && columns.why == refusal::after_reduction);
// per-row losses and their mean
constexpr facts cross_entropy = plan_of([](builder& g) {
  const term x = f32(g, {64, 10}), label = parameter(g, dtype::i32, shape_of(g, {64}));
  const term m = reduce_max(x, 2), shifted = x - spread(m, x, 2);
  const term hit = equal(iota(g, dtype::i32, x.shape_id(), 1), broadcast_in_dim(label, x.shape_id(), axis_to(0, 0)));
  const term chosen = reduce_sum(select(hit, like(x, 0), shifted), 2);
  root(g, mean(log(reduce_sum(exp(shifted), 2)) - chosen, 1, 64));
});
static_assert(cross_entropy.launches == 2 && cross_entropy.k[0].what == kernel_kind::row && cross_entropy.k[1].what == kernel_kind::reduce);
// a scale that is computed after the rows' statistics were begun
constexpr facts late_scale = plan_of([](builder& g) {
  const term x = f32(g, {64, 32}), c = x - spread(mean(x, 2, 32), x, 2);
  root(g, c * wide(1.0 + f32(g, {32}), c));
});
static_assert(late_scale.kernels == 2 && late_scale.k[1].what == kernel_kind::row);
// a mean over an axis that is only known at the call
constexpr facts dyn_mean = plan_of([](builder& g) {
  const std::int64_t n = g.open(origin::parameter, 0, 1);
  const term x = f32(g, {4, n}), sum = reduce_sum(x, 2);
  root(g, x - spread(sum / wide(dimension_size(g, n, dtype::f32), sum), x, 2));
});
static_assert(is_one(dyn_mean, kernel_kind::row, 2));
// no second contraction of what feeds a maximum: one definition of the score
static_assert(is_one(plan_of([](builder& g) {
                const term x = f32(g, {8, 16}), score = 0.125 * x;
                root(g, softmax(score));
              }), kernel_kind::row, 3));

// ---- contractions
constexpr facts dense = plan_of([](builder& g) {
  const term x = f32(g, {64, 784}), w = f32(g, {784, 128}), b = f32(g, {128});
  const term h = matmul(x, w);
  root(g, relu(h + wide(b, h)));
});
static_assert(is_one(dense, kernel_kind::contract) && dense.k[0].reads == 3);
constexpr facts mlp = plan_of([](builder& g) {
  term x = f32(g, {64, 784});
  const int widths[] = {784, 128, 64, 10};
  for (int i = 0; i < 3; ++i) {
    const term h = matmul(x, f32(g, {widths[i], widths[i + 1]}));
    x = h + wide(f32(g, {widths[i + 1]}), h);
    if (i < 2) x = relu(x);
  }
  root(g, x);
});
static_assert(mlp.launches == 3 && mlp.kernels == 3 && mlp.distinct == 2);
// transposed and sliced operands are addressed, padded and computed ones stored first
constexpr facts operands_read = plan_of([](builder& g) {
  const slice_axis half[] = {{0, 1, 3}, {2, 2, 3}};
  root(g, matmul(transpose(f32(g, {3, 4}), axis_to(0, 1) | axis_to(1, 0)), slice(reverse(f32(g, {3, 8}), 2), half)));
});
static_assert(is_one(operands_read, kernel_kind::contract));
static_assert(plan_of([](builder& g) {
                const pad_axis around[] = {{1, 0, 0}, {0, 1, 0}};
                root(g, matmul(pad(f32(g, {3, 4}), constant(g, 0, dtype::f32, shape_of(g, {})), around), f32(g, {5, 8})));
              }).kernels == 2);
// a value that only the epilogue connects
static_assert(is_one(plan_of([](builder& g) { root(g, tanh(f32(g, {4, 8})) + matmul(f32(g, {4, 3}), f32(g, {3, 8}))); }),
                     kernel_kind::contract));
static_assert(plan_of([](builder& g) { root(g, softmax(matmul(f32(g, {4, 3}), f32(g, {3, 8})))); }).launches == 2);
// a descent step in the epilogue of the gradient takes the argument's place
constexpr facts update = plan_of([](builder& g) {
  const term w = f32(g, {3, 8}), x = f32(g, {4, 3}), d = f32(g, {4, 8});
  root(g, w - 0.1 * matmul(transpose(x, axis_to(0, 1) | axis_to(1, 0)), d));
});
static_assert(is_one(update, kernel_kind::contract) && update.donors[0] == 0);
// it waits for the other readers of the argument, here the gradient of the layer's input
constexpr facts two_layers = plan_of([](builder& g) {
  const term w = f32(g, {32, 32}), h = tanh(f32(g, {4, 32})), d = f32(g, {4, 32});
  const std::int64_t turned = axis_to(0, 1) | axis_to(1, 0);
  root(g, w - 0.1 * matmul(transpose(h, turned), d));
  root(g, matmul(d, transpose(w, turned)));
});
static_assert(two_layers.kernels == 3 && two_layers.donors[0] == 0);
// not if the contraction itself reads the argument
constexpr facts squared = plan_of([](builder& g) {
  const term w = f32(g, {8, 8});
  root(g, w - matmul(w, w));
});
static_assert(is_one(squared, kernel_kind::contract) && squared.donors[0] == -1);

// ---- scatter, print
constexpr facts scattered = plan_of([](builder& g) {
  const term x = f32(g, {16, 4}), i = parameter(g, dtype::i32, shape_of(g, {3}));
  root(g, scatter_add(like(x, 0), i, 2.0 * f32(g, {3, 4}), 0, index_mode::clip));
});
static_assert(scattered.kernels == 2 && scattered.k[1].what == kernel_kind::scatter && scattered.k[1].reads == 3);
constexpr facts printed = plan_of([](builder& g) {
  const term x = f32(g, {4});
  const term first = emit(primitives::debug_print, tanh(x), {}, {}, 1), second = emit(primitives::debug_print, x, {}, {}, 2);
  g.effects.push(first.id);
  g.effects.push(second.id);
  root(g, exp(first) + second);
});
static_assert(printed.launches == 3 && printed.kernels == 3);
static_assert(printed.k[0].what == kernel_kind::map && printed.k[1].what == kernel_kind::print && printed.k[2].what == kernel_kind::print);

// ---- results
constexpr facts nothing = plan_of([](builder&) {});
static_assert(nothing.launches == 0 && nothing.kernels == 0);
constexpr facts copies = plan_of([](builder& g) {
  const term x = f32(g, {4});
  root(g, x);
  root(g, x);
  root(g, like(x, 3));
  root(g, reverse(x, 1));
  root(g, iota(g, dtype::i32, x.shape_id(), 0));
  root(g, emit(primitives::barrier, x, {}, {}, 1));
});
static_assert(copies.launches == 1 && copies.kernels == 4 && copies.donors[1] == -1);
constexpr facts twice = plan_of([](builder& g) {
  const term x = tanh(f32(g, {4}));
  root(g, x);
  root(g, x);
});
static_assert(is_one(twice, kernel_kind::map) && twice.k[0].outputs == 1 && twice.donors[0] == 0 && twice.donors[1] == -1);

// ---- budgets
constexpr facts many = plan_of([](builder& g) {
  const term x = f32(g, {1024});
  term live[300];
  for (int i = 0; i < 300; ++i) live[i] = x * like(x, i + 2);
  term sum = live[299];
  for (int i = 298; i >= 0; --i) sum = tanh(sum) + live[i];
  root(g, sum);
});
static_assert(many.kernels > 6 && many.most_operands <= 40);

// ---- memory
constexpr facts chain = plan_of([](builder& g) {
  term x = f32(g, {64, 64});
  const term w = f32(g, {64, 64});
  for (int i = 0; i < 12; ++i) x = tanh(matmul(x, w));
  root(g, x);
});
static_assert(chain.kernels == 12 && chain.distinct == 1 && chain.slots == 2);
static_assert(plan_of([](builder& g) {  // another element type needs another slot
                const term x = f32(g, {64, 64}), w = f32(g, {64, 64});
                root(g, matmul(cast(matmul(cast(matmul(x, w), dtype::f64), cast(w, dtype::f64)), dtype::f32), w));
              }).slots == 3);
// an argument that a later kernel reads keeps its buffer
static_assert(plan_of([](builder& g) {
                const term x = f32(g, {8, 8}), y = tanh(x);
                root(g, y);
                root(g, matmul(x, transpose(y, axis_to(0, 1) | axis_to(1, 0))));
              }).donors[0] == -1);
static_assert(plan_of([](builder& g) {  // a type of the same size is still another type
                root(g, bitcast(f32(g, {8}), dtype::i32));
              }).donors[0] == -1);

constexpr std::int64_t peak(bool gives_up) {
  builder g;
  const term x = f32(g, {16, 16}), w = f32(g, {16, 16});
  root(g, tanh(matmul(matmul(x, w), w)));
  plan_builder p;
  make_plan(view_of(g), p);
  const bool donated[] = {gives_up, gives_up};
  return peak_bytes(view_of(g), view_of(p), nullptr, donated);
}
static_assert(peak(false) == 4 * 1024 && peak(true) == 3 * 1024);
constexpr cost mlp_cost = [] {
  builder g;
  const term x = f32(g, {64, 784}), w = f32(g, {784, 128}), b = f32(g, {128}), h = matmul(x, w);
  root(g, h + wide(b, h));
  plan_builder p;
  make_plan(view_of(g), p);
  return cost_of(view_of(g), view_of(p));
}();
static_assert(mlp_cost.flops == 2 * 64 * 784 * 128 + 64 * 128);
static_assert(mlp_cost.bytes_read == 4 * (64 * 784 + 784 * 128 + 128) && mlp_cost.bytes_written == 4 * 64 * 128);

}  // namespace
