// SPDX-License-Identifier: MIT
// A module: parsed, its variables placed, its kernels decoded.
#include "module_state.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "device_memory.hpp"

namespace softcuda {

using syntax::space;

namespace {

void collect(const syntax::operand& o, std::set<int>& used) {
  if (o.is == syntax::operand::kind::variable && o.index < 0) used.insert(~o.index);
  for (const syntax::operand& part : o.parts) collect(part, used);
}
// Module-level shared variables that a kernel, or a function it might call, names.
std::set<int> shared_of(const syntax::module& m, const syntax::function& kernel) {
  std::set<int> used;
  for (const syntax::function& f : m.functions)
    if (&f == &kernel || !f.is_entry)
      for (const syntax::statement& s : f.body)
        for (const syntax::operand& o : s.operands) collect(o, used);
  return used;
}

void place_shared(const syntax::module& m, const syntax::function& kernel, std::vector<place>& places) {
  std::uint64_t end = 0;
  const auto put = [&](const syntax::variable& v) {
    end = (end + v.alignment - 1) / v.alignment * v.alignment;
    return std::exchange(end, end + v.bytes);
  };
  const std::set<int> used = shared_of(m, kernel);
  for (std::size_t k = 0; k < m.variables.size(); ++k) {
    const syntax::variable& v = m.variables[k];
    if (v.space == space::shared) places[k] = {space::shared, 0};
    if (v.space == space::shared && !v.is_extern && v.bytes != 0 && used.count(static_cast<int>(k)) != 0)
      places[k].offset = put(v);
  }
  for (const syntax::function& f : m.functions)  // what stands in bodies follows, as the decoder lays it out
    if (&f == &kernel || !f.is_entry)
      for (const syntax::variable& v : f.variables)
        if (v.space == space::shared) put(v);
  end = (end + 15) / 16 * 16;
  for (std::size_t k = 0; k < m.variables.size(); ++k)
    if (m.variables[k].space == space::shared && (m.variables[k].is_extern || m.variables[k].bytes == 0))
      places[k].offset = end;
}

}  // namespace

module::module(std::string_view ptx, memory& where) :state_(std::make_unique<state>()) {
  state& s = *state_;
  s.text = std::string(ptx);
  s.code = syntax::parse(s.text);
  s.where = &where;
  s.places.resize(s.code.variables.size());
  for (std::size_t k = 0; k < s.code.variables.size(); ++k) {
    const syntax::variable& v = s.code.variables[k];
    if (v.space != space::global && v.space != space::constant) continue;
    if (v.is_extern) throw ptx_error("ptx: the variable '" + v.name + "' is not defined in this module");
    const std::uint64_t address = where.allocate(std::max<std::uint64_t>(v.bytes, 1), true);
    if (address == 0) throw std::bad_alloc();
    s.places[k] = {v.space, address};
    s.allocated.push_back(address);
    std::vector<unsigned char> content = v.initial;
    content.resize(v.bytes);
    where.write(address, content.data(), content.size());
  }
  for (std::size_t k = 0; k < s.code.variables.size(); ++k)
    for (const syntax::symbol_use& u : s.code.variables[k].uses) {
      const auto found = s.code.variable_index.find(u.name);
      if (found == s.code.variable_index.end())
        throw ptx_error("ptx: the name '" + u.name + "' in an initialiser is not declared");
      const std::uint64_t value =
          s.places[static_cast<std::size_t>(found->second)].offset + static_cast<std::uint64_t>(u.addend);
      where.write(s.places[k].offset + u.at, &value, 8);
    }
  for (const syntax::function& f : s.code.functions) {
    if (!f.is_entry || !f.has_body) continue;
    std::vector<place> places = s.places;
    place_shared(s.code, f, places);
    decoder d(s.code, places);
    d.decode_kernel(f);
    s.programs.push_back(std::move(d.out));
  }
}
module::~module() {
  for (std::uint64_t address : state_->allocated) state_->where->release(address);
}
int module::count() const { return static_cast<int>(state_->programs.size()); }
const kernel_info& module::kernel(int i) const { return state_->programs[static_cast<std::size_t>(i)].info; }
int module::find(std::string_view name) const {
  for (int i = 0; i < count(); ++i)
    if (kernel(i).name == name) return i;
  return -1;
}
bool module::global(std::string_view name, std::uint64_t& address, std::uint64_t& bytes) const {
  const auto found = state_->code.variable_index.find(std::string(name));
  if (found == state_->code.variable_index.end()) return false;
  const auto k = static_cast<std::size_t>(found->second);
  const space where = state_->code.variables[k].space;
  if (where != space::global && where != space::constant) return false;
  address = state_->places[k].offset;
  bytes = state_->code.variables[k].bytes;
  return true;
}
int module::version() const { return state_->code.version; }
std::string module::target() const { return state_->code.target; }

}  // namespace softcuda
