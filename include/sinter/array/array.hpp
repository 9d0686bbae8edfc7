// SPDX-License-Identifier: MIT
// The one array type. At run time it is a counted handle to a dense row-major buffer: copies share, a write unshares. In a
// constant evaluation it is a tracer: a node of a graph under construction. What needs the graph is declared here and
// defined in expression/ and jit/.
#pragma once
#include <algorithm>
#include <bit>
#include <initializer_list>
#include <memory>
#include <source_location>
#include <span>
#include <utility>

#include "buffer.hpp"
#include "config.hpp"
#include "elements.hpp"
#include "error.hpp"
#include "extents.hpp"

namespace sinter {

template <class T, int... Extents>
class array;

namespace core {

struct term;

// What an array holds.
enum class holds : std::uint8_t {
  nothing,  // extents are not known yet
  memory,   // a buffer
  node,     // in a trace: a node of the graph that is being built
  literal,  // one value everywhere, of static extents: no graph and no memory needed
  loose     // in a trace: a node of a small graph made of literals alone, owned by the arrays that point into it
};

// Runs a statement and puts its result into `into`, or appends its nodes in a trace. jit/ defines it.
template <class Build, class X, class T, int... Extents>
constexpr void bind(const X& statement, array<T, Extents...>& into, const std::source_location& where);

// The elements on another device: the same buffer if they are there. Owned by the caller. jit/ defines it.
template <class Build>
buffer* moved_to(buffer* memory, device where);

}  // namespace core

template <class T, int... Extents>
class array : public typed<T, Extents...> {
  static_assert(core::is_element<T>,
                "array: elements are float, double, float16, bfloat16, int32_t, int64_t, uint8_t, uint32_t or bool");
  static_assert(sizeof...(Extents) <= 8, "array: the rank must be at most 8");
  static_assert(core::extent_list<Extents...>::is_possible,
                "array: extents are dyn or not negative, and hold at most 2^58 elements");
  using list = core::extent_list<Extents...>;

 public:
  using value_type = T;
  using is_array = void;
  static constexpr int rank = sizeof...(Extents);
  static constexpr bool has_static_extents = list::is_static;

  // Zeros, or nothing where an extent is dyn.
  constexpr array() noexcept : bits_(0), holds_(list::is_static ? core::holds::literal : core::holds::nothing) {}

  constexpr array(const array& other) noexcept : bits_(0) {
    take(other);
    keep();
  }
  constexpr array(array&& other) noexcept : bits_(0) {
    take(other);
    other.forget();
    other.node_ = moved_from;
  }
  constexpr array& operator=(const array& other) noexcept {
    array copy(other);
    swap(copy);
    return *this;
  }
  constexpr array& operator=(array&& other) noexcept {
    array moved(std::move(other));
    swap(moved);
    return *this;
  }
  constexpr ~array() {
    if (__builtin_is_constant_evaluated()) drop();
    else if (holds_ == core::holds::memory) buffer_->drop();
  }

  // A number as an array of rank 0.
  template <class N>
    requires(rank == 0 && core::is_number<N> && (core::is_real<T> || std::is_integral_v<N>))
  constexpr array(N number, std::source_location where = std::source_location::current())
      : bits_(literal_bits(static_cast<T>(number))), holds_(core::holds::literal) {
    if constexpr (std::is_integral_v<N> && std::is_integral_v<T> && !std::is_same_v<N, bool> && !std::is_same_v<T, bool>)
      if (!std::in_range<T>(number))
        core::literal_must_fit_the_element_type(static_cast<std::int64_t>(number), core::name_of(core::dtype_of<T>), where);
  }

  // Elements, in nested braces; their numbers must agree with the static extents and with each other.
  constexpr array(typename core::nested_list<T, rank>::type elements, std::source_location where = std::source_location::current())
    requires(rank > 0)
      : array() {
    std::int64_t lengths[rank];
    measure<0>(elements, lengths);
    constexpr int items[] = {Extents..., 0};
    for (int i = 0; i < rank; ++i)
      if (items[i] != dyn && items[i] != lengths[i]) core::list_must_fill_the_axis(lengths[i], items[i], i, i + 1 == rank, where);
    if (__builtin_is_constant_evaluated()) {
      trace_elements(elements, lengths, where);
    } else {
      array made = unset(lengths);
      T* to = static_cast<T*>(made.buffer_->data);
      flatten<0>(elements, lengths, to, where);
      swap(made);
    }
  }

