// SPDX-License-Identifier: MIT
// A device that runs planned programs: what a call hands over, what the device keeps for the next call of the same program.
// Plain of flags, so that a program built without CUDA still runs on arrays that another translation unit moved to a GPU.
#pragma once
#include <atomic>

#include "../array/buffer.hpp"
#include "plan.hpp"

namespace sinter::core {

// An argument of a call: its elements and extents, the buffer that owns them if there is one, and whether the call may take
// that buffer for a result.
struct given_argument_view {
  void* data;  // nothing is set beforehand: a call sets each, and clearing them first took a tenth of a small one
  const std::int64_t* extents;
  buffer* memory;
  bool is_donated;
  bool is_literal;  // made for this call from one value: at home nowhere, so it goes where the others are
};

// Whether argument `donor` may give its memory to a result: nobody else holds it, and no other argument of the call is it.
inline bool can_donate(const given_argument_view* in, int count, int donor) {
  if (!in[donor].is_donated || !in[donor].memory || in[donor].memory->is_shared()) return false;
  for (int i = 0; i < count; ++i)
    if (i != donor && in[i].memory == in[donor].memory) return false;
  return true;
}

// What a device has prepared for one program; each device adds its own to the program's list.
class prepared_program {
 public:
  explicit prepared_program(const device_memory& where) : on(where) {}
  prepared_program(const prepared_program&) = delete;
  virtual ~prepared_program() = default;  // waits for the device where its work may still run; throws nothing

  const device_memory& on;
  prepared_program* next = nullptr;
};

// Lists what devices have prepared. Programs of compile time keep theirs until the process ends, on purpose: no static has a
// destructor; those of run time call clear().
struct prepared_slot {
  std::atomic<prepared_program*> first{nullptr};
  std::atomic<bool> is_dumped{false};  // SINTER_DUMP has it

  prepared_program* find(const device_memory& where) const {
    prepared_program* at = first.load(std::memory_order_acquire);
    while (at && &at->on != &where) at = at->next;
    return at;
  }
  // Takes `made` over, unless another thread was faster: then that one's is returned.
  prepared_program* add(prepared_program* made) {
    prepared_program* head = first.load(std::memory_order_acquire);
    do {
      made->next = head;
      for (prepared_program* at = head; at; at = at->next)
        if (&at->on == &made->on) {
          delete made;
          return at;
        }
    } while (!first.compare_exchange_weak(head, made, std::memory_order_acq_rel));
    return made;
  }
  void clear() {
    for (prepared_program* at = first.exchange(nullptr); at;) {
      prepared_program* gone = at;
      at = at->next;
      delete gone;
    }
  }
};

// A program as a device sees it.
struct program_view {
  graph_view graph;
  plan_view plan;
  const std::int32_t* parameter_nodes = nullptr;  // parameter number -> node, or -1 where nothing reads it
  prepared_slot* prepared = nullptr;
  const char* spelled = nullptr;  // its function as spelling_of spells it
};

// Every device_memory of a buffer is one of these.
class device_runner : public device_memory {
 public:
  // As core::call does on the host: out[i] is result i, owned by the caller; a donated argument whose buffer became a result
  // stays donated in `in` and its ownership is kept in out. Arguments are on this device, except scalars and literals.
  // `symbols` are evaluated and checked. All memory is taken before anything runs. Throws device_error, compile_error.
  virtual void run(const program_view&, const given_argument_view* in, const std::int64_t* symbols, buffer** out,
                   const site* where) = 0;
  // Copies from `other`, which every two devices of one kind can try; false where they need the host in between. Throws
  // device_error.
  virtual bool copy_from(device_memory& other, void* to, const void* from, std::size_t bytes) = 0;

 protected:
  ~device_runner() = default;
};

}  // namespace sinter::core
