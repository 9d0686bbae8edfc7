// SPDX-License-Identifier: MIT
// Loads and stores of all spaces.
#pragma once
#include "launch_state.hpp"
#include "syntax.hpp"

namespace softcuda {

/// The addresses of a request's active lanes: register (or nothing) plus displacement.
void addresses_of(machine&, const instruction&, std::uint64_t (&to)[32]);
handler load_from(syntax::space);
handler store_to(syntax::space);
/// Host bytes of a generic or global or shared address of one lane, after checks; for atomics.
unsigned char* atomic_place(machine&, const instruction&, syntax::space, std::uint64_t address, std::uint32_t bytes,
                            unsigned lane);
/// Marks the launch's progress, so that spinning for ever is told from working.
inline void note_progress(machine& m) { ++m.launch->progress; }

}  // namespace softcuda
