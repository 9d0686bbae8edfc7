// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "../engine.hpp"
#include "syntax.hpp"
#include "token.hpp"

namespace softcuda::syntax {

namespace {

struct row {
  std::string_view name;
  scalar type;
  int bytes;
};
constexpr row rows[] = {{"pred", scalar::pred, 0},    {"b8", scalar::b8, 1},     {"b16", scalar::b16, 2},
                        {"b32", scalar::b32, 4},      {"b64", scalar::b64, 8},   {"b128", scalar::b128, 16},
                        {"u8", scalar::u8, 1},        {"u16", scalar::u16, 2},   {"u32", scalar::u32, 4},
                        {"u64", scalar::u64, 8},      {"s8", scalar::s8, 1},     {"s16", scalar::s16, 2},
                        {"s32", scalar::s32, 4},      {"s64", scalar::s64, 8},   {"f16", scalar::f16, 2},
                        {"f16x2", scalar::f16x2, 4},  {"bf16", scalar::bf16, 2}, {"bf16x2", scalar::bf16x2, 4},
                        {"f32", scalar::f32, 4},      {"f64", scalar::f64, 8},   {"u16x2", scalar::u16x2, 4},
                        {"s16x2", scalar::s16x2, 4},  {"tf32", scalar::tf32, 4}, {"e4m3x2", scalar::e4m3x2, 2},
                        {"e5m2x2", scalar::e5m2x2, 2}};

space space_named(std::string_view word) {
  if (word == ".global") return space::global;
  if (word == ".const") return space::constant;
  if (word == ".shared") return space::shared;
  if (word == ".local") return space::local;
  if (word == ".param") return space::param;
  return space::none;
}

struct name_entry {
  enum class kind : std::uint8_t { reg, variable } is;
  int index;
};
struct scope {
  int parent = -1;
  std::unordered_map<std::string_view, name_entry> names;
  std::unordered_map<std::string_view, int> labels;
};

struct parser {
  std::vector<token> tokens;
  std::size_t at = 0;
  module out;
  function* now = nullptr;
  std::vector<scope> scopes;
  int open = -1;
  std::vector<std::pair<operand*, int>> pending;

  [[noreturn]] void fail(const std::string& what) const {
    throw ptx_error("ptx: line " + std::to_string(tokens[at].line) + ": " + what);
  }
  const token& peek(std::size_t ahead = 0) const { return tokens[std::min(at + ahead, tokens.size() - 1)]; }
  bool is(std::string_view text, std::size_t ahead = 0) const {
    return peek(ahead).text == text && peek(ahead).kind != token_kind::string;
  }
  const token& take() { return tokens[at + 1 < tokens.size() ? at++ : at]; }
  bool accept(std::string_view text) { return is(text) ? (take(), true) : false; }
  void expect(std::string_view text) {
    if (!accept(text)) fail("'" + std::string(text) + "' is required; found '" + std::string(peek().text) + "'");
  }
  std::string_view word() {
    if (peek().kind != token_kind::word) fail("a name is required; found '" + std::string(peek().text) + "'");
    return take().text;
  }

  // ---- numbers ----
  operand number() {
    operand o;
    bool is_negative = false;
    while (is("-") || is("+") || is("!")) is_negative ^= take().text == "-";
    if (accept("(")) {  // (expression): only a number in parentheses
      o = number();
      expect(")");
      if (is_negative) o.value = -o.value;
      return o;
    }
    if (peek().kind != token_kind::number) fail("a number is required; found '" + std::string(peek().text) + "'");
    const std::string text(take().text);
    if (text.size() == 10 && (text[1] == 'f' || text[1] == 'F') && text[0] == '0') {
      o.is = operand::kind::real32;
      o.value =
          static_cast<std::int64_t>(std::strtoull(text.c_str() + 2, nullptr, 16) ^ (is_negative ? 0x80000000u : 0u));
    } else if (text.size() == 18 && (text[1] == 'd' || text[1] == 'D') && text[0] == '0') {
      o.is = operand::kind::real64;
      o.value = static_cast<std::int64_t>(std::strtoull(text.c_str() + 2, nullptr, 16) ^
                                          (is_negative ? std::uint64_t{1} << 63 : 0u));
    } else if (text.find('.') != std::string::npos ||
               (text.find_first_of("eE") != std::string::npos && text.find_first_of("xX") == std::string::npos)) {
      o.is = operand::kind::real64;
      o.value = std::bit_cast<std::int64_t>(std::strtod(text.c_str(), nullptr) * (is_negative ? -1 : 1));
    } else {
      o.is = operand::kind::integer;
      const bool is_binary = text.size() > 2 && text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
      const std::uint64_t bits =
          is_binary ? std::strtoull(text.c_str() + 2, nullptr, 2) : std::strtoull(text.c_str(), nullptr, 0);
      o.value = static_cast<std::int64_t>(is_negative ? 0 - bits : bits);
    }
    return o;
  }
  bool at_number() const {
    return peek().kind == token_kind::number ||
           ((is("-") || is("+")) && (peek(1).kind == token_kind::number || is("(", 1)));
  }
  std::uint64_t count() { return static_cast<std::uint64_t>(number().value); }