  // Zeros; one extent for each dyn axis, in parentheses.
  template <class... N>
    requires(1 + sizeof...(N) == list::dynamic && ((std::integral<N> || std::same_as<N, sinter::extent>) && ...))
  constexpr explicit array(core::given_extent first, N... others) : array() {
    fill_with(0, core::given_list({first.length(), sinter::extent(others)...}, first.where()));
  }

  // What an expression computes.
  template <expression X, class Build = core::this_build>
    requires(!std::same_as<X, array>)
  constexpr array(const X& statement, std::source_location where = std::source_location::current()) : array() {
    core::bind<Build>(statement, *this, where);
  }

  // Copies elements in row-major order; one extent for each dyn axis. Throws shape_error where the counts differ.
  static array from(std::span<const T> elements, core::given_list extents = {}) {
    std::int64_t lengths[rank + 1] = {};  // g++ takes the last for read where rank is 0
    resolve_extents(extents, lengths);
    if (const std::int64_t needed = core::elements_of(rank, lengths, extents.where());
        static_cast<std::int64_t>(elements.size()) != needed)
      core::elements_must_fill_the_array(static_cast<std::int64_t>(elements.size()), needed, extents.where());
    array made = unset(lengths);
    std::copy_n(elements.data(), elements.size(), static_cast<T*>(made.buffer_->data));
    return made;
  }
  // Takes over a user's row-major elements without copying; `give_back(pointer)` is called when no array needs them.
  template <class Deleter>
  static array adopt(T* elements, core::given_list extents, Deleter give_back) {
    std::int64_t lengths[rank + 1] = {};  // g++ takes the last for read where rank is 0
    resolve_extents(extents, lengths);
    (void)core::elements_of(rank, lengths, extents.where());  // throws while the elements are still the user's
    array made;
    made.drop();
    auto kept = std::make_unique<Deleter>(std::move(give_back));
    made.hold(core::buffer::adopt(
        core::dtype_of<T>, rank, lengths, elements,
        [](void* data, void* state) {
          auto* deleter = static_cast<Deleter*>(state);
          (*deleter)(static_cast<T*>(data));
          delete deleter;
        },
        kept.get()));
    kept.release();
    return made;
  }

  // The length of an axis; negative axes count from the last.
  constexpr sinter::extent extent(int axis) const;
  // The number of elements.
  constexpr sinter::extent size() const;

  // An element. On a const array it is a value; else a reference, which first makes the memory this array's own.
  T operator()(core::index_along<Extents>... index, std::source_location where = std::source_location::current()) const {
    if (holds_ == core::holds::literal) {
      (void)offset(nullptr, {index..., 0}, where);
      return value_of_literal();
    }
    if (holds_ != core::holds::memory) has_no_value(core::located(where));
    return static_cast<const T*>(buffer_->host())[offset(buffer_->extents, {index..., 0}, where)];
  }
  T& operator()(core::index_along<Extents>... index, std::source_location where = std::source_location::current()) {
    unshare(where);
    return static_cast<T*>(buffer_->data)[offset(buffer_->extents, {index..., 0}, where)];
  }

  // All elements in row-major order. A const span never copies; a writable one first unshares.
  std::span<const T> span(std::source_location where = std::source_location::current()) const {
    if (holds_ == core::holds::literal) {
      constexpr std::size_t count = (std::size_t{1} * ... * static_cast<std::size_t>(Extents < 0 ? 0 : Extents));
      return {core::memory_of_literal<T>(value_of_literal(), count), count};
    }
    if (holds_ != core::holds::memory) has_no_value(core::located(where));
    return {static_cast<const T*>(buffer_->host()), static_cast<std::size_t>(buffer_->size)};
  }
  std::span<T> span(std::source_location where = std::source_location::current()) {
    unshare(where);
    return {static_cast<T*>(buffer_->data), static_cast<std::size_t>(buffer_->size)};
  }

