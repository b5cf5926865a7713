# The reader on a command line, for tests/schemas_test.py.
add_executable(policy_probe "${CMAKE_CURRENT_SOURCE_DIR}/setup/policy_probe.cc")
target_link_libraries(policy_probe PRIVATE jitgate_setup jitgate_standards)
