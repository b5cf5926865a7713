# jitgate_layer(NAME LIBS … PRIVATE_LIBS …): the folder src/NAME as the static library jitgate_NAME.
#
# Optimising under sanitizers takes more time than the whole suite saves by it, but for the folders that see every byte
# of a log and the one that simulates: those alone are optimised there.
set(JITGATE_BUSY_LAYERS base open read recognise screen)
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
  if(JITGATE_SANITIZE AND name IN_LIST JITGATE_BUSY_LAYERS)
    target_compile_options(jitgate_${name} PRIVATE -O1)
  endif()
  if(EXISTS "${CMAKE_SOURCE_DIR}/src/${name}/extra.cmake")
    include("${CMAKE_SOURCE_DIR}/src/${name}/extra.cmake")
  endif()
endfunction()
