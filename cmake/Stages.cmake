# jitgate_layer(NAME LIBS … PRIVATE_LIBS …): the folder src/NAME as the static library jitgate_NAME.
#
# Optimising under sanitizers takes more time than the whole suite saves by it, but for the folders that see every byte
# of a log and the one that simulates: those alone are optimised there.
set(JITGATE_BUSY_LAYERS base open read recognise screen)
# And those alone cast bytes to numbers. Checked everywhere, each use of a pointer's null and alignment is a third of the
# compile time and nine tenths of a program of 300 MB; a null one still ends the program, by the address sanitizer.
set(JITGATE_QUIET_OPTIONS "")
if(JITGATE_SANITIZE)
  set(JITGATE_QUIET_OPTIONS -fno-sanitize=null,alignment)
endif()

# Half of the time a file takes to compile is the library's headers, read again. With JITGATE_SHARED_HEADERS they are
# read once for each of the two ways that layers are compiled. Only CI's build does so: the others, and clang-tidy, see
# to it that a file still names what it uses.
if(JITGATE_SHARED_HEADERS)
  foreach(kind quiet busy)
    file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/generated/${kind}_headers.cc" CONTENT "")
    add_library(jitgate_${kind}_headers OBJECT "${CMAKE_BINARY_DIR}/generated/${kind}_headers.cc")
    target_link_libraries(jitgate_${kind}_headers PRIVATE fmt::fmt tl::expected jitgate_standards)
    target_precompile_headers(jitgate_${kind}_headers PRIVATE <algorithm> <array> <filesystem> <functional> <map> <memory>
      <optional> <set> <string> <vector> <fmt/format.h> <tl/expected.hpp>)
  endforeach()
  target_compile_options(jitgate_quiet_headers PRIVATE ${JITGATE_QUIET_OPTIONS})
  if(JITGATE_SANITIZE)
    target_compile_options(jitgate_busy_headers PRIVATE -O1)
  endif()
endif()

function(jitgate_layer name)
  cmake_parse_arguments(ARG "" "" "LIBS;PRIVATE_LIBS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/${name}/*.cc")
  if(NOT sources)
    add_library(jitgate_${name} INTERFACE)
    target_link_libraries(jitgate_${name} INTERFACE ${ARG_LIBS})
    return()
  endif()
  add_library(jitgate_${name} STATIC ${sources})
  target_link_libraries(jitgate_${name} PUBLIC ${ARG_LIBS} PRIVATE ${ARG_PRIVATE_LIBS} jitgate_standards)
  if(NOT name IN_LIST JITGATE_BUSY_LAYERS)
    target_compile_options(jitgate_${name} PRIVATE ${JITGATE_QUIET_OPTIONS})
  elseif(JITGATE_SANITIZE)
    target_compile_options(jitgate_${name} PRIVATE -O1)
  endif()
  if(JITGATE_SHARED_HEADERS AND NOT name STREQUAL recognise)  # RE2 wants -pthread, another language to the compiler
    set(kind quiet)
    if(name IN_LIST JITGATE_BUSY_LAYERS)
      set(kind busy)
    endif()
    target_precompile_headers(jitgate_${name} REUSE_FROM jitgate_${kind}_headers)
  endif()
  if(EXISTS "${CMAKE_SOURCE_DIR}/src/${name}/extra.cmake")
    include("${CMAKE_SOURCE_DIR}/src/${name}/extra.cmake")
  endif()
endfunction()
