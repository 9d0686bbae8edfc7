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

// A number written out among the elements of an array of halves, which no number converts to by itself.
template <class T>
struct written {
  T value;
  template <class N>
    requires std::is_arithmetic_v<N>
  constexpr written(N number) : value(number) {}
  constexpr written(T element) : value(element) {}
  constexpr operator T() const { return value; }
};
template <class T, int Rank>
struct nested_list {
  using type = std::initializer_list<typename nested_list<T, Rank - 1>::type>;
};
template <class T>
struct nested_list<T, 0> {
  using type = std::conditional_t<is_half<T>, written<T>, T>;
};

// Runs a statement and puts its result into `into`, or appends its nodes in a trace. jit/ defines it.
template <class Build, class X, class T, int... Extents>
constexpr void bind(const X& statement, array<T, Extents...>& into, const std::source_location& where);

// The elements on another device: the same buffer if they are there. Owned by the caller. jit/ defines it.
template <class Build>
buffer* moved_to(buffer* memory, device where);

// Memory for the const span of a literal, which has none of its own and may be a constant. One block for each value, grown
// when a longer span is asked for; spans handed out stay valid, so nothing is freed.
template <class T>
const T* memory_of_literal(T value, std::size_t count) {
  struct block {
    T value;
    std::size_t count;
    T* data;
    block* next;
  };
  static std::atomic<bool> busy{false};
  static block* first = nullptr;
  while (busy.exchange(true, std::memory_order_acquire)) {}
  struct leaving {
    ~leaving() { busy.store(false, std::memory_order_release); }
  } on_every_way_out;
  block* found = first;
  while (found && (std::memcmp(&found->value, &value, sizeof value) != 0 || found->count < count)) found = found->next;
  if (!found) {
    auto data = std::make_unique<T[]>(count + 16);
    std::fill_n(data.get(), count + 16, value);
    first = found = new block{value, count + 16, data.get(), first};
    data.release();
  }
  return found->data;
}

// `place` is the user's line, or the function and which of its arguments, where it is known.
[[noreturn]] inline void read_before_assigned(std::string_view place = {}) {
  throw shape_error(sentence() << place << "array: it is read before it was assigned; its extents that are dyn have no value yet");
}
[[noreturn]] inline void read_after_it_was_moved(std::string_view place = {}) {
  throw shape_error(sentence() << place << "array: it was moved from or donated, and has not been assigned since");
}
[[noreturn]] inline void index_out_of_range(std::int64_t index, std::int64_t extent, int axis) {
  throw shape_error(sentence() << "array: index " << index << " is outside axis " << axis << " of extent " << extent);
}
[[noreturn]] inline void list_has_wrong_length(std::int64_t given, std::int64_t expected) {
  throw shape_error(sentence() << "array: the lists of elements must have equal lengths; given " << given
                               << " where " << expected << " are needed");
}
[[noreturn]] inline void list_must_fill_the_axis(std::int64_t given, std::int64_t expected, int axis, bool of_elements) {
  throw shape_error(sentence() << "array: the list must fill axis " << axis << " of extent " << expected << "; given " << given
                               << (of_elements ? " elements" : " lists"));
}
[[noreturn]] inline void elements_must_fill_the_array(std::int64_t given, std::int64_t expected) {
  throw shape_error(sentence() << "from: the number of elements must be the product of the extents; given " << given
                               << ", needed " << expected);
}
[[noreturn]] inline void literal_must_fit_the_element_type(std::int64_t given, const char* type) {
  throw shape_error(sentence() << "literal: " << given << " does not fit elements of type " << type);
}

}  // namespace core

