// SPDX-License-Identifier: MIT
// What a device of a compute capability can hold, as the CUDA programming guide lists it.
#pragma once

namespace softcuda::api {

struct limits {
  int threads_per_multiprocessor, blocks_per_multiprocessor;
  int shared_per_multiprocessor, shared_per_block_optin;  // bytes
};

inline constexpr int shared_per_block = 48 * 1024, reserved_shared_per_block = 1024;
inline constexpr int registers_per_multiprocessor = 65536,
                     registers_of_a_thread = 32;  // the latter is all that PTX lets us guess

constexpr limits limits_of(int capability) {
  switch (capability) {
    case 75:
      return {1024, 16, 64 * 1024, 64 * 1024};
    case 80:
    case 87:
      return {capability == 80 ? 2048 : 1536, capability == 80 ? 32 : 16, 164 * 1024, 163 * 1024};
    case 86:
      return {1536, 16, 100 * 1024, 99 * 1024};
    case 89:
    case 120:
    case 121:
      return {1536, 24, 100 * 1024, 99 * 1024};
    default:
      return {2048, 32, 228 * 1024, 227 * 1024};
  }
}

}  // namespace softcuda::api
