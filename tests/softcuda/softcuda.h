/* SPDX-License-Identifier: MIT
   What tests ask of the software CUDA driver beyond the driver API: options, faults, counts, leaks, violations. The functions
   are exported by libcuda.so.1 beside the driver's own, so that dlsym finds them (a real driver has none of them). */
#ifndef SOFTCUDA_H
#define SOFTCUDA_H
#ifdef __cplusplus
extern "C" {
#endif

/* The environment sets each as SOFTCUDA_<FIELD>, in capitals, when the driver is loaded and at softcuda_reset. */
typedef struct softcuda_options {
  int devices;                         /* 1 */
  int capability;                      /* 90: sm_90 */
  int driver_version;                  /* 13000 */
  int multiprocessors;                 /* 8 */
  unsigned long long memory_bytes;     /* of each device: 16 GiB */
  unsigned long long out_of_memory_at; /* allocations in use may not exceed this; 0: memory_bytes */
  int eager;                           /* 1: work runs when enqueued; 0: only when somebody waits for it */
  int shuffles;                        /* 1: blocks, warps and independent work run in the order of the seed */
  int jitters;                         /* 1: approximate instructions are off as far as PTX allows, by the seed */
  unsigned long long seed;             /* 0 */
  int slow_polls;                      /* so many queries of pending work answer "not ready" before it runs */
  int checks_races;                    /* 1 */
  int counts;                          /* 1: counters are kept for each launch */
  int memory_pools;                    /* 1: the device has stream-ordered allocation */
  int peers;                           /* 1: each device says that it reaches the memory of the others; 0 */
  int quiet;                           /* 1: violations are not printed to stderr */
} softcuda_options;

void softcuda_get_options(softcuda_options* into);
void softcuda_set_options(const softcuda_options* from); /* at once, also for what runs later */

/* Forgets all: handles, memory, errors, counts, faults; options come from the environment again. Not while a call is running. */
void softcuda_reset(void);
/* Forgets calls, launches, totals and violations; handles, memory and faults stay. */
void softcuda_reset_counts(void);
/* Sticky errors are forgotten, as if the process had started anew with its memory intact. */
void softcuda_revive(void);

/* "cuMemAllocAsync:3=2,cuLaunchKernel:1=700": the third call of cuMemAllocAsync from now returns 2, once. Names with and
   without _v2 mean the same. "=999!" does what was asked and then returns 999 all the same, as a release reports an earlier
   error. "kernel:2=719" fails the second kernel that is executed. Codes that are sticky stay. Replaces the earlier plan;
   returns 0 and leaves it as it was where the text cannot be read. */
int softcuda_set_faults(const char* plan);
int softcuda_faults_left(void); /* faults that have not happened yet */

/* Functions of the driver API that were called since the last reset, in order of their first call. */
int softcuda_called_functions(void);
const char* softcuda_called_name(int i); /* exported name; stays valid */
unsigned long long softcuda_called_count(int i);
unsigned long long softcuda_calls_of(const char* name); /* with or without _v2 */

typedef struct softcuda_live {
  long long allocations, host_allocations, modules, streams, events, graphs, graph_execs, contexts, pools;
  unsigned long long used_bytes, peak_bytes; /* of allocations, over all devices */
  long long pending_operations;              /* enqueued, not yet run */
} softcuda_live;
void softcuda_get_live(softcuda_live* into);

enum { softcuda_instruction_classes = 17 };
typedef struct softcuda_counters {
  unsigned long long instructions[softcuda_instruction_classes]; /* warp instructions; order of instruction_class in engine.hpp */
  unsigned long long warp_instructions, divergent_branches;
  unsigned long long global_requested_bytes, global_read_bytes, global_written_bytes, global_sectors, global_lines;
  unsigned long long distinct_read_bytes, distinct_written_bytes;
  unsigned long long shared_accesses, bank_conflicts, local_bytes, atomics, barriers;
} softcuda_counters;

typedef struct softcuda_launch {
  const char* kernel; /* valid until the next reset */
  unsigned grid[3], block[3], dynamic_shared_bytes;
  int device, is_in_graph;
  softcuda_counters counters;
} softcuda_launch;
enum { softcuda_launches_kept = 65536 };          /* since the last reset, the first ones; totals go on */
int softcuda_launches(void);                      /* kernels executed since the last reset, at most as many as are kept */
int softcuda_get_launch(int i, softcuda_launch*); /* 0: no such launch */

typedef struct softcuda_totals {
  unsigned long long launches, graph_launches;      /* kernels executed; graphs launched */
  unsigned long long host_to_device_bytes, device_to_host_bytes, device_to_device_bytes, set_bytes;
  unsigned long long copies, sets, allocations, frees;
  unsigned long long calls;        /* of the driver API */
  unsigned long long execution_ns; /* time spent executing kernels, copies and sets */
  unsigned long long driver_ns;    /* time spent inside the driver API, execution included */
  softcuda_counters counters;      /* sums over the launches */
} softcuda_totals;
void softcuda_get_totals(softcuda_totals* into);

/* What kernels and copies did wrong since the last reset, each a sentence. */
int softcuda_violations(void);
const char* softcuda_violation(int i); /* valid until the next reset; null: no such violation */
const char* softcuda_last_violation(void); /* "" when there was none */

#ifdef __cplusplus
}
#endif
#endif
