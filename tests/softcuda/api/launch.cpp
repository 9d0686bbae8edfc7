// SPDX-License-Identifier: MIT
// Functions: their attributes, occupancy, and launches within the limits.
#include <algorithm>

#include "softcuda/api/limits.hpp"
#include "softcuda/api/nodes.hpp"
#include "softcuda/api/schedule.hpp"

namespace softcuda::api {
namespace {

std::shared_ptr<function> find_function(driver& d, handle h) { return d.find<function>(h); }

int threads_at_most(const function& f) {
  return f.info.max_threads ? static_cast<int>(std::min(f.info.max_threads, 1024u)) : 1024;
}

std::vector<unsigned char> parameters_of(const function& f, void** parameters, void** extra) {
  std::vector<unsigned char> block(f.info.parameter_bytes);
  require(!(parameters && extra), invalid_value);
  if (!f.info.parameter_bytes) return block;
  require(parameters || extra, invalid_value);
  if (parameters) {
    for (std::size_t i = 0; i < f.info.parameters.size(); ++i) {
      require(parameters[i], invalid_value);
      std::memcpy(block.data() + f.info.parameters[i].offset, parameters[i], f.info.parameters[i].size);
    }
    return block;
  }
  const void* buffer = nullptr;
  const std::size_t* bytes = nullptr;
  for (void** e = extra; *e; e += 2) {
    auto what = reinterpret_cast<std::uintptr_t>(*e);
    require(what == 1 || what == 2, invalid_value);
    (what == 1 ? buffer : *reinterpret_cast<const void**>(&bytes)) = e[1];
  }
  require(buffer && bytes && *bytes >= block.size(), invalid_value);
  std::memcpy(block.data(), buffer, block.size());
  return block;
}

int blocks_per_multiprocessor(const driver& d, const function& f, int block, std::size_t shared) {
  limits l = limits_of(d.options.capability);
  if (block > threads_at_most(f)) return 0;
  int warps = (block + 31) / 32;
  int blocks = std::min(l.blocks_per_multiprocessor, l.threads_per_multiprocessor / (32 * warps));
  blocks = std::min(blocks, registers_per_multiprocessor / (registers_of_a_thread * 32 * warps));
  auto needed = f.info.shared_bytes + shared + (d.options.capability >= 80 ? reserved_shared_per_block : 0);
  if (f.info.shared_bytes + shared > static_cast<std::size_t>(l.shared_per_block_optin)) return 0;
  if (needed)
    blocks = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(blocks),
                                                    static_cast<std::size_t>(l.shared_per_multiprocessor) / needed));
  return blocks;
}

int launch(const kernel_node_params& p, handle on, bool is_cooperative) {
  driver& d = the();
  auto s = find_stream(on);
  auto f = find_function(d, p.function);
  require(f->in == s->in, invalid_handle);
  task t = launch_of(p);
  if (is_cooperative) {
    auto blocks = static_cast<std::uint64_t>(p.grid[0]) * p.grid[1] * p.grid[2];
    int threads = static_cast<int>(p.block[0] * p.block[1] * p.block[2]);
    auto fit = static_cast<std::uint64_t>(blocks_per_multiprocessor(d, *f, threads, p.shared_bytes) *
                                          d.options.multiprocessors);
    require(blocks <= fit, cooperative_launch_too_large);
  }
  enqueue_task(s, std::move(t));
  return success;
}

int occupancy(driver& d, int* blocks, handle what, int block, std::size_t shared) {
  require(blocks && block > 0 && block <= 1024, invalid_value);
  *blocks = blocks_per_multiprocessor(d, *find_function(d, what), block, shared);
  return success;
}

}  // namespace

task launch_of(const kernel_node_params& p) {
  driver& d = the();
  auto f = find_function(d, p.function);
  for (int i = 0; i < 3; ++i) require(p.grid[i] && p.block[i], invalid_value);
  require(p.grid[0] <= 2147483647u && p.grid[1] <= 65535 && p.grid[2] <= 65535, invalid_value);
  require(p.block[0] <= 1024 && p.block[1] <= 1024 && p.block[2] <= 64, invalid_value);
  unsigned threads = p.block[0] * p.block[1] * p.block[2];
  require(threads <= 1024, invalid_value);
  require(threads <= static_cast<unsigned>(threads_at_most(*f)), launch_out_of_resources);
  require(p.shared_bytes <= static_cast<unsigned>(f->max_dynamic_shared), invalid_value);
  auto shared = p.shared_bytes + f->info.shared_bytes;
  bool has_opted_in = f->max_dynamic_shared > shared_per_block;
  require(shared <= static_cast<unsigned>(has_opted_in ? limits_of(d.options.capability).shared_per_block_optin
                                                       : shared_per_block),
          invalid_value);
  kernel_task k;
  k.what = f;
  k.code = f->of.lock();
  require(k.code != nullptr, invalid_handle);
  for (int i = 0; i < 3; ++i) k.grid[i] = p.grid[i], k.block[i] = p.block[i];
  k.shared_bytes = p.shared_bytes;
  k.parameters = parameters_of(*f, p.parameters, p.extra);
  return k;
}

SOFTCUDA_API cuLaunchKernel(handle function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                            unsigned bz, unsigned shared, handle on, void** parameters, void** extra) {
  return call("cuLaunchKernel", needs::a_context, [&](driver&) {
    return launch({function, {gx, gy, gz}, {bx, by, bz}, shared, parameters, extra, nullptr, nullptr}, on, false);
  });
}

