#!/bin/bash
# What the tests share: a checkout, an agent that writes down what it is asked, and a job to run.

# shellcheck disable=SC2034  # the files that load this use what is set here
bats_require_minimum_version 1.5.0

plugin=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
root=$(cd "$plugin/.." && pwd)
runs=$root/tests/data/runs

# A job's environment without a binary; PATH has the recording agent and the system.
begin() {
  mkdir -p "$BATS_TEST_TMPDIR/bin" "$BATS_TEST_TMPDIR/checkout"
  checkout=$BATS_TEST_TMPDIR/checkout
  ln -sf "$BATS_TEST_DIRNAME/stubs/buildkite-agent" "$BATS_TEST_TMPDIR/bin/buildkite-agent"
  export PATH=$BATS_TEST_TMPDIR/bin:/usr/bin:/bin
  export AGENT_RECORD=$BATS_TEST_TMPDIR/agent
  export BUILDKITE_BUILD_CHECKOUT_PATH=$checkout
  export BUILDKITE_JOB_ID=01890000-aaaa-4000-8000-000000000001
  export BUILDKITE_BUILD_ID=01890000-bbbb-4000-8000-000000000001
  export BUILDKITE_BUILD_URL=https://buildkite.com/example/pipeline/builds/7
  export BUILDKITE_STEP_ID=01890000-cccc-4000-8000-000000000001
  export BUILDKITE_STEP_KEY=bench BUILDKITE_LABEL=':rocket: bench' BUILDKITE_RETRY_COUNT=0
  export BUILDKITE_PULL_REQUEST=false
  unset BUILDKITE_PLUGIN_CONFIGURATION BUILDKITE_PLUGIN_NAME BUILDKITE_COMMAND_EXIT_STATUS
  unset BUILDKITE_PARALLEL_JOB BUILDKITE_JOB_CANCELLED BUILDKITE_JOB_TIMED_OUT BUILDKITE_ARTIFACT_PATHS
  unset BUILDKITE_JOB_LOG_TMPFILE BUILDKITE_PLUGINS_PATH BUILDKITE_BIN_PATH BUILDKITE_PLUGINS
  ours=$checkout/jitgate/$BUILDKITE_JOB_ID
}

with_stub() { ln -sf "$BATS_TEST_DIRNAME/stubs/hooks-only/jitgate" "$BATS_TEST_TMPDIR/bin/jitgate"; }
with_jitgate() { ln -sf "${JITGATE:?the path of the binary}" "$BATS_TEST_TMPDIR/bin/jitgate"; }

# The hook $1 by itself, as a program.
hook() { bash "$plugin/hooks/$1"; }

# One job: major version, command, configuration.
job() { "$BATS_TEST_DIRNAME/run-as-agent.sh" "$1" "$2" "$plugin" "$3"; }

# A command that leaves the logs of a recorded run in results/.
leaves() { printf "mkdir -p results && cp '%s'/* results/" "$runs/$1"; }

configured() {
  export BUILDKITE_PLUGIN_NAME=BUILDKITE_PLUGIN BUILDKITE_PLUGIN_CONFIGURATION=$1
}
