# SPDX-License-Identifier: MIT
# Finds what sinter stands on and links it to `target`. Shared by this project and by find_package(sinter), so that an
# installed sinter asks the machine that compiles, not the one that installed. Sets in the caller:
#   sinter_components_required  what must be installed first, else empty
#   sinter_components_missing   what goes more slowly, in one line, else empty
# BUILD_INTERFACE keeps the findings out of the exported target. Plain find_path instead of the components' own CMake
# packages: Debian's xsimd links a library that does not exist (xtl), its oneDNN insists on OpenCL.
function(sinter_find_components target)
  set(required "")
  set(missing "")

  find_path(SINTER_HANA_INCLUDE boost/hana/tuple.hpp DOC "Boost.Hana")
  find_path(SINTER_XSIMD_INCLUDE xsimd/xsimd.hpp DOC "xsimd")
  mark_as_advanced(SINTER_HANA_INCLUDE SINTER_XSIMD_INCLUDE)
  if(NOT SINTER_HANA_INCLUDE)
    list(APPEND required "Boost.Hana (libboost-dev)")
  endif()
  if(NOT SINTER_XSIMD_INCLUDE)
    list(APPEND required "xsimd (libxsimd-dev)")
  endif()
  set(system_includes ${SINTER_HANA_INCLUDE} ${SINTER_XSIMD_INCLUDE})

  if(SINTER_DNNL OR NOT DEFINED SINTER_DNNL)
    find_path(SINTER_DNNL_INCLUDE oneapi/dnnl/dnnl.hpp DOC "oneDNN")
    find_library(SINTER_DNNL_LIBRARY dnnl DOC "oneDNN")
    mark_as_advanced(SINTER_DNNL_INCLUDE SINTER_DNNL_LIBRARY)
  endif()
  if((SINTER_DNNL OR NOT DEFINED SINTER_DNNL) AND SINTER_DNNL_INCLUDE AND SINTER_DNNL_LIBRARY)
    list(APPEND system_includes ${SINTER_DNNL_INCLUDE})
    target_compile_definitions(${target} INTERFACE $<BUILD_INTERFACE:SINTER_USE_DNNL=1>)
    target_link_libraries(${target} INTERFACE $<BUILD_INTERFACE:${SINTER_DNNL_LIBRARY}>)
  else()
    list(APPEND missing "without oneDNN (libdnnl-dev) products use sinter's own kernel")
  endif()

  if(SINTER_OPENMP OR NOT DEFINED SINTER_OPENMP)
    find_package(OpenMP QUIET COMPONENTS CXX)
  endif()
  if((SINTER_OPENMP OR NOT DEFINED SINTER_OPENMP) AND OpenMP_CXX_FOUND)
    target_link_libraries(${target} INTERFACE $<BUILD_INTERFACE:OpenMP::OpenMP_CXX>)
  else()
    list(APPEND missing "without OpenMP (for clang: libomp-dev) kernels run on one thread")
  endif()

  list(REMOVE_ITEM system_includes "" ${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES})
  if(system_includes)
    list(REMOVE_DUPLICATES system_includes)
    target_include_directories(${target} SYSTEM INTERFACE "$<BUILD_INTERFACE:${system_includes}>")
  endif()

  list(JOIN required ", " required)
  list(JOIN missing "; " missing)
  set(sinter_components_required "${required}" PARENT_SCOPE)
  set(sinter_components_missing "${missing}" PARENT_SCOPE)
endfunction()