  // ---- declarations ----
  void put_value(variable& v, std::uint64_t position) {
    const int width = std::max(bytes_of(v.type), 1);
    if (position + static_cast<std::uint64_t>(width) > v.initial.size())
      v.initial.resize(position + static_cast<std::uint64_t>(width));
    if (peek().kind == token_kind::word) {  // an address: symbol, generic(symbol), symbol+4
      symbol_use use;
      use.at = position;
      use.is_generic = is("generic") && is("(", 1);
      if (use.is_generic) take(), take();
      use.name = std::string(word());
      if (use.is_generic) expect(")");
      if (is("+") || is("-")) use.addend = number().value;
      v.uses.push_back(use);
      return;
    }
    const operand o = number();
    std::uint64_t bits = static_cast<std::uint64_t>(o.value);
    if (o.is == operand::kind::real64 && v.type == scalar::f32)
      bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(o.value)));
    std::memcpy(v.initial.data() + position, &bits, static_cast<std::size_t>(std::min(width, 8)));
  }
  std::uint64_t put_values(variable& v, std::uint64_t position) {
    if (!accept("{")) return put_value(v, position), position + static_cast<std::uint64_t>(bytes_of(v.type));
    while (!accept("}")) {
      position = put_values(v, position);
      accept(",");
    }
    return position;
  }
  // After the state space: .align 4 .b8 name[12] = {…}; leaves the separator.
  variable declared(space where) {
    variable v;
    v.space = where;
    std::uint64_t lanes = 1;
    for (bool goes_on = true; goes_on;) {
      if (accept(".align"))
        v.alignment = static_cast<std::uint32_t>(count());
      else if (is(".ptr") || is(".global") || is(".const") || is(".shared") || is(".local") || is(".attribute")) {
        if (take().text == ".attribute")
          while (!accept(")")) take();
      } else if (accept(".v2"))
        lanes = 2;
      else if (accept(".v4"))
        lanes = 4;
      else if (peek().kind == token_kind::word && peek().text[0] == '.') {
        const scalar type = scalar_named(peek().text.substr(1));
        if (type == scalar::none) fail("the declaration '" + std::string(peek().text) + "' is not known");
        v.type = type;
        take();
      } else
        goes_on = false;
    }
    if (v.type == scalar::none) fail("a declaration needs a type");
    v.name = std::string(word());
    const auto element = static_cast<std::uint64_t>(bytes_of(v.type)) * lanes;
    v.alignment = std::max(v.alignment, static_cast<std::uint32_t>(element));
    v.bytes = element;
    bool is_open = false;
    while (accept("[")) {
      if (accept("]")) {
        is_open = true;
        continue;
      }
      v.bytes *= count();
      expect("]");
    }
    if (accept("=")) {
      const std::uint64_t end = put_values(v, 0);
      if (is_open) v.bytes = end;
      v.initial.resize(v.bytes);
    } else if (is_open)
      v.bytes = 0;
    return v;
  }
  void declare_registers() {
    scalar type = scalar::none;
    int lanes = 1;
    while (peek().kind == token_kind::word && peek().text[0] == '.') {
      if (is(".v2") || is(".v4"))
        lanes = is(".v2") ? 2 : 4;
      else
        type = scalar_named(peek().text.substr(1));
      take();
    }
    if (type == scalar::none || lanes != 1) fail("registers need one scalar type");
    do {
      const token name = take();
      if (accept("<")) {
        const std::uint64_t n = count();
        expect(">");
        for (std::uint64_t i = 0; i < n; ++i) add_register(keep(std::string(name.text) + std::to_string(i)), type);
      } else
        add_register(name.text, type);
    } while (accept(","));
    expect(";");
  }
  void add_register(std::string_view name, scalar type) {
    scopes[static_cast<std::size_t>(open)].names[name] = {name_entry::kind::reg,
                                                          static_cast<int>(now->registers.size())};
    now->registers.push_back({type, std::string(name)});
  }
  std::vector<std::unique_ptr<std::string>> kept;  // views into these stay valid
  std::string_view keep(std::string text) { return *kept.emplace_back(std::make_unique<std::string>(std::move(text))); }
  void add_variable(variable v) {
    const std::string_view name = keep(v.name);
    scopes[static_cast<std::size_t>(open)].names[name] = {name_entry::kind::variable,
                                                          static_cast<int>(now->variables.size())};
    now->variables.push_back(std::move(v));
  }

