// SPDX-License-Identifier: MIT
// Native kernels: a kernel's instructions, one after the other over 32 elements, become one function for each phase.
// Nothing else is instantiated for a kernel; drivers are shared.
#pragma once
#include "drivers.hpp"
#include "fold.hpp"
#include "lanes.hpp"
#include "roles.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

template <int Count> struct role_table {
  role of[Count > 0 ? Count : 1];
  role_summary summary;
};

// Kernel K of a plan in constant evaluation.
template <class Program, int K> struct facts_of {
  static constexpr const kernel& k = Program::plan.kernels.items[K];
  static constexpr int count = k.instructions;
  static constexpr const instruction* program = Program::plan.program.items + k.first_instruction;
  static constexpr role_table<count> roles = [] {
    role_table<count> made;
    made.summary = assign_roles(program, count, made.of);
    return made;
  }();
};

namespace detail {

template <int I, class T> struct value_slot {
  lanes<T> value;
};
template <class Kernel, class Indices> struct value_slots;
template <class Kernel, int... I>
struct value_slots<Kernel, std::integer_sequence<int, I...>> : value_slot<I, element<Kernel::program[I].type>>... {};

template <class T> constexpr T known_value(std::int64_t bits) {
  if constexpr (is_real<T>)
    return static_cast<T>(std::bit_cast<double>(bits));
  else if constexpr (std::is_same_v<T, bool>)
    return bits != 0;
  else
    return static_cast<T>(bits);
}

// A stage and a phase in one number, which is shorter in symbols.
constexpr int turn_of(stage at, int phase) { return 3 * phase + static_cast<int>(at); }

template <class Kernel, int Turn> struct native_work {
  static constexpr stage At = static_cast<stage>(Turn % 3);
  static constexpr int Phase = Turn / 3;
  static constexpr int count = Kernel::count;
  template <int I> static constexpr instruction at = Kernel::program[I];
  template <int I> using type = element<at<I>.type>;
  using values = value_slots<Kernel, std::make_integer_sequence<int, count>>;

  static constexpr bool has(std::uint16_t bits) { return bits >> Phase & 1; }
  static constexpr bool is_loaded(int i) { return has(Kernel::roles.of[i].loads[static_cast<int>(At)]); }
  static constexpr bool is_computed(int i) { return has(Kernel::roles.of[i].computes[static_cast<int>(At)]); }
  // The same for all groups of a block.
  static constexpr bool is_fixed(int i) {
    return is_known(Kernel::program[i]) || (Kernel::roles.of[i].at != At && is_loaded(i));
  }
  // One element for all rows.
  static constexpr bool is_single(int i) {
    return Kernel::roles.of[i].at == stage::scalar && is_input(Kernel::program[i]) && is_loaded(i);
  }
  // One element for each row.
  static constexpr bool is_of_row(int i) {
    return At == stage::full && Kernel::roles.of[i].at == stage::narrow && is_loaded(i);
  }
  static constexpr bool is_kept(int i) {
    const role& r = Kernel::roles.of[i];
    return r.at == At && !is_alias(Kernel::program[i]) && has(r.stores) && (has(r.kept) || !is_only_folded_at_once(i));
  }
  static constexpr bool is_only_folded_at_once(int of) {
    for (int i = 0; i < count; ++i)
      if (is_reduction(Kernel::program[i]) && Kernel::program[i].a == of &&
          !folds_at_once(Kernel::k.what, Kernel::program, i))
        return false;
    return true;
  }
  static constexpr bool is_folding(int i) {
    return At == stage::full && folds_at_once(Kernel::k.what, Kernel::program, i) &&
           Kernel::roles.of[Kernel::program[i].a].level == Phase;
  }
  static constexpr bool is_output(int i) {
    return Kernel::program[i].out >= 0 && !is_reduction(Kernel::program[i]) &&
           stage_of_output(Kernel::roles.of[i]) == At && Kernel::roles.of[i].level == Phase;
  }

  template <int I> SINTER_LANES static lanes<type<I>>& get(values& v) {
    return static_cast<value_slot<I, type<I>>&>(v).value;
  }

  // What arithmetic takes: halves as floats.
  template <int I> SINTER_LANES static lanes<computed<type<I>>>& wide(values& v) {
    if constexpr (is_half<type<I>>)
      return get<I>(v).wide;
    else
      return static_cast<value_slot<I, type<I>>&>(v).value;
  }

  template <int I> SINTER_LANES static lanes<type<I>> compute(values& v) {
    constexpr instruction x = at<I>;
    if constexpr (x.broadcasts || x.op->kind == family::marker)
      return get<x.a>(v);
    else {
      constexpr const auto& op = row<index_of(x.op)>;
      if constexpr (row_pointer(&op) == &primitives::convert_element_type ||
                    row_pointer(&op) == &primitives::bitcast_convert_type)
        return op.meaning(get<x.a>(v), std::type_identity<type<I>>{});
      else if constexpr (is_half<type<I>>)
        return closed<type<I>>(meaning<I>(v));
      else
        return meaning<I>(v);
    }
  }
  template <int I> SINTER_LANES static lanes<computed<type<I>>> meaning(values& v) {
    constexpr instruction x = at<I>;
    constexpr const auto& op = row<index_of(x.op)>;
    if constexpr (row_pointer(&op) == &primitives::integer_pow)
      return op.meaning(wide<x.a>(v), x.attribute);
    else if constexpr (x.b < 0)
      return op.meaning(wide<x.a>(v));
    else if constexpr (x.c < 0)
      return op.meaning(wide<x.a>(v), wide<x.b>(v));
    else
      return op.meaning(wide<x.a>(v), wide<x.b>(v), wide<x.c>(v));
  }

  // A reduction's accumulators: one for this group and one for the next.
  template <int I> SINTER_LANES static void swap_accumulators(values& even, values& odd) {
    const lanes<computed<type<I>>> kept = wide<I>(even);
    wide<I>(even) = wide<I>(odd);
    wide<I>(odd) = kept;
  }

  template <int I>
  static constexpr computed<type<I>> identity = [] {
    if constexpr (is_reduction(at<I>))
      return row<index_of(at<I>.op)>.identity(std::type_identity<computed<type<I>>>{});
    else
      return computed<type<I>>{};
  }();
  template <int I> static constexpr int accumulator_bytes = lane_count * static_cast<int>(sizeof(computed<type<I>>));

  // Flat: the meanings of rows are shared by kernels and loops, and would otherwise be called, 32 elements at a time.
  [[gnu::flatten]] static void run(const block& b) {
    values v, other;
    place from[count], out[count];
    const bool ends_odd = (b.first / lane_count + b.groups) % 2 != 0, is_part = b.count < lane_count;
    vectors::each<count>([&]<int I>() __attribute__((always_inline)) {
      if constexpr (is_known(at<I>) && is_computed(I))
        get<I>(v) = lanes<type<I>>(known_value<type<I>>(at<I>.attribute));
      else if constexpr (is_single(I))
        get<I>(v) = splat_of<type<I>>(b.values[I].at);
      else if constexpr (is_fixed(I) && is_loaded(I) && !is_of_row(I))
        get<I>(v) = load<type<I>>(b.values[I].at);
      else if constexpr (is_loaded(I) || is_kept(I))
        from[I] = b.values[I];
      if constexpr (is_output(I)) out[I] = b.outputs[at<I>.out];
    });
    const std::int64_t groups = b.groups, rows = b.rows;
    for (std::int64_t r = 0; r < rows; ++r) {
      vectors::each<count>([&]<int I>() __attribute__((always_inline)) {
        if constexpr (is_of_row(I)) get<I>(v) = splat_of<type<I>>(from[I].at + (b.narrow_row + r) * from[I].row);
        if constexpr (is_folding(I)) {
          if (b.opens)
            wide<I>(v) = wide<I>(other) = lanes<computed<type<I>>>(identity<I>);
          else {
            const char* const both = b.folds[I].accumulators + r * (2 * accumulator_bytes<I>);
            wide<I>(v) = load<computed<type<I>>>(both);
            wide<I>(other) = load<computed<type<I>>>(both + accumulator_bytes<I>);
          }
        }
      });
      for (std::int64_t g = 0; g < groups; ++g) {
        vectors::each<count>([&]<int I>() __attribute__((always_inline)) {
          if constexpr (is_folding(I)) {
            lanes<computed<type<I>>> x = wide<at<I>.a>(v);
            if (is_part) x = select(first_lanes(b.count), lanes<computed<type<I>>>(identity<I>), x);
            wide<I>(v) = row<index_of(at<I>.op)>.join(wide<I>(v), x);
            swap_accumulators<I>(v, other);
          } else if constexpr (is_fixed(I) || is_single(I)) {
          } else if constexpr (is_loaded(I))
            get<I>(v) = load<type<I>>(from[I].at + r * from[I].row + g * from[I].step);
          else if constexpr (is_computed(I))
            get<I>(v) = compute<I>(v);
        });
        // Stores after all loads: an output may be an input's buffer.
        vectors::each<count>([&]<int I>() __attribute__((always_inline)) {
          if constexpr (is_kept(I)) store(from[I].at + r * from[I].row + g * from[I].step, get<I>(v));
          if constexpr (is_output(I)) store(out[I].at + r * out[I].row + g * out[I].step, get<I>(v));
        });
      }
      vectors::each<count>([&]<int I>() __attribute__((always_inline)) {
        if constexpr (is_folding(I)) {  // `v` is the one of the next group
          if (ends_odd) swap_accumulators<I>(v, other);
          if (b.closes) {
            constexpr int fold = index_of(at<I>.op);
            put_first(b.folds[I].state + r * b.folds[I].stride, across<fold>(row<fold>.join(wide<I>(v), wide<I>(other))));
          } else {
            if (ends_odd) swap_accumulators<I>(v, other);
            char* const both = b.folds[I].accumulators + r * (2 * accumulator_bytes<I>);
            store(both, wide<I>(v));
            store(both + accumulator_bytes<I>, wide<I>(other));
          }
        }
      });
    }
  }
};

template <class Kernel, stage At, int Phase> constexpr block_function native_function() {
  if constexpr (has_work(Kernel::program, Kernel::count, Kernel::roles.of, At, Phase))
    return &native_work<Kernel, turn_of(At, Phase)>::run;
  else
    return nullptr;
}

// Functions by phase.
// By phase; one more than there are. Not keyed by the indices: they would stand one by one in the symbol.
template <int N> struct function_table {
  block_function of[N + 1] = {};
};
template <class Kernel, stage At, int Phases>
inline constexpr auto native_phases = []<int... P>(std::integer_sequence<int, P...>) {
  return function_table<Phases>{{native_function<Kernel, At, P>()..., nullptr}};
}(std::make_integer_sequence<int, Phases>{});

// The folds of a kernel's reductions, by instruction.
// Not keyed by its indices: they would stand one by one in the symbol.
template <class Kernel> struct kernel_folds {
  template <int J> static constexpr const fold_code* one() {
    constexpr instruction x = Kernel::program[J];
    if constexpr (is_reduction(x))
      return fold_code_of<index_of(x.op), element<Kernel::program[x.a].type>>();
    else
      return nullptr;
  }
  struct table {
    const fold_code* at[Kernel::count + 1];
  };
  static constexpr table of = []<int... I>(std::integer_sequence<int, I...>) {
    return table{{one<I>()..., nullptr}};
  }(std::make_integer_sequence<int, Kernel::count>{});
};

// The driver, and what a contraction or a scatter needs of its element type.
template <class Kernel> constexpr void add_helpers(kernel_code& code) {
  code.by = driver_for<Kernel::k.what>();
  if constexpr (Kernel::k.what == kernel_kind::contract) {
    constexpr dtype type = [] {
      for (int i = 0; i < Kernel::count; ++i)
        if (is_contraction(Kernel::program[i])) return Kernel::program[i].type;
      return dtype::f32;
    }();
    code.contract = &contract_as<element<type>>;
  }
  if constexpr (Kernel::k.what == kernel_kind::scatter)
    code.sum = fold_code_of<index_of(&static_cast<const primitive&>(primitives::reduce_sum)),
                            element<Kernel::program[0].type>>();
}

template <class Kernel, class Original> constexpr kernel_code native_kernel_code() {
  constexpr role_summary summary = Kernel::roles.summary;
  kernel_code code;
  code.roles = Kernel::roles.of;
  code.summary = summary;
  code.full = native_phases<Kernel, stage::full, summary.phases>.of;
  code.narrow = native_phases<Kernel, stage::narrow, summary.levels>.of;
  if constexpr (summary.has_scalars) code.scalar = native_function<Kernel, stage::scalar, 0>();
  code.folds = kernel_folds<Kernel>::of.at;
  add_helpers<Original>(code);
  return code;
}

// By kernel; one more than there are.
template <int N> struct code_table {
  kernel_code of[N + 1];
};
// Equal programs share their first kernel's code.
template <class Program>
inline constexpr auto native_table = []<int... K>(std::integer_sequence<int, K...>) {
  return code_table<sizeof...(K)>{
      {native_kernel_code<facts_of<Program, Program::plan.kernels.items[K].same_as>, facts_of<Program, K>>()...,
       kernel_code{}}};
}(std::make_integer_sequence<int, Program::plan.count.kernels>{});

}  // namespace detail

// `Program` is a type with `static constexpr auto& plan`, a stored_plan.
template <class Program> constexpr const kernel_code* native_codes() {
  return detail::native_table<Program>.of;
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core
