// SPDX-License-Identifier: MIT
// How graphs are printed where extents are computed of others.
#undef SINTER_EAGER
#define SINTER_EAGER off
#include <doctest/doctest.h>

#include <string>

#include <sinter/sinter.hpp>

using namespace sinter;

namespace {
constexpr f32<dyn> every_third(const f32<dyn>& x) { return exp(slice<1, to_end, 3>(x, axis<0>)); }
constexpr f32<> total(const f32<dyn>& x) { return sum(every_third(x)); }
}  // namespace

TEST_CASE("strided slices of a dyn axis, and their derivative") {
  const f32<dyn> x{1, 2, 3, 4, 5};
  CHECK(std::string(make_jaxpr<every_third>(x)) == R"({ lambda ; a:f32[n]. let
    b:f32[ceil((n-1)/3)] = slice[start_indices=(1,) sizes=(ceil((n-1)/3),) strides=(3,)] a
    c:f32[ceil((n-1)/3)] = exp b
  in (c,) })");
  CHECK(std::string(make_jaxpr<grad<total>>(x)) == R"({ lambda ; a:f32[n]. let
    b:f32[ceil((n-1)/3)] = slice[start_indices=(1,) sizes=(ceil((n-1)/3),) strides=(3,)] a
    c:f32[ceil((n-1)/3)] = exp b
    d:f32[n] = pad[low=(1,) interior=(2,) shape=(n,)] c 0.0:f32[]
  in (d,) })");
}

// No function of users leaves elements apart without saying how long the result is; a graph may.
TEST_CASE("an axis with others between its elements") {
  core::builder graph;
  core::shape row;
  row.push(graph.open(core::origin::parameter, 0, 0));
  const core::term x = core::parameter(graph, core::dtype::f32, graph.intern(row));
  const core::term zero = core::constant(graph, 0, core::dtype::f32, graph.intern(core::shape()));
  const core::pad_axis apart{.low = 1, .high = 2, .interior = 3};
  graph.roots.push(core::pad(x, zero, &apart).id);
  CHECK(core::jaxpr(core::view_of(graph)) == R"({ lambda ; a:f32[n]. let
    b:f32[(2+(1+dilate(n,3)))] = pad[low=(1,) interior=(3,) shape=((2+(1+dilate(n,3))),)] a 0.0:f32[]
  in (b,) })");
}
