# jitgate_layer(NAME LIBS … PRIVATE_LIBS …): the folder src/NAME as the static library jitgate_NAME.
#
# Optimising under sanitizers takes more time than the whole suite saves by it, but for the folders that see every byte
# of a log and the one that simulates: those alone are optimised there.
set(JITGATE_BUSY_LAYERS base open read recognise screen)
function(jitgate_busy target)
  set_target_properties(${target} PROPERTIES JITGATE_CASTS_BYTES ON)
  if(JITGATE_SANITIZE)
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# Half of the time a file takes to compile is the library's headers, read again. With JITGATE_SHARED_HEADERS they are
# read once for each of the two ways that layers are compiled. Only CI's build does so; that a file
# still names what it uses, tests/layers_test.py sees to.
if(JITGATE_SHARED_HEADERS)
  foreach(kind quiet busy)
    file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/generated/${kind}_headers.cc" CONTENT "")
    add_library(jitgate_${kind}_headers OBJECT "${CMAKE_BINARY_DIR}/generated/${kind}_headers.cc")
    target_link_libraries(jitgate_${kind}_headers PRIVATE fmt::fmt tl::expected jitgate_standards)
    target_precompile_headers(jitgate_${kind}_headers PRIVATE <algorithm> <array> <filesystem> <functional> <map> <memory>
      <optional> <set> <string> <vector> <fmt/format.h> <tl/expected.hpp>)
  endforeach()
  jitgate_busy(jitgate_busy_headers)
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
  if(name IN_LIST JITGATE_BUSY_LAYERS)
    jitgate_busy(jitgate_${name})
  endif()
  if(JITGATE_SHARED_HEADERS AND NOT name STREQUAL recognise)  # RE2 wants -pthread, another language to the compiler
    set(kind quiet)
    if(name IN_LIST JITGATE_BUSY_LAYERS)
      set(kind busy)
    endif()
    target_precompile_headers(jitgate_${name} REUSE_FROM jitgate_${kind}_headers)
  endif()
  if(JITGATE_GROUPS)
    jitgate_in_groups(jitgate_${name} ${sources})
  endif()
  if(EXISTS "${CMAKE_SOURCE_DIR}/src/${name}/extra.cmake")
    include("${CMAKE_SOURCE_DIR}/src/${name}/extra.cmake")
  endif()
endfunction()

# The target's sources, all of one folder, compiled in groups; which, source_groups.py says.
function(jitgate_in_groups target)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  execute_process(COMMAND "${Python3_EXECUTABLE}" -B "${CMAKE_SOURCE_DIR}/cmake/source_groups.py" ${ARGN}
    OUTPUT_VARIABLE groups COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[0-9]+" groups "${groups}")
  foreach(source group IN ZIP_LISTS ARGN groups)
    set_source_files_properties("${source}" TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "group${group}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP JITGATE_GROUPED ON)
endfunction()