  // ---- operands ----
  const name_entry* find(std::string_view name) const {
    for (int s = open; s >= 0; s = scopes[static_cast<std::size_t>(s)].parent)
      if (auto f = scopes[static_cast<std::size_t>(s)].names.find(name);
          f != scopes[static_cast<std::size_t>(s)].names.end())
        return &f->second;
    return nullptr;
  }
  operand named(std::string_view name) {
    operand o;
    o.name = name;
    if (const name_entry* entry = find(name)) {
      o.is = entry->is == name_entry::kind::reg ? operand::kind::reg : operand::kind::variable;
      o.index = entry->index;
    } else if (auto v = out.variable_index.find(std::string(name)); v != out.variable_index.end()) {
      o.is = operand::kind::variable;
      o.index = ~v->second;
    } else if (name[0] == '%') {
      o.is = operand::kind::special;
    } else if (name == "WARP_SZ") {
      o.is = operand::kind::integer;
      o.value = 32;
    } else {
      o.is = operand::kind::label;  // or a function; known when the body is complete
    }
    return o;
  }
  operand parsed() {
    operand o;
    if (accept("{")) {
      o.is = operand::kind::list;
      while (!accept("}")) {
        o.parts.push_back(parsed());
        accept(",");
      }
    } else if (accept("[")) {
      o.is = operand::kind::address;
      if (at_number())
        o.value = number().value;
      else
        o.parts.push_back(named(word()));
      while (is("+") || is("-")) o.value += number().value;
      if (!is("]")) fail("an address ends with ']'; found '" + std::string(peek().text) + "'");
      take();
    } else if (accept("(")) {
      o.is = operand::kind::list;
      while (!accept(")")) {
        o.parts.push_back(parsed());
        accept(",");
      }
    } else if (accept("!")) {
      o = named(word());
      o.is_negated = true;
    } else if (at_number()) {
      o = number();
    } else if (is("_")) {
      take();
    } else {
      o = named(word());
      if (o.is == operand::kind::variable && (is("+") || is("-")) && peek(1).kind == token_kind::number)
        o.value = number().value;
    }
    return o;
  }

