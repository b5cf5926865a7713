# The page's frame, style and scripts are compiled in.
file(GLOB page_files CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/report/page/*")
list(SORT page_files)
jitgate_embed(jitgate_report jitgate::report report/page_files.h
  "${CMAKE_BINARY_DIR}/generated/report/embedded_page.cc" ${page_files})