SOFTCUDA_API cuLaunchCooperativeKernel(handle function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                       unsigned bz, unsigned shared, handle on, void** parameters) {
  return call("cuLaunchCooperativeKernel", needs::a_context, [&](driver&) {
    return launch({function, {gx, gy, gz}, {bx, by, bz}, shared, parameters, nullptr, nullptr, nullptr}, on, true);
  });
}

// Attributes of a launch are hints here.
SOFTCUDA_API cuLaunchKernelEx(const launch_config* c, handle function, void** parameters, void** extra) {
  return call("cuLaunchKernelEx", needs::a_context, [&](driver&) -> int {
    require(c, invalid_value);
    return launch({function,
                   {c->grid[0], c->grid[1], c->grid[2]},
                   {c->block[0], c->block[1], c->block[2]},
                   c->shared_bytes,
                   parameters,
                   extra,
                   nullptr,
                   nullptr},
                  c->stream, false);
  });
}

SOFTCUDA_API cuLaunchHostFunc(handle on, void (*function)(void*), void* data) {
  return call("cuLaunchHostFunc", needs::a_context, [&](driver&) -> int {
    require(function, invalid_value);
    enqueue_task(find_stream(on), host_task{function, data});
    return success;
  });
}

SOFTCUDA_API cuFuncGetAttribute(int* into, int attribute, handle what) {
  return call("cuFuncGetAttribute", needs::a_context, [&](driver& d) -> int {
    require(into, invalid_value);
    auto f = find_function(d, what);
    auto m = f->of.lock();
    switch (attribute) {
      case 0:
        *into = threads_at_most(*f);
        return success;
      case 1:
        *into = static_cast<int>(f->info.shared_bytes);
        return success;
      case 2:
        *into = 0;
        return success;
      case 3:
        *into = static_cast<int>(f->info.local_bytes);
        return success;
      case 4:
        *into = registers_of_a_thread;
        return success;
      case 5:
        *into = m ? m->code_of->version() : 0;
        return success;
      case 6:
        *into = d.options.capability;
        return success;
      case 7:
        *into = 0;
        return success;
      case 8:
        *into = f->max_dynamic_shared;
        return success;
      case 9:
        *into = f->carveout;
        return success;
      default:
        require(attribute >= 0 && attribute < 16, invalid_value);
        *into = 0;
        return success;
    }
  });
}

SOFTCUDA_API cuFuncSetAttribute(handle what, int attribute, int value) {
  return call("cuFuncSetAttribute", needs::a_context, [&](driver& d) -> int {
    auto f = find_function(d, what);
    int most = limits_of(d.options.capability).shared_per_block_optin - static_cast<int>(f->info.shared_bytes);
    switch (attribute) {
      case 8:
        require(value >= 0 && value <= most, invalid_value);
        f->max_dynamic_shared = value;
        return success;
      case 9:
        require(value >= -1 && value <= 100, invalid_value);
        f->carveout = value;
        return success;
      default:
        return invalid_value;
    }
  });
}

SOFTCUDA_API cuFuncSetCacheConfig(handle what, int) {
  return call("cuFuncSetCacheConfig", needs::a_context,
              [&](driver& d) -> int { return (void)find_function(d, what), success; });
}

SOFTCUDA_API cuFuncGetModule(handle* into, handle what) {
  return call("cuFuncGetModule", needs::a_context, [&](driver& d) -> int {
    auto m = find_function(d, what)->of.lock();
    require(into && m, invalid_value);
    *into = m->self;
    return success;
  });
}

SOFTCUDA_API cuFuncGetName(const char** into, handle what) {
  return call("cuFuncGetName", needs::a_context, [&](driver& d) -> int {
    require(into, invalid_value);
    *into = find_function(d, what)->info.name.c_str();
    return success;
  });
}

SOFTCUDA_API cuFuncGetParamInfo(handle what, std::size_t i, std::size_t* offset, std::size_t* bytes) {
  return call("cuFuncGetParamInfo", needs::a_context, [&](driver& d) -> int {
    auto f = find_function(d, what);
    require(offset && i < f->info.parameters.size(), invalid_value);
    *offset = f->info.parameters[i].offset;
    if (bytes) *bytes = f->info.parameters[i].size;
    return success;
  });
}

SOFTCUDA_API cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, handle what, int block, std::size_t shared) {
  return call("cuOccupancyMaxActiveBlocksPerMultiprocessor", needs::a_context,
              [&](driver& d) { return occupancy(d, blocks, what, block, shared); });
}
SOFTCUDA_API cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, handle what, int block,
                                                                  std::size_t shared, unsigned) {
  return call("cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", needs::a_context,
              [&](driver& d) { return occupancy(d, blocks, what, block, shared); });
}

SOFTCUDA_API cuOccupancyMaxPotentialBlockSize(int* grid, int* block, handle what, std::size_t (*shared_of)(int),
                                              std::size_t shared, int limit) {
  return call("cuOccupancyMaxPotentialBlockSize", needs::a_context, [&](driver& d) -> int {
    require(grid && block, invalid_value);
    auto f = find_function(d, what);
    int most = limit > 0 ? std::min(limit, threads_at_most(*f)) : threads_at_most(*f), best = 0;
    *block = 0;
    for (int threads = most / 32 * 32; threads >= 32; threads -= 32) {
      int blocks = blocks_per_multiprocessor(d, *f, threads, shared_of ? shared_of(threads) : shared);
      if (blocks * threads <= best) continue;
      best = blocks * threads;
      *block = threads;
      *grid = blocks * d.options.multiprocessors;
    }
    return success;
  });
}

}  // namespace softcuda::api
