# The catalogue is compiled in: every YAML file of rules/, in the order of their names.
file(GLOB rule_files CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/recognise/rules/*.yaml")
list(SORT rule_files)
jitgate_embed(jitgate_recognise jitgate::recognise recognise/embedded.h
  "${CMAKE_BINARY_DIR}/generated/recognise/embedded_rules.cc" ${rule_files})
