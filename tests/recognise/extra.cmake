# The corpus holds logs as bytes, with escapes and transport forms, so its scorer reads them as the program does.
target_link_libraries(test_recognise PRIVATE jitgate_read yaml-cpp fmt::fmt)
target_sources(test_recognise PRIVATE "${CMAKE_CURRENT_LIST_DIR}/corpus.cc" "${CMAKE_CURRENT_LIST_DIR}/recognising.cc")
