# SPDX-License-Identifier: MIT
# What nearly every test includes, compiled once. CMake's target_precompile_headers would do, but the file it writes calls
# whatever it includes a system header, and the warnings of ours would never be seen.

# sinter_precompile(name library [EAGER mode] [OPTIONS option...]): doctest and all of sinter with the flags of what links
# `library` and these, for programs whose statements run in that mode.
function(sinter_precompile name library)
  cmake_parse_arguments(arg "" "EAGER" "OPTIONS" ${ARGN})
  set(header ${CMAKE_CURRENT_BINARY_DIR}/precompiled/${name}.hpp)
  set(content "#include <doctest/doctest.h>\n#include <sinter/sinter.hpp>\n")
  if(DEFINED arg_EAGER)   # "off" is false
    string(PREPEND content "#define SINTER_EAGER ${arg_EAGER}\n")
  endif()
  file(CONFIGURE OUTPUT ${header} CONTENT "${content}" @ONLY)
  add_library(precompiled_${name} OBJECT EXCLUDE_FROM_ALL ${header})
  target_link_libraries(precompiled_${name} PRIVATE ${library} sinter_developer doctest::doctest)
  target_compile_options(precompiled_${name} PRIVATE ${arg_OPTIONS})
  set_source_files_properties(${header} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "-x;c++-header")
  # Both compilers look beside a header that they are told to include.
  set(ending gch)
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    set(ending pch)
  endif()
  add_custom_command(OUTPUT ${header}.ready DEPENDS $<TARGET_OBJECTS:precompiled_${name}>
    COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_OBJECTS:precompiled_${name}> ${header}.${ending}
    COMMAND ${CMAKE_COMMAND} -E touch ${header}.ready)
  add_custom_target(precompiled_${name}_ready DEPENDS ${header}.ready)
endfunction()

# sinter_include_precompiled(target name): the target's sources begin with it.
function(sinter_include_precompiled target name)
  set(header ${CMAKE_CURRENT_BINARY_DIR}/precompiled/${name}.hpp)
  target_compile_options(${target} PRIVATE $<TARGET_PROPERTY:precompiled_${name},COMPILE_OPTIONS> "SHELL:-include ${header}" -Winvalid-pch)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # g++ forgets what a precompiled header says of diagnostics: cpu/elementary/lanes.hpp silences these, which the
    # compiler's own header of AVX-512 sets off where it is inlined. Examples and clang++ still heed them.
    # And it collects no garbage below a gigabyte and does not ask what pointers point to: a tenth of its time each.
    target_compile_options(${target} PRIVATE -Wno-uninitialized -Wno-maybe-uninitialized --param=ggc-min-heapsize=1000000
                           -fno-tree-pta)
  endif()
  add_dependencies(${target} precompiled_${name}_ready)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "[.]cpp$")
  set_property(SOURCE ${sources} APPEND PROPERTY OBJECT_DEPENDS ${header}.ready)
endfunction()
