// SPDX-License-Identifier: MIT
// Comparisons: every operator for every type, ordered and unordered, combined with predicates; selections and
// predicates' logic.
#include "chapters.hpp"
#include "rules.hpp"

namespace softcuda::corpus {
namespace {

using namespace rules;

struct order {
  bool is_nan, is_less, is_equal;
};

bool holds(const std::string& op, order o) {
  const bool is_unordered = op.size() > 2 && op.back() == 'u';
  if (op == "num") return !o.is_nan;
  if (op == "nan") return o.is_nan;
  if (o.is_nan) return is_unordered;
  const std::string base = is_unordered ? op.substr(0, 2) : op;
  if (base == "eq") return o.is_equal;
  if (base == "ne") return !o.is_equal;
  if (base == "lt" || base == "lo") return o.is_less;
  if (base == "le" || base == "ls") return o.is_less || o.is_equal;
  if (base == "gt" || base == "hi") return !o.is_less && !o.is_equal;
  return !o.is_less;  // ge, hs
}

order compared(const std::string& type, u64 x, u64 y) {
  if (type[0] == 's') {
    const int shift = 64 - 8 * bytes_of(type);
    const s64 a = static_cast<s64>(x << shift) >> shift, b = static_cast<s64>(y << shift) >> shift;
    return {false, a < b, a == b};
  }
  if (type[0] == 'f' || type.starts_with("bf")) {
    const double a = number_of(type, x), b = number_of(type, y);
    return {std::isnan(a) || std::isnan(b), a < b, a == b};
  }
  return {false, x < y, x == y};
}

struct kind {
  const char* type;
  const char* operators;
  int architecture;
};
constexpr kind kinds[] = {{"s16", "eq ne lt le gt ge", 80},
                          {"s32", "eq ne lt le gt ge", 80},
                          {"s64", "eq ne lt le gt ge", 80},
                          {"u16", "eq ne lt le gt ge lo ls hi hs", 80},
                          {"u32", "eq ne lt le gt ge lo ls hi hs", 80},
                          {"u64", "eq ne lt le gt ge lo ls hi hs", 80},
                          {"b16", "eq ne", 80},
                          {"b32", "eq ne", 80},
                          {"b64", "eq ne", 80},
                          {"f32", "eq ne lt le gt ge equ neu ltu leu gtu geu num nan", 80},
                          {"f64", "eq ne lt le gt ge equ neu ltu leu gtu geu num nan", 80},
                          {"some_f16", "eq ne lt le gt ge equ neu ltu leu gtu geu num nan", 80},
                          {"some_bf16", "eq ne lt le gt ge equ neu ltu leu gtu geu num nan", 90},
                          {"f16", "lt geu", 80},
                          {"bf16", "gt neu", 90}};

void operators(const visitor& visit) {
  for (const kind& k : kinds) {
    const std::string type = type_of(k.type), all = k.operators;
    for (std::size_t at = 0; at < all.size();) {
      const std::size_t end = std::min(all.find(' ', at), all.size());
      const std::string op = all.substr(at, end - at);
      at = end + 1;
      const rule law = [=](u64 x, u64 y, u64) { return u64{holds(op, compared(type, x, y))}; };
      const std::string types = std::string("u32 <- ") + k.type + " " + k.type, select = " selp.u32 %o0, 1, 0, %p1;";
      visit_element(
          visit,
          {types, "setp." + op + "." + type + " %p1, %x, %y;" + select, {law}, comparison::bits, k.architecture});
      if (type != "f32" || op == "num") continue;
      visit_element(visit, {types, "setp." + op + ".ftz.f32 %p1, %x, %y;" + select, {[=](u64 x, u64 y, u64) {
                              return law(flushed(single, x), flushed(single, y), 0);
                            }}});
    }
  }
}

void combined(const visitor& visit) {
  const char* names[] = {"and", "or", "xor"};
  for (int b = 0; b < 3; ++b)
    for (const bool negated : {false, true}) {
      const auto combine = [=](bool p, u64 z) {
        const bool c = ((z & 1) != 0) != negated;
        return u64{b == 0 ? p && c : b == 1 ? p || c : p != c};
      };
      visit_element(visit, {"u32 <- f32 f32 u32",
                            std::string("and.b32 %r0, %z, 1; setp.ne.u32 %p2, %r0, 0; setp.lt.") + names[b] +
                                ".f32 %p0|%p1, %x, %y, " + (negated ? "!" : "") +
                                "%p2; selp.u32 %o0, 1, 0, %p0; selp.u32 %o1, 1, 0, %p1;",
                            {[=](u64 x, u64 y, u64 z) { return combine(holds("lt", compared("f32", x, y)), z); },
                             [=](u64 x, u64 y, u64 z) { return combine(!holds("lt", compared("f32", x, y)), z); }}});
    }
  visit_element(visit, {"u32 <- s32 s32",
                        "setp.ge.s32 %p0|%p1, %x, %y; selp.u32 %o0, 1, 0, %p0; selp.u32 %o1, 1, 0, %p1;",
                        {[](u64 x, u64 y, u64) { return u64{as_s32(x) >= as_s32(y)}; },
                         [](u64 x, u64 y, u64) { return u64{as_s32(x) < as_s32(y)}; }}});
  // Logic of predicates, and guards of both signs.
  const std::string two = "and.b32 %r0, %x, 1; setp.ne.u32 %p0, %r0, 0; and.b32 %r1, %y, 1; setp.ne.u32 %p1, %r1, 0; ";
  const auto put = [&](const std::string& text, bool (*law)(bool, bool)) {
    visit_element(visit, {"u32 <- u32 u32", two + text + " selp.u32 %o0, 1, 0, %p2;", {[=](u64 x, u64 y, u64) {
                            return u64{law((x & 1) != 0, (y & 1) != 0)};
                          }}});
  };
  put("and.pred %p2, %p0, %p1;", [](bool p, bool q) { return p && q; });
  put("or.pred %p2, %p0, %p1;", [](bool p, bool q) { return p || q; });
  put("xor.pred %p2, %p0, %p1;", [](bool p, bool q) { return p != q; });
  put("not.pred %p2, %p0;", [](bool p, bool) { return !p; });
  put("mov.pred %p2, %p1;", [](bool, bool q) { return q; });
  put("mov.pred %p2, %p1; @%p0 mov.pred %p2, %p0;", [](bool p, bool q) { return p || q; });
  put("mov.pred %p2, %p0; @!%p1 setp.eq.u32 %p2, %r0, 0;", [](bool p, bool q) { return q ? p : !p; });
}

void sets(const visitor& visit) {
  const auto less = [](const char* type) { return [type](u64 x, u64 y) { return holds("lt", compared(type, x, y)); }; };
  const auto put = [&](const std::string& types, const std::string& opcode, auto law, u64 truth,
                       int architecture = 80) {
    visit_element(visit, {types,
                          opcode + " %o0, %x, %y;",
                          {[=](u64 x, u64 y, u64) { return law(x, y) ? truth : 0; }},
                          comparison::bits,
                          architecture});
  };
  put("u32 <- f32 f32", "set.lt.u32.f32", less("f32"), 0xFFFFFFFF);
  put("s32 <- s32 s32", "set.lt.s32.s32", less("s32"), 0xFFFFFFFF);
  put("f32 <- u32 u32", "set.lt.f32.u32", less("u32"), 0x3F800000);
  put("f32 <- f64 f64", "set.lt.f32.f64", less("f64"), 0x3F800000);
  put(
      "f32 <- f32 f32", "set.geu.ftz.f32.f32",
      [](u64 x, u64 y) { return holds("geu", compared("f32", flushed(single, x), flushed(single, y))); }, 0x3F800000);
  put(
      "f16 <- f16 f16", "set.eq.f16.f16", [](u64 x, u64 y) { return holds("eq", compared("f16", x, y)); }, 0x3C00);
  put(
      "u16 <- some_f16 some_f16", "set.gtu.u16.f16", [](u64 x, u64 y) { return holds("gtu", compared("f16", x, y)); },
      0xFFFF);
  put("u32 <- some_f16 some_f16", "set.lt.u32.f16", less("f16"), 0xFFFFFFFF);
  put(
      "bf16 <- some_bf16 some_bf16", "set.eq.bf16.bf16",
      [](u64 x, u64 y) { return holds("eq", compared("bf16", x, y)); }, 0x3F80, 90);
  for (const char* op : {"eq", "ltu", "nan"}) {
    const std::string name = op;
    const auto each = [name](u64 x, u64 y, const char* t) { return holds(name, compared(t, x & 0xFFFF, y & 0xFFFF)); };
    visit_element(visit, {"f16x2 <- f16x2 f16x2", "set." + name + ".f16x2.f16x2 %o0, %x, %y;", {[=](u64 x, u64 y, u64) {
                            return (each(x, y, "f16") ? u64{0x3C00} : 0) |
                                   (each(x >> 16, y >> 16, "f16") ? u64{0x3C000000} : 0);
                          }}});
    visit_element(visit, {"u32 <- some_f16x2 some_f16x2",
                          "setp." + name + ".f16x2 %p0|%p1, %x, %y; selp.u32 %o0, 1, 0, %p0; selp.u32 %o1, 1, 0, %p1;",
                          {[=](u64 x, u64 y, u64) { return u64{each(x, y, "f16")}; },
                           [=](u64 x, u64 y, u64) { return u64{each(x >> 16, y >> 16, "f16")}; }}});
  }
}

void selections(const visitor& visit) {
  for (const char* t : {"b16", "u16", "s16", "b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64"}) {
    const std::string type = t;
    visit_element(visit, {type + " <- " + type + " " + type + " u32",
                          "and.b32 %r0, %z, 1; setp.eq.u32 %p3, %r0, 1; selp." + type + " %o0, %x, %y, %p3;",
                          {[](u64 x, u64 y, u64 z) { return (z & 1) != 0 ? x : y; }}});
    visit_element(visit, {type + " <- " + type + " " + type + " s32",
                          "slct." + type + ".s32 %o0, %x, %y, %z;",
                          {[](u64 x, u64 y, u64 z) { return as_s32(z) >= 0 ? x : y; }}});
    visit_element(visit, {type + " <- " + type + " " + type + " f32",
                          "slct." + type + ".f32 %o0, %x, %y, %z;",
                          {[](u64 x, u64 y, u64 z) { return rules::f32(z) >= 0 ? x : y; }}});
  }
  struct property {
    const char* name;
    bool (*holds)(format, u64);
  };
  static constexpr property properties[] = {
      {"finite", [](format f, u64 b) { return (b & infinity_of(f)) != infinity_of(f); }},
      {"infinite", [](format f, u64 b) { return (b & (sign_of(f) - 1)) == infinity_of(f); }},
      {"number", [](format f, u64 b) { return !is_nan(f, b); }},
      {"notanumber", [](format f, u64 b) { return is_nan(f, b); }},
      {"subnormal", [](format f, u64 b) { return is_subnormal(f, b); }},
      {"normal", [](format f, u64 b) { return (b & infinity_of(f)) != 0 && (b & infinity_of(f)) != infinity_of(f); }}};
  for (const property& p : properties) {
    visit_element(visit, {"u32 <- f32",
                          std::string("testp.") + p.name + ".f32 %p0, %x; selp.u32 %o0, 1, 0, %p0;",
                          {[&p](u64 x, u64, u64) { return u64{p.holds(single, x)}; }}});
    visit_element(visit, {"u32 <- f64",
                          std::string("testp.") + p.name + ".f64 %p0, %x; selp.u32 %o0, 1, 0, %p0;",
                          {[&p](u64 x, u64, u64) { return u64{p.holds(twice, x)}; }}});
  }
}

}  // namespace

void predicate_tests(const visitor& visit) {
  operators(visit);
  combined(visit);
  sets(visit);
  selections(visit);
}

}  // namespace softcuda::corpus
