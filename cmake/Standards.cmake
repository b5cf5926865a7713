# Settings of our own code. Linked privately by our targets only, so no dependency is built or checked by them.
add_library(jitgate_standards INTERFACE)
target_include_directories(jitgate_standards INTERFACE "${CMAKE_SOURCE_DIR}/src" "${CMAKE_BINARY_DIR}/generated")
target_compile_definitions(jitgate_standards INTERFACE JITGATE_VERSION="${PROJECT_VERSION}")
target_compile_options(jitgate_standards INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough -Wnull-dereference)
# What one source of a group declares may shadow what another does.
target_compile_options(jitgate_standards INTERFACE $<$<BOOL:$<TARGET_PROPERTY:JITGATE_GROUPED>>:-Wno-shadow>)
if(JITGATE_WERROR)
  target_compile_options(jitgate_standards INTERFACE -Werror)
endif()
# GCC 12 reports these falsely inside its own library at -O1 and above, more so with sanitizers.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(jitgate_standards INTERFACE -Wno-maybe-uninitialized -Wno-restrict -Wno-null-dereference
    -Wno-stringop-overflow -Wno-array-bounds)
endif()
if(JITGATE_SANITIZE)
  target_compile_options(jitgate_standards INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(jitgate_standards INTERFACE -fsanitize=address,undefined)
  # A pointer's null and alignment, asked at each use, are a third of the compile time and most of a program of 300 MB.
  # The layers that cast bytes are checked for them; elsewhere a null one still ends the program, by the other sanitizer.
  target_compile_options(jitgate_standards INTERFACE
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:JITGATE_CASTS_BYTES>>>:-fno-sanitize=null,alignment>)
  # The checks' own tables are full of addresses: moved at every start (PIE), they take most of a short command's time.
  target_compile_options(jitgate_standards INTERFACE -fno-pie)
  target_link_options(jitgate_standards INTERFACE -no-pie)
endif()
