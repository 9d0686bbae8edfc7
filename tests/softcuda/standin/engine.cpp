// SPDX-License-Identifier: MIT
// A stand-in for the engine, until it is there: memory works, kernels do nothing.
#include <cstdlib>
#include <cstring>
#include <map>

#include "softcuda/engine.hpp"

namespace softcuda {
struct memory::state {
  std::map<std::uint64_t, std::vector<unsigned char>> blocks;
  std::uint64_t next, capacity, used = 0, peak = 0;
};
memory::memory(std::uint64_t first, std::uint64_t capacity) : state_(new state{{}, first, capacity}) {}
memory::~memory() = default;
std::uint64_t memory::allocate(std::uint64_t bytes, bool) {
  auto at = state_->next;
  state_->next += (bytes + 511) / 256 * 256;
  state_->blocks[at] = std::vector<unsigned char>(bytes, 0xFF);
  return at;
}
bool memory::release(std::uint64_t a) { return state_->blocks.erase(a) != 0; }
static unsigned char* at(std::map<std::uint64_t, std::vector<unsigned char>>& m, std::uint64_t a, std::uint64_t n) {
  auto i = m.upper_bound(a);
  if (i == m.begin()) return nullptr;
  --i;
  return a - i->first + n <= i->second.size() ? i->second.data() + (a - i->first) : nullptr;
}
bool memory::write(std::uint64_t a, const void* f, std::uint64_t n) { auto p = at(state_->blocks, a, n); return p && (std::memcpy(p, f, n), true); }
bool memory::read(std::uint64_t a, void* t, std::uint64_t n) const { auto p = at(state_->blocks, a, n); return p && (std::memcpy(t, p, n), true); }
bool memory::fill(std::uint64_t a, std::uint32_t v, int w, std::uint64_t n) {
  auto p = at(state_->blocks, a, n * static_cast<std::uint64_t>(w));
  for (std::uint64_t i = 0; p && i < n; ++i) std::memcpy(p + i * static_cast<std::uint64_t>(w), &v, static_cast<std::size_t>(w));
  return p;
}
bool memory::copy(std::uint64_t t, std::uint64_t f, std::uint64_t n) {
  auto p = at(state_->blocks, t, n), q = at(state_->blocks, f, n);
  return p && q && (std::memmove(p, q, n), true);
}
std::uint64_t memory::used() const { return 0; }
std::uint64_t memory::peak() const { return 0; }
std::uint64_t memory::capacity() const { return state_->capacity; }
std::uint64_t memory::live_blocks() const { return state_->blocks.size(); }
struct module::state { std::vector<kernel_info> kernels; int version = 0; std::string target; };
module::module(std::string_view ptx, memory&) : state_(new state) {
  std::string s(ptx);
  state_->version = static_cast<int>(10 * std::atof(s.c_str() + s.find(".version") + 8) + 0.5);
  for (auto e = s.find(".entry "); e != s.npos; e = s.find(".entry ", e + 1)) {
    kernel_info k;
    auto open = s.find('(', e), close = s.find(')', e);
    k.name = s.substr(e + 7, open - e - 7);
    for (auto p = s.find(".param ", open); p < close; p = s.find(".param ", p + 1)) {
      auto digits = s.find_first_of("0123456789", p);
      std::uint32_t size = static_cast<std::uint32_t>(std::atoi(s.c_str() + digits)) / 8;
      k.parameter_bytes = (k.parameter_bytes + size - 1) / size * size;
      k.parameters.push_back({k.parameter_bytes, size});
      k.parameter_bytes += size;
    }
    state_->kernels.push_back(k);
  }
}
module::~module() = default;
int module::count() const { return static_cast<int>(state_->kernels.size()); }
const kernel_info& module::kernel(int i) const { return state_->kernels[static_cast<std::size_t>(i)]; }
int module::find(std::string_view n) const { for (int i = 0; i < count(); ++i) if (kernel(i).name == n) return i; return -1; }
bool module::global(std::string_view, std::uint64_t&, std::uint64_t&) const { return false; }
int module::version() const { return state_->version; }
std::string module::target() const { return state_->target; }
report run(const launch& l, memory& m, const options&, counters& c) {
  const auto& k = l.code->kernel(l.kernel);
  if (k.name != "fill") return {};
  std::uint64_t to; std::uint32_t value, count;
  std::memcpy(&to, l.parameters.data(), 8); std::memcpy(&value, l.parameters.data() + 8, 4); std::memcpy(&count, l.parameters.data() + 12, 4);
  if (to % 4) return {violation::misaligned, "fill"};
  if (!m.fill(to, value, 4, count)) return {violation::out_of_bounds, "fill"};
  c.global_written_bytes += 4 * count;
  return {};
}
}  // namespace softcuda
