# What several tests of this folder share: made containers, and a sink that remembers.
target_sources(test_open PRIVATE "${CMAKE_CURRENT_LIST_DIR}/containers.cc" "${CMAKE_CURRENT_LIST_DIR}/reading.cc")