  // Where the elements are.
  constexpr sinter::device device() const {
    if (holds_ == core::holds::memory && buffer_->on) return buffer_->on->where();
    return sinter::device::cpu();
  }
  // The same elements on another device; itself in a trace. Throws device_error.
  template <class Build = core::this_build>
  constexpr array to(sinter::device where) const {
    if (__builtin_is_constant_evaluated()) return *this;
    if (where.is_cpu() && holds_ == core::holds::literal) return *this;
    core::buffer* here = share();
    array moved;
    try {
      moved.hold(core::moved_to<Build>(here, where));
    } catch (...) {
      here->drop();
      throw;
    }
    here->drop();
    return moved;
  }

  // A branch on data: allowed at run time on rank 0, an error in a trace.
  constexpr explicit operator bool() const
    requires(rank == 0);

  // ---- for the rest of the library ----
  constexpr core::holds state() const { return holds_; }
  // Says why there is nothing to read, where the state is nothing.
  [[noreturn]] constexpr void has_no_value(std::string_view place = {}) const {
    if (node_ == moved_from) core::read_after_it_was_moved(place);
    core::read_before_assigned(place);
  }
  constexpr core::builder* graph() const { return holds_ == core::holds::node ? graph_ : nullptr; }
  constexpr core::builder* any_graph() const {
    return holds_ == core::holds::node || holds_ == core::holds::loose ? graph_ : nullptr;
  }
  constexpr int node() const { return node_; }
  constexpr std::int64_t literal() const { return bits_; }
  constexpr void become_node(core::builder* graph, int node) {
    drop();
    graph_ = graph;
    node_ = node;
    holds_ = core::holds::node;
  }
  constexpr void become_loose(core::builder* graph, int node);  // takes over one ownership of the graph
  constexpr void become_literal(std::int64_t bits) {
    drop();
    bits_ = bits;
    holds_ = core::holds::literal;
  }
  // The memory behind the array, with an ownership for the caller: a literal's is made for it. Throws shape_error if
  // nothing was assigned.
  core::buffer* share() const {
    if (holds_ == core::holds::memory) {
      buffer_->keep();
      return buffer_;
    }
    return filled();
  }
  core::buffer* handle() const { return buffer_; }  // where the state is memory
  void hold(core::buffer* memory) {  // takes over one ownership
    drop();
    buffer_ = memory;
    holds_ = core::holds::memory;
  }
  core::buffer* release() {  // gives up its ownership
    core::buffer* memory = share();
    drop();
    return memory;
  }
  static array unset(const std::int64_t* lengths) {
    array made;
    made.hold(core::buffer::make(core::dtype_of<T>, rank, lengths));
    return made;
  }
  // The extents of the type, with the given ones for its dyn axes.
  static void resolve_extents(const core::given_list& given, std::int64_t* lengths) {
    if (given.size() != static_cast<std::size_t>(list::dynamic))
      core::one_extent_is_needed_for_each_dyn_axis(given.size(), list::dynamic, given.where());
    const sinter::extent* next = given.begin();
    constexpr int items[] = {Extents..., 0};
    for (int i = 0; i < rank; ++i) lengths[i] = items[i] == dyn ? static_cast<std::int64_t>(*next++) : items[i];
  }
  // One value everywhere: in memory at run time, a constant in a trace.
  constexpr void fill_with(std::int64_t bits, const core::given_list& given);
  // Makes the memory this array's own.
  void unshare(const std::source_location& where) {
    if (holds_ == core::holds::nothing) has_no_value(core::located(where));
    if (holds_ != core::holds::memory) hold(filled());
    if (buffer_->on) core::array_is_on_a_device(buffer_->on->where(), where);
    if (!buffer_->is_shared()) return;
    core::buffer* own = buffer_->copy();
    buffer_->drop();
    buffer_ = own;
  }

  static constexpr std::int64_t literal_bits(T value) {
    if constexpr (core::is_real<T>) return std::bit_cast<std::int64_t>(static_cast<double>(value));
    else return static_cast<std::int64_t>(value);
  }
  constexpr T value_of_literal() const {
    if constexpr (core::is_real<T>) return static_cast<T>(std::bit_cast<double>(bits_));
    else return static_cast<T>(bits_);
  }

