# The catalogue is compiled in: every YAML file of rules/, in the order of their names, read by the build and packed
# (packed_rules.h). What reads rule files is a library of its own, because the packer needs it before the rest is built.
file(GLOB rule_files CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/recognise/rules/*.yaml")
list(SORT rule_files)

set(reader packed_rules.cc rule_file.cc rule_fields.cc case_fields.cc yaml_fields.cc)
list(TRANSFORM reader PREPEND "${CMAKE_SOURCE_DIR}/src/recognise/")
get_target_property(rest jitgate_recognise SOURCES)
list(REMOVE_ITEM rest ${reader})
set_target_properties(jitgate_recognise PROPERTIES SOURCES "${rest}")
add_library(jitgate_rule_reader STATIC ${reader})
target_link_libraries(jitgate_rule_reader PUBLIC jitgate_model PRIVATE yaml-cpp jitgate_standards)
target_link_libraries(jitgate_recognise PRIVATE jitgate_rule_reader)

add_executable(jitgate_pack_rules "${CMAKE_SOURCE_DIR}/src/recognise/pack/pack_rules.cc")
target_link_libraries(jitgate_pack_rules PRIVATE jitgate_rule_reader jitgate_standards)
set(packed "${CMAKE_BINARY_DIR}/generated/recognise/embedded_rules.cc")
add_custom_command(OUTPUT "${packed}" COMMAND jitgate_pack_rules "${packed}" ${rule_files}
  DEPENDS jitgate_pack_rules ${rule_files} VERBATIM)
target_sources(jitgate_recognise PRIVATE "${packed}")
