#!/usr/bin/env bats
# The check step: the logs are artifacts of another step, whose jobs ran before. Artifacts are kept by the recording
# agent as files of "<job>/<path>".

# shellcheck disable=SC2154  # what helper.bash sets

load helper

asked='"step":"bench-step","logs":"results/**/*.out","results":"results/**/*.json*"'
one=11111111-aaaa-4000-8000-000000000001
two=22222222-aaaa-4000-8000-000000000002

setup() {
  begin
  with_jitgate
  export BUILDKITE_STEP_KEY=check
}

# The step bench-step has a job $1 that uploaded the run $2.
uploaded() {
  mkdir -p "$AGENT_RECORD/artifacts/$1/results/deep" "$AGENT_RECORD/steps"
  cp "$runs/$2"/* "$AGENT_RECORD/artifacts/$1/results/deep"
  echo bench-step > "$AGENT_RECORD/steps/$1"
}

check_step() { job "${2:-3}" true "{$asked${1:+,$1}}"; }
calls() { grep -c "^$1" "$AGENT_RECORD/calls" || true; }

@test "artifacts of the step are judged, and nothing of them stays behind" {
  uploaded "$one" h200-cold
  run -81 check_step
  grep -q '"path": "results/deep/node0_decode_w0.out"' "$ours/verdict.json"
  grep -q '"id": "deep/conc12"' "$ours/verdict.json"
  [ ! -e "$ours/step" ]
  [ "$(calls 'annotate --context jitgate-check --style error')" -eq 1 ]
  rm -rf "$AGENT_RECORD" "$checkout/jitgate"
  uploaded "$one" h200-warm
  run -0 check_step '' 4
}

@test "a parallel step's jobs, which upload the same paths, are all judged" {
  uploaded "$one" h200-warm
  uploaded "$two" h200-cold
  run -81 check_step
  [ "$(grep -c '"id": "deep/conc12\(#2\)*"' "$ours/verdict.json")" -eq 2 ]
  rm -rf "$checkout/jitgate"
  uploaded "$two" h200-warm
  run -0 check_step
}

@test "what gates wrote in the step's jobs is no log, whoever uploaded it" {
  for one_job in "$one" "$two"; do
    uploaded "$one_job" h200-warm
    "$JITGATE" check "$runs/h200-cold" --out "$AGENT_RECORD/artifacts/$one_job/jitgate/$one_job" --quiet || true
  done
  run -0 job 3 true '{"step":"bench-step","logs":"**"}'
  grep -q "\"path\": \".*jitgate/$one/events.jsonl\"" "$ours/verdict.json"
  grep -q '"events": 0,' "$ours/verdict.json"
}

@test "a step that is not there, or uploaded nothing of the kind, is 82" {
  run -82 check_step
  [[ $output == *'no file matches this pattern'* && $output != *'cannot be'* ]]
  mkdir -p "$AGENT_RECORD/artifacts/$one/other" "$AGENT_RECORD/steps"
  echo x > "$AGENT_RECORD/artifacts/$one/other/a.out"
  echo bench-step > "$AGENT_RECORD/steps/$one"
  run -82 check_step
}

@test "what fails now and then is tried three times, and is 82 after that" {
  uploaded "$one" h200-warm
  one_query='{"step":"bench-step","logs":"results/**"}'
  AGENT_FLAKY=1 run -0 job 3 true "$one_query"
  rm "$AGENT_RECORD/calls"
  AGENT_FAIL=download run -82 job 3 true "$one_query"
  [[ $output == *'cannot be had'*'502 Bad Gateway'* ]]
  [ "$(calls 'artifact download')" -eq 3 ]
}

@test "a listing that fails is 82; so is an agent that hangs, at its limit" {
  uploaded "$one" h200-warm
  AGENT_SLOW='search' run -82 check_step '"step-timeout":1'
  [[ $output == *'cannot be listed'* ]]
}

@test "an artifact that did not come, or came spoilt, is missing evidence" {
  uploaded "$one" h200-warm
  AGENT_LOSES=results/deep/node0_decode_w3.out run -82 check_step
  [[ $output == *'results/deep/node0_decode_w3.out: this artifact was not downloaded'* ]]
  AGENT_SPOILS=results/deep/node0_decode_w3.out run -82 check_step
  [[ $output == *'is not what was uploaded'* ]]
}

@test "without an agent the preflight ends with 84" {
  rm "$BATS_TEST_TMPDIR/bin/buildkite-agent"
  run -84 check_step
}

@test "a path that no artifact can have is refused" {
  for pattern in /var/log/x.log '../x.log' 'a/../../x.log'; do
    run -83 job 3 true "{\"step\":\"bench-step\",\"logs\":\"$pattern\"}"
  done
}