 private:
  union {
    core::buffer* buffer_;
    core::builder* graph_;
    std::int64_t bits_;
  };
  static constexpr std::int32_t moved_from = -2;  // in place of a node, of an array without value
  std::int32_t node_ = -1;
  core::holds holds_ = core::holds::nothing;

  constexpr void take(const array& other) {
    node_ = other.node_;
    holds_ = other.holds_;
    if (holds_ == core::holds::memory) buffer_ = other.buffer_;
    else if (holds_ == core::holds::node || holds_ == core::holds::loose) graph_ = other.graph_;
    else if (holds_ == core::holds::literal) bits_ = other.bits_;
    else bits_ = 0;
  }
  constexpr void keep();
  constexpr void drop();
  constexpr void forget() {
    holds_ = core::holds::nothing;
    bits_ = 0;
    node_ = -1;
  }
  constexpr void swap(array& other) {  // std::swap on a union loses its active member in constant evaluation under GCC 12
    array kept;
    kept.take(other);
    other.take(*this);
    take(kept);
    kept.forget();
  }

  // A literal's value in memory of its own.
  core::buffer* filled() const {
    if (holds_ != core::holds::literal) has_no_value();
    constexpr std::int64_t lengths[] = {Extents..., 0};
    constexpr std::int64_t count = (std::int64_t{1} * ... * (Extents < 0 ? 0 : Extents));  // a literal's are static
    core::buffer* made = core::buffer::make(core::dtype_of<T>, rank, lengths);
    std::fill_n(static_cast<T*>(made->data), count, value_of_literal());
    return made;
  }

  // Of the element, in row-major order; `extents` is nothing where they are static.
  static std::int64_t offset(const std::int64_t* extents, const std::int64_t (&index)[rank + 1],
                             const std::source_location& where) {
    constexpr std::int64_t declared[] = {Extents..., 0};
    std::int64_t at = 0;
    for (int i = 0; i < rank; ++i) {
      const std::int64_t length = extents ? extents[i] : declared[i];
      if (index[i] < 0 || index[i] >= length) core::index_out_of_range(index[i], length, i, where);
      at = at * length + index[i];
    }
    return at;
  }

  template <int Level, class List>
  static constexpr void measure(const List& elements, std::int64_t* lengths) {
    lengths[Level] = static_cast<std::int64_t>(elements.size());
    if constexpr (Level + 1 < rank) {
      if (elements.size() == 0)
        for (int i = Level + 1; i < rank; ++i) lengths[i] = 0;
      else measure<Level + 1>(*elements.begin(), lengths);
    }
  }
  template <int Level, class List>
  static constexpr void flatten(const List& elements, const std::int64_t* lengths, T*& to, const std::source_location& where) {
    if (static_cast<std::int64_t>(elements.size()) != lengths[Level])
      core::list_has_wrong_length(static_cast<std::int64_t>(elements.size()), lengths[Level], where);
    for (const auto& element : elements) {
      if constexpr (Level + 1 < rank) flatten<Level + 1>(element, lengths, to, where);
      else *to++ = element;
    }
  }
  constexpr void trace_elements(const typename core::nested_list<T, rank>::type& elements, const std::int64_t* lengths,
                                const std::source_location& where);
};

template <class T, int... Extents>
array(const typed<T, Extents...>&) -> array<T, Extents...>;

template <int... Extents> using f32 = array<float, Extents...>;
template <int... Extents> using f64 = array<double, Extents...>;
template <int... Extents> using f16 = array<float16, Extents...>;
template <int... Extents> using bf16 = array<bfloat16, Extents...>;
template <int... Extents> using i32 = array<std::int32_t, Extents...>;
template <int... Extents> using i64 = array<std::int64_t, Extents...>;
template <int... Extents> using u8 = array<std::uint8_t, Extents...>;
template <int... Extents> using u32 = array<std::uint32_t, Extents...>;
template <int... Extents> using b8 = array<bool, Extents...>;

}  // namespace sinter
