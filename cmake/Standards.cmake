# Settings of our own code. Linked privately by our targets only, so no dependency is built or checked by them.
add_library(jitgate_standards INTERFACE)
target_include_directories(jitgate_standards INTERFACE "${CMAKE_SOURCE_DIR}/src" "${CMAKE_BINARY_DIR}/generated")
target_compile_definitions(jitgate_standards INTERFACE JITGATE_VERSION="${PROJECT_VERSION}")
target_compile_options(jitgate_standards INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough -Wnull-dereference)
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
  # The checks' own tables are full of addresses: moved at every start (PIE), they take most of a short command's time.
  target_compile_options(jitgate_standards INTERFACE -fno-pie)
  target_link_options(jitgate_standards INTERFACE -no-pie)
endif()
