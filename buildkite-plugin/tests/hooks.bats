#!/usr/bin/env bats
# The hooks alone, with a binary that only ends as it is told to: whose status becomes the job's, and in what order.

# shellcheck disable=SC2154  # what helper.bash sets

load helper

recorded='{"logs":"results/*.out","results":"results/*.json"}'

setup() {
  begin
  with_stub
  export STUB_RECORD=$BATS_TEST_TMPDIR/stub
}

@test "each status of the table passes as it is, by itself" {
  configured "$recorded"
  for code in 0 80 81 82 83 84; do
    STUB_STATUS=$code run -"$code" hook post-command
    STUB_STATUS=$code run -"$code" hook pre-command
  done
}

@test "each status of the table passes as it is, through the wrapper of both majors" {
  # The preflight passes, and the gate ends so.
  for code in 0 80 81 82 83 84; do
    for major in 3 4; do
      STUB_GATE=$code run -"$code" job "$major" true "$recorded"
      [[ ${lines[-1]} == "job: exit status $code" ]]
    done
  done
}

@test "a status that is none of jitgate's becomes 84: other codes, 125, a signal" {
  configured "$recorded"
  for code in 1 2 64 79 85 125 126 127 139 255 crash; do
    STUB_STATUS=$code run -84 hook post-command
    [[ $output == *'no status of jitgate'* ]]
  done
}

@test "a preflight that fails keeps the command from running, and the gate" {
  STUB_STATUS=83 run -83 job 3 'touch ran' "$recorded"
  [ ! -e "$checkout/ran" ]
  [ "$(cat "$STUB_RECORD")" = 'buildkite preflight' ]
}

@test "the preflight can be left out" {
  for off in false '"off"' '"0"' '"no"' '"False"'; do
    rm -f "$STUB_RECORD"
    STUB_STATUS=81 run -81 job 3 true "{\"logs\":\"x\",\"preflight\":$off}"
    [ "$(cat "$STUB_RECORD")" = 'buildkite gate' ]
  done
}

@test "a command that failed keeps its status: the gate runs, and its own is dropped" {
  for major in 3 4; do
    for code in 1 134 143; do
      rm -f "$STUB_RECORD"
      STUB_GATE=81 run -"$code" job "$major" "exit $code" "$recorded"
      [[ $output == *"the command ended with $code, which stands"* ]]
      [ "$(tail -n 1 "$STUB_RECORD")" = 'buildkite gate' ]
    done
  done
}

@test "a command that failed keeps its status also where the gate crashes or has no binary" {
  configured "$recorded"
  export BUILDKITE_COMMAND_EXIT_STATUS=143
  STUB_STATUS=crash run -0 hook post-command
  rm "$BATS_TEST_TMPDIR/bin/jitgate"
  run -0 hook post-command
}

@test "an unknown status of the command is no failure: the gate decides" {
  configured "$recorded"
  unset BUILDKITE_COMMAND_EXIT_STATUS
  STUB_STATUS=81 run -81 hook post-command
}

@test "a job that was cancelled or timed out is left alone" {
  configured "$recorded"
  for variable in BUILDKITE_JOB_CANCELLED BUILDKITE_JOB_TIMED_OUT; do
    run -0 env "$variable=true" STUB_STATUS=81 bash "$plugin/hooks/post-command"
    [ ! -e "$STUB_RECORD" ]
    [ ! -e "$AGENT_RECORD" ]
  done
}

@test "no configuration is an error and never the defaults: a null option, a bare hook" {
  run -83 job 3 'touch ran' '{"logs":"results/*.out","policy":null}'
  [[ $output == *'an option without a value'* ]]
  [ ! -e "$checkout/ran" ]
  [ ! -e "$STUB_RECORD" ]
  run -83 hook post-command
}

@test "an empty configuration is one: the binary says what is missing" {
  rm "$BATS_TEST_TMPDIR/bin/jitgate"
  with_jitgate
  for empty in '{}' 'null'; do
    run -83 job 3 true "$empty"
    [[ $output == *"nothing names a log"* ]]
  done
}

@test "the gate comes last of v3's plugins, and first of v4's" {
  mkdir -p "$BATS_TEST_TMPDIR/other/hooks" "$checkout/.buildkite/hooks"
  echo 'echo "other plugin"' > "$BATS_TEST_TMPDIR/other/hooks/post-command"
  echo 'echo "repository"' > "$checkout/.buildkite/hooks/post-command"
  order() { grep -E '^(other plugin|repository|stub: buildkite gate)$' <<< "$output" | paste -sd' '; }
  both() { "$BATS_TEST_DIRNAME/run-as-agent.sh" "$1" true "$BATS_TEST_TMPDIR/other" '{}' "$plugin" "$recorded"; }
  run -0 both 3
  [ "$(order)" = 'repository other plugin stub: buildkite gate' ]
  run -0 both 4
  [ "$(order)" = 'stub: buildkite gate other plugin repository' ]
  LEGACY_ORDER=1 run -0 both 4
  [ "$(order)" = 'repository other plugin stub: buildkite gate' ]
  # A gate that fails stops what comes after it.
  STUB_GATE=81 run -81 both 4
  [ "$(order)" = 'stub: buildkite gate' ]
  STUB_GATE=81 run -81 both 3
  [ "$(order)" = 'repository other plugin stub: buildkite gate' ]
}

@test "nothing of the hooks is left in the wrapper: directory, variables, options of the shell" {
  configured "$recorded"
  cat > "$BATS_TEST_TMPDIR/wrapper" << END
cd /usr
env | sort > '$BATS_TEST_TMPDIR/before'
. '$plugin/hooks/post-command'
env | sort > '$BATS_TEST_TMPDIR/after'
pwd
trap
END
  run -0 bash "$BATS_TEST_TMPDIR/wrapper"
  [ "${lines[-1]}" = /usr ]
  diff "$BATS_TEST_TMPDIR/before" "$BATS_TEST_TMPDIR/after"
}

@test "a working directory that is gone is no hindrance" {
  configured "$recorded"
  mkdir "$BATS_TEST_TMPDIR/gone"
  run -81 bash -c "cd '$BATS_TEST_TMPDIR/gone' && rmdir ../gone && STUB_STATUS=81 . '$plugin/hooks/post-command'"
}

@test "a failed gate leaves the step's artifact_paths their upload" {
  export BUILDKITE_ARTIFACT_PATHS='results/**/*'
  STUB_GATE=81 run -81 job 4 'mkdir results; echo x > results/a.json' "$recorded"
  [ -e "$AGENT_RECORD/artifacts/$BUILDKITE_JOB_ID/results/a.json" ]
}

@test "no hook replaces the step's command or runs at the job's end" {
  [ "$(cd "$plugin/hooks" && printf '%s ' *)" = 'post-command pre-command ' ]
  [ ! -e "$plugin/.gitmodules" ]
}
