// SPDX-License-Identifier: MIT
// The driver API's types in our own declarations: result codes, and the layouts of the structs that cross the border.
#pragma once
#include <cstddef>
#include <cstdint>

namespace softcuda::api {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using handle = void*;  // contexts, streams, events, ... : numbers that are looked up, never dereferenced

enum code : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  not_initialized = 3,
  no_device = 100,
  invalid_device = 101,
  invalid_image = 200,
  invalid_context = 201,
  no_binary_for_gpu = 209,
  primary_context_active = 708,
  context_is_destroyed = 709,
  peer_access_unsupported = 217,
  invalid_ptx = 218,
  unsupported_ptx_version = 222,
  invalid_handle = 400,
  not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  launch_out_of_resources = 701,
  launch_timeout = 702,
  host_memory_already_registered = 712,
  host_memory_not_registered = 713,
  misaligned_address = 716,
  launch_failed = 719,
  cooperative_launch_too_large = 720,
  not_permitted = 800,
  not_supported = 801,
  capture_unsupported = 900,
  capture_invalidated = 901,
  capture_merge = 902,
  capture_unmatched = 903,
  capture_unjoined = 904,
  capture_isolation = 905,
  capture_implicit = 906,
  captured_event = 907,
  capture_wrong_thread = 908,
  graph_exec_update_failure = 910,
  unknown_error = 999
};

struct kernel_node_params {
  handle function;
  unsigned grid[3], block[3], shared_bytes;
  void** parameters;
  void** extra;
  handle kernel, context;
};

struct copy_side {
  std::size_t x_bytes, y, z, level;
  unsigned memory_type;  // 1 host, 2 device, 3 array, 4 unified
  const void* host;
  CUdeviceptr device;
  void* array;
  void* reserved;
  std::size_t pitch, height;
};
struct copy_params {  // CUDA_MEMCPY3D_v2
  copy_side from, to;
  std::size_t width_bytes, height, depth;
};

struct memset_node_params {
  CUdeviceptr address;
  std::size_t pitch;
  unsigned value, element_bytes;
  std::size_t width, height;
};

struct host_node_params {
  void (*function)(void*);
  void* data;
};

struct launch_config {
  unsigned grid[3], block[3], shared_bytes;
  handle stream;
  void* attributes;
  unsigned attribute_count;
};

struct pool_location {
  int type, id;
};
struct pool_props {
  int allocation_type, handle_types;
  pool_location location;
  void* security;
  std::size_t max_bytes;
  unsigned short usage;
  unsigned char reserved[54];
};
struct access_description {
  pool_location location;
  int flags;
};

struct update_result {
  int result;
  handle node, from;
};
struct instantiate_params {
  std::uint64_t flags;
  handle upload_stream, error_node;
  int result;
};

static_assert(sizeof(copy_params) == 200 && sizeof(kernel_node_params) == 72 && sizeof(pool_props) == 88 &&
              sizeof(memset_node_params) == 40 && sizeof(launch_config) == 56);

}  // namespace softcuda::api
