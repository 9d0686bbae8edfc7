# SPDX-License-Identifier: MIT
# How sinter's own tests, examples and benchmarks are compiled; never exported.
set(SINTER_SANITIZE "" CACHE STRING "Sanitizers for our own programs: address,undefined or thread")

# No contraction: the same bits from every kernel of one formula. For this machine: what users are told to write.
set(sinter_warnings -Wall -Wextra -Wconversion -Wshadow)
add_library(sinter_developer INTERFACE)
target_compile_options(sinter_developer INTERFACE ${sinter_warnings} -ffp-contract=off -march=native)
if(SINTER_SANITIZE)   # where optimisers see ghosts, warnings stay warnings
  set(sanitize -fsanitize=${SINTER_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(sinter_developer INTERFACE ${sanitize})
  target_link_options(sinter_developer INTERFACE ${sanitize})
  if(SINTER_SANITIZE MATCHES address)   # its checks as calls: the interpreter's loops compile in half the time
    target_compile_options(sinter_developer INTERFACE $<$<CXX_COMPILER_ID:GNU>:--param=asan-instrumentation-with-call-threshold=0>)
  endif()
else()
  list(APPEND sinter_warnings -Werror)
  target_compile_options(sinter_developer INTERFACE -Werror)
endif()

# ccache where it is installed. It does not look into -march=native, so the processor is hashed as well; the rest is what
# it needs for precompiled headers.
find_program(SINTER_CCACHE ccache)
mark_as_advanced(SINTER_CCACHE)
if(SINTER_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  file(STRINGS /proc/cpuinfo processor REGEX "^(model name|flags)" LIMIT_COUNT 2)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/processor.txt CONTENT "${processor}\n" @ONLY)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_EXTRAFILES=${PROJECT_BINARY_DIR}/processor.txt
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${SINTER_CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    target_compile_options(sinter_developer INTERFACE -Xclang -fno-pch-timestamp)
  else()
    target_compile_options(sinter_developer INTERFACE -fpch-preprocess)
  endif()
endif()

# The runtime, and with the room cuda/ what programs for devices share: each compiled once for all of our programs.
add_library(sinter_runtime_unit STATIC EXCLUDE_FROM_ALL)
target_link_libraries(sinter_runtime_unit PRIVATE sinter::runtime sinter_developer INTERFACE sinter::runtime_elsewhere)
add_library(sinter_cuda_unit STATIC EXCLUDE_FROM_ALL)
target_link_libraries(sinter_cuda_unit PRIVATE sinter::cuda sinter::runtime sinter_developer
                                       INTERFACE sinter::cuda_elsewhere sinter::runtime_elsewhere)
