# SPDX-License-Identifier: MIT
# find_package(sinter): the targets sinter::sinter, sinter::runtime, sinter::cuda, and two _elsewhere. SINTER_OPENMP=OFF and SINTER_DNNL=OFF are heard here too.
include(${CMAKE_CURRENT_LIST_DIR}/sinter-targets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/sinter-components.cmake)
sinter_find_components(sinter::sinter)
if(sinter_components_required)
  set(sinter_FOUND FALSE)
  set(sinter_NOT_FOUND_MESSAGE "sinter needs ${sinter_components_required}")
elseif(sinter_components_missing AND NOT sinter_FIND_QUIETLY)
  message(STATUS "sinter: ${sinter_components_missing}")
endif()