template <class T, int... Extents>
class array : public typed<T, Extents...> {
  static_assert(core::is_element<T>, "array: elements are float, double, float16, bfloat16, int32_t, int64_t, uint8_t, uint32_t or bool");
  static_assert(sizeof...(Extents) <= 8, "array: the rank must be at most 8");
  static_assert(core::extent_list<Extents...>::is_possible, "array: extents are dyn or not negative, and hold at most 2^58 elements");
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
    if (std::is_constant_evaluated()) drop();
    else if (holds_ == core::holds::memory) buffer_->drop();
  }

  // A number as an array of rank 0.
  template <class N>
    requires(rank == 0 && core::is_number<N> && (core::is_real<T> || std::is_integral_v<N>))
  constexpr array(N number) : bits_(literal_bits(static_cast<T>(number))), holds_(core::holds::literal) {
    if constexpr (std::is_integral_v<N> && std::is_integral_v<T> && !std::is_same_v<N, bool> && !std::is_same_v<T, bool>)
      if (!std::in_range<T>(number))
        core::literal_must_fit_the_element_type(static_cast<std::int64_t>(number), core::name_of(core::dtype_of<T>));
  }

  // Elements, in nested braces; their numbers must agree with the static extents and with each other.
  constexpr array(typename core::nested_list<T, rank>::type elements)
    requires(rank > 0)
      : array() {
    std::int64_t lengths[rank];
    measure<0>(elements, lengths);
    constexpr int items[] = {Extents..., 0};
    for (int i = 0; i < rank; ++i)
      if (items[i] != dyn && items[i] != lengths[i]) core::list_must_fill_the_axis(lengths[i], items[i], i, i + 1 == rank);
    if (std::is_constant_evaluated()) {
      trace_elements(elements, lengths);
    } else {
      array made = unset(lengths);
      T* to = static_cast<T*>(made.buffer_->data);
      flatten<0>(elements, lengths, to);
      swap(made);
    }
  }

  // Zeros; one extent for each dyn axis, in parentheses.
  template <class... N>
    requires(sizeof...(N) == list::dynamic && sizeof...(N) > 0 && (std::convertible_to<N, sinter::extent> && ...) &&
             ((std::is_integral_v<N> || std::is_same_v<N, sinter::extent>) && ...))
  constexpr explicit array(N... extents) : array() {
    const sinter::extent given[] = {sinter::extent(extents)...};
    fill_with(0, given);
  }

  // What an expression computes.
  template <expression X, class Build = core::this_build>
    requires(!std::same_as<X, array>)
  constexpr array(const X& statement, std::source_location where = std::source_location::current()) : array() {
    core::bind<Build>(statement, *this, where);
  }

  // Copies elements in row-major order; one extent for each dyn axis. Throws shape_error where the counts differ.
  static array from(std::span<const T> elements, std::initializer_list<sinter::extent> extents = {}) {
    std::int64_t lengths[rank + 1] = {};  // g++ takes the last for read where rank is 0
    resolve_extents(extents.begin(), extents.size(), lengths);
    if (const std::int64_t needed = core::elements_of(rank, lengths); static_cast<std::int64_t>(elements.size()) != needed)
      core::elements_must_fill_the_array(static_cast<std::int64_t>(elements.size()), needed);
    array made = unset(lengths);
    std::copy_n(elements.data(), elements.size(), static_cast<T*>(made.buffer_->data));
    return made;
  }
  // Takes over a user's row-major elements without copying; `give_back(pointer)` is called when no array needs them.
  template <class Deleter>
  static array adopt(T* elements, std::initializer_list<sinter::extent> extents, Deleter give_back) {
    std::int64_t lengths[rank + 1] = {};  // g++ takes the last for read where rank is 0
    resolve_extents(extents.begin(), extents.size(), lengths);
    (void)core::elements_of(rank, lengths);  // throws while the elements are still the user's
    array made;
    made.drop();
    auto* kept = new Deleter(std::move(give_back));
    made.hold(core::buffer::adopt(
        core::dtype_of<T>, rank, lengths, elements,
        [](void* data, void* state) {
          auto* deleter = static_cast<Deleter*>(state);
          (*deleter)(static_cast<T*>(data));
          delete deleter;
        },
        kept));
    return made;
  }

  // The length of an axis; negative axes count from the last.
  constexpr sinter::extent extent(int axis) const;
  // The number of elements.
  constexpr sinter::extent size() const;

  // An element. On a const array it is a value; else a reference, which first makes the memory this array's own.
  template <std::integral... I>
    requires(sizeof...(I) == rank)
  T operator()(I... index) const {
    if (holds_ == core::holds::literal) {
      (void)offset(nullptr, index...);
      return value_of_literal();
    }
    if (holds_ != core::holds::memory) has_no_value();
    return static_cast<const T*>(buffer_->host())[offset(buffer_->extents, index...)];
  }
  template <std::integral... I>
    requires(sizeof...(I) == rank)
  T& operator()(I... index) {
    unshare();
    return static_cast<T*>(buffer_->data)[offset(buffer_->extents, index...)];
  }

  // All elements in row-major order. A const span never copies; a writable one first unshares.
  std::span<const T> span() const {
    if (holds_ == core::holds::literal) {
      constexpr std::size_t count = (std::size_t{1} * ... * static_cast<std::size_t>(Extents < 0 ? 0 : Extents));
      return {core::memory_of_literal<T>(value_of_literal(), count), count};
    }
    if (holds_ != core::holds::memory) has_no_value();
    return {static_cast<const T*>(buffer_->host()), static_cast<std::size_t>(buffer_->size)};
  }
  std::span<T> span() {
    unshare();
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
    if (std::is_constant_evaluated()) return *this;
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
  static void resolve_extents(const sinter::extent* given, std::size_t count, std::int64_t* lengths) {
    if (count != static_cast<std::size_t>(list::dynamic))
      throw shape_error(core::sentence() << "extents: one is needed for each dyn axis; given " << count << ", needed "
                                         << list::dynamic);
    constexpr int items[] = {Extents..., 0};
    for (int i = 0; i < rank; ++i) lengths[i] = items[i] == dyn ? static_cast<std::int64_t>(*given++) : items[i];
  }
  // One value everywhere: in memory at run time, a constant in a trace.
  constexpr void fill_with(std::int64_t bits, const sinter::extent* given);
  // Makes the memory this array's own.
  void unshare() {
    if (holds_ != core::holds::memory) hold(filled());
    if (buffer_->on) core::array_is_on_a_device(buffer_->on->where());
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

  template <std::integral... I>
  static std::int64_t offset(const std::int64_t* extents, I... index) {
    constexpr std::int64_t declared[] = {Extents..., 0};
    const std::int64_t given[] = {static_cast<std::int64_t>(index)..., 0};
    std::int64_t at = 0;
    for (int i = 0; i < rank; ++i) {
      const std::int64_t length = extents ? extents[i] : declared[i];
      if (given[i] < 0 || given[i] >= length) core::index_out_of_range(given[i], length, i);
      at = at * length + given[i];
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
  static constexpr void flatten(const List& elements, const std::int64_t* lengths, T*& to) {
    if (static_cast<std::int64_t>(elements.size()) != lengths[Level])
      core::list_has_wrong_length(static_cast<std::int64_t>(elements.size()), lengths[Level]);
    for (const auto& element : elements) {
      if constexpr (Level + 1 < rank) flatten<Level + 1>(element, lengths, to);
      else *to++ = element;
    }
  }
  constexpr void trace_elements(const typename core::nested_list<T, rank>::type& elements, const std::int64_t* lengths);
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
