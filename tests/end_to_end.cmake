# Tests that are no folder's own. Python is Debian's, whose modules the tests need, and not whichever comes first in
# PATH; it leaves no byte code in the tree.
set(JITGATE_PYTHON /usr/bin/python3 -B)

add_test(NAME layers COMMAND ${JITGATE_PYTHON} "${CMAKE_CURRENT_SOURCE_DIR}/layers_test.py")
if(TARGET policy_probe)
  add_test(NAME schemas COMMAND ${JITGATE_PYTHON} "${CMAKE_CURRENT_SOURCE_DIR}/schemas_test.py"
    --probe policy=$<TARGET_FILE:policy_probe>)
endif()

# Tests of the whole program find its path in JITGATE. They start it some thousand times, so it is spared the sanitizer's
# check that doubles its time, uses of a stack frame after its end, which the folders' own tests make.
set(JITGATE_WHOLE_PROGRAM "JITGATE=$<TARGET_FILE:jitgate>" "ASAN_OPTIONS=strict_string_checks=1")
if(TARGET jitgate)
  foreach(script golden_test readme_test end_to_end/recorded_runs_test end_to_end/wrong_input_test end_to_end/screen_compare_test
      end_to_end/annotate_test end_to_end/export_test end_to_end/fetch_test end_to_end/sweep_test end_to_end/database_test end_to_end/buildkite_test
      end_to_end/fetch_buildkite_test end_to_end/live_test end_to_end/shell_test end_to_end/gate_test end_to_end/kill_test
      npm/npm_test browser/browser_test)
    if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${script}.py")
      get_filename_component(name "${script}" NAME)
      string(REPLACE "_test" "" name "${name}")
      if(TEST ${name})  # the folder of that name
        set(name "${name}_command")
      endif()
      add_test(NAME ${name} COMMAND ${JITGATE_PYTHON} "${CMAKE_CURRENT_SOURCE_DIR}/${script}.py")
      set_tests_properties(${name} PROPERTIES ENVIRONMENT "${JITGATE_WHOLE_PROGRAM}")
    endif()
  endforeach()
  # Broken copies of runs, by the program forked instead of started; and the fuzz targets on seeds and mutations of them.
  add_executable(damage_forks "${CMAKE_CURRENT_SOURCE_DIR}/damage/forks.cc")
  target_link_libraries(damage_forks PRIVATE jitgate_cli jitgate_standards)
  add_test(NAME damage COMMAND ${JITGATE_PYTHON} "${CMAKE_CURRENT_SOURCE_DIR}/damage/damage_test.py")
  set_tests_properties(damage PROPERTIES
    ENVIRONMENT "${JITGATE_WHOLE_PROGRAM};JITGATE_FORKS=$<TARGET_FILE:damage_forks>")
  add_test(NAME fuzz COMMAND ${JITGATE_PYTHON} "${CMAKE_SOURCE_DIR}/fuzz/replay.py" $<TARGET_FILE:fuzz_replay>)
  set_tests_properties(fuzz PROPERTIES ENVIRONMENT "${JITGATE_WHOLE_PROGRAM}")
  # The plugin's hooks, by bats: a test a file, since each file's tests follow one another.
  foreach(part hooks binary gate step)
    add_test(NAME buildkite_${part} COMMAND bats "${CMAKE_SOURCE_DIR}/buildkite-plugin/tests/${part}.bats")
    set_tests_properties(buildkite_${part} PROPERTIES ENVIRONMENT "${JITGATE_WHOLE_PROGRAM}")
  endforeach()
endif()