  // ---- bodies ----
  void instruct() {
    statement s;
    s.line = peek().line;
    if (accept("@")) {
      s.is_guard_negated = accept("!");
      const operand guard = named(word());
      if (guard.is != operand::kind::reg)
        fail("a guard is a declared predicate; '" + std::string(guard.name) + "' is none");
      s.guard = guard.index;
    }
    s.opcode = word();
    while (!accept(";")) {
      s.operands.push_back(parsed());
      if (accept("|")) s.operands.push_back(parsed());  // setp's second predicate, shfl's predicate
      if (!is(";")) expect(",");
    }
    for (operand& o : s.operands) {  // a label keeps the scope it was used in, until the body is known
      if (o.is == operand::kind::label) o.index = open;
    }
    now->body.push_back(std::move(s));
  }
  void push_scope() {
    scope s;
    s.parent = open;
    scopes.push_back(std::move(s));
    open = static_cast<int>(scopes.size()) - 1;
  }
  void body() {  // after '{'
    while (!accept("}")) {
      if (peek().kind == token_kind::end) fail("a body lacks its '}'");
      if (accept("{")) {
        const int outer = open;
        push_scope();
        body();
        open = outer;
      } else if (accept(".reg")) {
        declare_registers();
      } else if (is(".loc") || is(".file")) {
        skip_line();
      } else if (accept(".pragma")) {
        while (!accept(";")) take();
      } else if (const space where = peek().kind == token_kind::word ? space_named(peek().text) : space::none;
                 where != space::none) {
        take();
        add_variable(declared(where));
        while (accept(",")) take();
        expect(";");
      } else if (peek().kind == token_kind::word && is(":", 1)) {
        scopes[static_cast<std::size_t>(open)].labels[take().text] = static_cast<int>(now->labels.size());
        now->labels.push_back(static_cast<int>(now->body.size()));
        take();
      } else if (accept(";")) {
      } else if (peek().kind == token_kind::word || is("@")) {
        if (peek().text[0] == '.') fail("the directive '" + std::string(peek().text) + "' is not known");
        instruct();
      } else
        fail("an instruction is required; found '" + std::string(peek().text) + "'");
    }
  }
  void resolve_labels() {
    for (statement& s : now->body)
      for (operand& o : s.operands)
        if (o.is == operand::kind::label) {
          int found = -1;
          for (int k = o.index; k >= 0 && found < 0; k = scopes[static_cast<std::size_t>(k)].parent)
            if (auto f = scopes[static_cast<std::size_t>(k)].labels.find(o.name);
                f != scopes[static_cast<std::size_t>(k)].labels.end())
              found = f->second;
          o.index = found;
          if (found >= 0) continue;
          if (auto f = out.function_index.find(std::string(o.name)); f != out.function_index.end()) {
            o.is = operand::kind::function;
            o.index = f->second;
          } else
            throw ptx_error("ptx: line " + std::to_string(s.line) + ": the name '" + std::string(o.name) +
                            "' is not declared");
        }
  }
  void skip_line() {
    const int line = peek().line;
    while (peek().line == line && peek().kind != token_kind::end) take();
  }
  void parameters(function& f, int& counted) {  // after '('
    while (!accept(")")) {
      if (accept(".param"))
        f.variables.push_back(declared(space::param));
      else if (accept(".reg"))
        fail("register parameters are not supported");
      else
        fail("a parameter is required; found '" + std::string(peek().text) + "'");
      ++counted;
      accept(",");
    }
  }
  void declare_function(bool is_entry) {
    function f;
    f.is_entry = is_entry;
    if (!is_entry && accept("(")) parameters(f, f.results);
    f.name = std::string(word());
    if (accept("(")) parameters(f, f.parameters);
    std::uint32_t threads = 0;
    while (!is("{") && !is(";")) {
      if (accept(".maxntid") || accept(".reqntid")) {
        threads = static_cast<std::uint32_t>(count());
        while (accept(",")) threads *= static_cast<std::uint32_t>(count());
      } else if (accept(".minnctapersm") || accept(".maxnreg") || accept(".maxclusterrank")) {
        count();
      } else if (accept(".pragma")) {
        while (!accept(";")) take();
      } else if (is(".noreturn") || is(".explicitcluster"))
        take();
      else
        fail("the directive '" + std::string(peek().text) + "' is not known");
    }
    f.max_threads = threads;
    int index = -1;
    if (auto known = out.function_index.find(f.name); known != out.function_index.end())
      index = known->second;
    else {
      index = static_cast<int>(out.functions.size());
      out.function_index[f.name] = index;
      out.functions.emplace_back();
    }
    if (accept(";")) {
      if (!out.functions[static_cast<std::size_t>(index)].has_body)
        out.functions[static_cast<std::size_t>(index)] = std::move(f);
      return;
    }
    expect("{");
    f.has_body = true;
    now = &f;
    scopes.clear();
    open = -1;
    push_scope();
    for (std::size_t i = 0; i < f.variables.size(); ++i)
      scopes[0].names[keep(f.variables[i].name)] = {name_entry::kind::variable, static_cast<int>(i)};
    body();
    resolve_labels();
    now = nullptr;
    out.functions[static_cast<std::size_t>(index)] = std::move(f);
  }

  void run() {
    while (peek().kind != token_kind::end) {
      bool is_extern = false;
      for (; is(".visible") || is(".extern") || is(".weak") || is(".common"); take()) is_extern |= is(".extern");
      if (accept(".version")) {
        const std::string text(take().text);
        const std::size_t dot = text.find('.');
        out.version = std::atoi(text.c_str()) * 10 + (dot == std::string::npos ? 0 : std::atoi(text.c_str() + dot + 1));
      } else if (accept(".target")) {
        out.target = std::string(take().text);
        while (accept(",")) take();
      } else if (accept(".address_size")) {
        if (count() != 64) fail(".address_size has to be 64");
      } else if (accept(".entry"))
        declare_function(true);
      else if (accept(".func"))
        declare_function(false);
      else if (is(".file") || is(".loc"))
        skip_line();
      else if (accept(".section")) {
        while (!accept("}")) take();
      } else if (accept(".pragma")) {
        while (!accept(";")) take();
      } else if (accept(".alias")) {
        while (!accept(";")) take();
      } else if (const space where = peek().kind == token_kind::word ? space_named(peek().text) : space::none;
                 where != space::none) {
        take();
        variable v = declared(where);
        v.is_extern = is_extern;
        expect(";");
        out.variable_index[v.name] = static_cast<int>(out.variables.size());
        out.variables.push_back(std::move(v));
      } else if (!accept(";"))
        fail("'" + std::string(peek().text) + "' cannot stand at module level");
    }
    if (out.version == 0) fail(".version is required");
  }
};

}  // namespace

int bytes_of(scalar type) {
  for (const row& r : rows)
    if (r.type == type) return r.bytes;
  return 0;
}
scalar scalar_named(std::string_view name) {
  for (const row& r : rows)
    if (r.name == name) return r.type;
  return scalar::none;
}

module parse(std::string_view text) {
  parser p;
  p.tokens = tokens_of(text);
  p.run();
  return std::move(p.out);
}

}  // namespace softcuda::syntax
