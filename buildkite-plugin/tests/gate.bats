#!/usr/bin/env bats
# Whole jobs with the real binary: what it judges, what it keeps, what it tells Buildkite, and whose failure counts.

# shellcheck disable=SC2154,SC2016,SC2030,SC2031,SC2209  # what helper.bash sets; text with "$" and "`"; each test is a process

load helper

recorded='"logs":"results/*.out","results":["results/*.json","results/*.jsonl"]'

setup() {
  begin
  with_jitgate
}

# A job over a recorded run: major, run, more options.
over() { job "$1" "$(leaves "$2")" "{$recorded${3:+,$3}}"; }

# The calls of the agent that begin with these words.
calls() { grep -c "^$1" "$AGENT_RECORD/calls" || true; }
annotation() { cat "$AGENT_RECORD"/call.*.stdin; }
meta() { cat "$AGENT_RECORD/meta/$1"; }
status_of() { sed -n 's/^  "status": "\(.*\)",$/\1/p' "$ours/verdict.json"; }

@test "logs of a cold server: ends with 81, the annotation has the table, each file is uploaded once" {
  for major in 3 4; do
    rm -rf "$AGENT_RECORD" "$checkout/jitgate"
    run -81 over "$major" h200-cold
    [ "${lines[-1]}" = 'job: exit status 81' ]
    [[ $output == *'+++ :warning: jitgate: invalid'* ]]
    [[ $output == *'soft_fail:'*'exit_status: 81'* ]]
    [ "$(calls 'annotate --context jitgate-bench --style error$')" -eq 1 ]
    [[ $(annotation) == '**jitgate `bench`: INVALID** 3 points: 1 contaminated, 2 suspect (exit status 81)'* ]]
    grep -q '^| Point | Finding | Status |' <(annotation)
    grep -q '^| `conc12` | \*\*contaminated\*\* | invalid | 26: triton 26' <(annotation)
    grep -q '^| `conc48` | \*\*suspect\*\* | flagged ' <(annotation)
    cmp "$AGENT_RECORD"/call.*.stdin "$ours/annotation.md"
    for file in events.jsonl verdict.json summary.md report.html timeline.svg; do
      cmp "$ours/$file" "$AGENT_RECORD/artifacts/$BUILDKITE_JOB_ID/jitgate/$BUILDKITE_JOB_ID/$file"
      [ "$(calls "artifact upload jitgate/$BUILDKITE_JOB_ID/$file\$")" -eq 1 ]
    done
    [ "$(calls 'artifact upload')" -eq 5 ]
    [ ! -e "$AGENT_RECORD/twice" ]
    [ "$(wc -l < "$ours/events.jsonl")" -eq 50 ]
    [ "$(meta jitgate:bench)" = invalid ]
  done
}

@test "logs of a warm server: ends with 0, annotates only where that is asked for" {
  run -0 over 4 h200-warm
  [[ $output == *'--- :white_check_mark: jitgate: valid'* ]]
  [ "$(calls annotate)" -eq 0 ]
  [ "$(meta jitgate:bench)" = valid ]
  rm -rf "$AGENT_RECORD"
  run -0 over 4 h200-warm '"annotate":"always"'
  [ "$(calls 'annotate --context jitgate-bench --style success$')" -eq 1 ]
  rm -rf "$AGENT_RECORD"
  run -81 over 4 h200-cold '"annotate":"never"'
  [ "$(calls annotate)" -eq 0 ]
}

@test "a clean retry turns the annotation of the try before it green" {
  run -81 over 3 h200-cold
  first=$(sed -n 's/^annotate --context \([^ ]*\) .*/\1/p' "$AGENT_RECORD/calls")
  rm -rf "$AGENT_RECORD" "$checkout/results"
  export BUILDKITE_RETRY_COUNT=1 BUILDKITE_JOB_ID=01890000-aaaa-4000-8000-000000000002
  run -0 over 3 h200-warm
  [ "$(calls "annotate --context $first --style success\$")" -eq 1 ]
  [ "$(meta jitgate:bench)" = valid ]
  grep -q '"attempt": "2"' "$checkout/jitgate/$BUILDKITE_JOB_ID/verdict.json"
}

@test "parallel jobs keep to names of their own" {
  export BUILDKITE_PARALLEL_JOB=0 BUILDKITE_PARALLEL_JOB_COUNT=2
  run -81 over 3 h200-cold
  export BUILDKITE_PARALLEL_JOB=1 BUILDKITE_JOB_ID=01890000-aaaa-4000-8000-000000000002
  rm -rf "$checkout/results"
  run -0 over 3 h200-warm '"annotate":"always"'
  [ "$(calls 'annotate --context jitgate-bench.0 --style error')" -eq 1 ]
  [ "$(calls 'annotate --context jitgate-bench.1 --style success')" -eq 1 ]
  [ "$(meta jitgate:bench.0) $(meta jitgate:bench.1)" = 'invalid valid' ]
  [ "$(find "$checkout/jitgate" -mindepth 1 -maxdepth 1 | wc -l)" -eq 2 ]
}

@test "a step without a key is known by its id" {
  export BUILDKITE_STEP_KEY=
  run -81 over 3 h200-cold
  [ "$(calls "annotate --context jitgate-$BUILDKITE_STEP_ID --style")" -eq 1 ]
}

@test "a command that failed: told as a report only, and its status stands" {
  run -7 job 4 "$(leaves h200-cold); exit 7" "{$recorded}"
  [[ $(annotation) == *'The command itself ended with 7: its status stands'* ]]
  [ "$(calls 'annotate --context jitgate-bench --style warning$')" -eq 1 ]
  [ "$(status_of)" = invalid ]
  rm -rf "$AGENT_RECORD" "$checkout"/{results,jitgate}
  run -7 job 4 'exit 7' "{$recorded}"
  [[ $output == *'left nothing to judge'* ]]
  [ ! -e "$AGENT_RECORD" ]
}

@test "no logs is 82 and never a pass: none at all, none of one pattern, folders only, too few" {
  run -82 job 3 true "{$recorded}"
  [[ $output == *'results/*.out: no file matches this pattern'* ]]
  [ "$(status_of)" = invalid ]
  [[ $(annotation) == *inconclusive* ]]
  run -82 job 3 "$(leaves h200-warm)" '{"logs":["results/*.out","more/*.log"],"results":"results/*.json*"}'
  [[ $output == *'more/*.log: no file matches'* ]]
  run -82 job 3 "$(leaves h200-warm)" '{"logs":"*sults","results":"results/*.json*"}'
  [[ $output == *'*sults/** would take the files'* ]]
  run -82 over 3 h200-warm '"min-logs":"8"'
}

@test "braces, ** and folders name files, from the checkout and not from the working directory" {
  export BUILDKITE_COMMAND_EXIT_STATUS=0
  mkdir -p "$checkout/deep/er" && cp "$runs"/h200-warm/* "$checkout/deep/er"
  # What the runs before wrote into jitgate/ lies in the last three, too.
  for logs in '"**/*.out"' '"deep/{er,none}/*.out"' '["deep/**/node0_{decode,prefill}_*.out","deep/er/{b,node0_f}*.out"]' \
    '"deep"' '"./deep/er/"' "\"$checkout/**/*.out\"" "\"$checkout/**\"" '"."' '"**"'; do
    configured "{\"logs\":$logs,\"results\":\"**/*.json{,l}\"}"
    (cd / && run -0 hook post-command)
  done
}

@test "what an earlier job left in jitgate/ is no evidence" {
  run -81 over 3 h200-cold
  rm -rf "$checkout/results"
  export BUILDKITE_JOB_ID=01890000-aaaa-4000-8000-000000000002
  mkdir -p "$checkout/jitgate/old" && cp "$runs"/h200-cold/*.out "$checkout/jitgate/old"
  run -82 job 3 true '{"logs":"**/*.out"}'
}

@test "the step's artifact_paths take the files too: no second upload" {
  export BUILDKITE_ARTIFACT_PATHS='results/**/*;jitgate/**/*'
  run -81 over 3 h200-cold
  [[ $output == *"artifact_paths take jitgate/ too"* ]]
  [ ! -e "$AGENT_RECORD/twice" ]
  [ -e "$AGENT_RECORD/artifacts/$BUILDKITE_JOB_ID/jitgate/$BUILDKITE_JOB_ID/events.jsonl" ]
}

@test "no agent: a warning, and the verdict stands" {
  rm "$BATS_TEST_TMPDIR/bin/buildkite-agent"
  run -81 over 3 h200-cold
  [ "$(grep -c 'warning: there is no buildkite-agent in PATH' <<< "$output")" -eq 1 ]
  [ "$(status_of)" = invalid ]
  rm -rf "$checkout/results"
  run -0 over 3 h200-warm
}

@test "an agent beside PATH is found by BUILDKITE_BIN_PATH" {
  mkdir "$BATS_TEST_TMPDIR/agent-bin"
  mv "$BATS_TEST_TMPDIR/bin/buildkite-agent" "$BATS_TEST_TMPDIR/agent-bin"
  BUILDKITE_BIN_PATH=$BATS_TEST_TMPDIR/agent-bin run -81 over 3 h200-cold
  [ "$(calls annotate)" -eq 1 ]
}

@test "an agent that fails: a warning for each call, and the verdict stands" {
  export AGENT_FAIL='annotate upload set'
  run -81 over 3 h200-cold
  for said in 'no annotation' 'not uploaded' 'no meta-data' '502 Bad Gateway'; do [[ $output == *"$said"* ]]; done
  rm -rf "$checkout/results"
  run -0 over 3 h200-warm
}

@test "an agent that finds nothing to upload has failed" {
  AGENT_NOTHING=1 run -0 over 3 h200-warm
  [[ $output == *'the agent found no such file'* ]]
}

@test "an upload that is required: 84 where it fails, but never in place of a verdict" {
  AGENT_FAIL=upload run -84 over 3 h200-warm '"upload":"required"'
  [ "$(status_of)" = valid ]
  AGENT_NOTHING=1 run -84 over 3 h200-warm '"upload":"required"'
  AGENT_FAIL=annotate run -0 over 3 h200-warm '"upload":"required"'
  AGENT_FAIL=upload run -81 over 3 h200-cold '"upload":"required"'
  AGENT_FAIL=upload run -0 over 3 h200-warm '"upload":false'
  rm "$BATS_TEST_TMPDIR/bin/buildkite-agent"
  run -84 job 3 'touch ran' "{$recorded,\"upload\":\"required\"}"
  [ ! -e "$checkout/ran" ]
}

@test "an agent that hangs is ended at its limit, with all it started, and the verdict stands" {
  AGENT_SLOW=annotate run -81 over 3 h200-cold '"timeout":3'
  [[ $output == *'buildkite-agent annotate'*'not done within 3 s'* ]]
  [ "$(calls 'artifact upload')" -eq 5 ]
  left=$(grep -lsa "$BATS_TEST_TMPDIR/bin/buildkite-agen[t]" /proc/[0-9]*/cmdline || true)
  [ -z "$left" ]
}

@test "an agent that knows no scope annotates the build" {
  AGENT_OLD=1 run -81 over 3 h200-cold '"annotation-scope":"job"'
  [ "$(calls 'annotate')" -eq 2 ]
  [ "$(calls 'annotate --context jitgate-bench --style error --scope job')" -eq 1 ]
  rm -rf "$AGENT_RECORD"
  run -81 over 3 h200-cold '"annotation-scope":"job"'
  [ "$(calls 'annotate')" -eq 1 ]
}

@test "options that are wrong end the preflight with 83 and say what was meant" {
  fails() {
    configured "$1"
    run -83 hook pre-command
    [[ $output == *"$2"* ]]
  }
  fails '{"log":"x"}' "did you mean 'logs'?"
  fails '{"logs":"x","anotate":"always"}' "did you mean 'annotate'?"
  fails '{"logs":"x","annotate":"sometimes"}' "plugin option 'annotate'"
  fails '{"logs":"x","min-logs":"many"}' "plugin option 'min-logs'"
  fails '{"logs":"x","timeout":0}' "plugin option 'timeout'"
  fails '{"logs":"x","strict":"maybe"}' 'neither true nor false'
  fails '{"logs":"x","policy":["a","b"]}' 'one value'
  fails '{"logs":{"a":"b"}}' 'not a mapping'
  fails '{"logs":["a",["b"]]}' "plugin option 'logs'"
  fails '{"logs":""}' 'empty'
  fails '{"results":"x"}' 'nothing names a log'
  fails '{"logs":"x","output":"../out"}' 'no folder of the checkout'
  fails '{"logs":"x","zone":"nowhere"}' 'zone'
  fails '{"logs":"x","policy":"none.yaml"}' 'none.yaml'
  fails '[]' 'no JSON object'
  echo 'version: 1
findngs: {}' > "$checkout/policy.yaml"
  fails '{"logs":"x","policy":"policy.yaml"}' "findings"
}

@test "values may be written as text or as what they are" {
  for options in '"min-logs":7,"strict":false,"timeout":5,"meta-data":false' \
    '"min-logs":"7","strict":"off","timeout":"5","meta-data":"no"'; do
    rm -rf "$checkout/results"
    run -0 over 3 h200-warm "$options"
    [ "$(calls meta-data)" -eq 0 ]
  done
  run -81 over 3 h200-cold '"expect-workers":{"decode":6,"prefill":"1"}'
  run -82 over 3 h200-warm '"expect-workers":{"decode":7}'
  run -82 over 3 h200-warm '"expect-workers":["decode=7"]'
}

@test "an accepted kernel past its day fails the preflight, and no verdict" {
  printf 'version: 1\nknown:\n  - {compiler: triton, target: "*", until: 2020-01-01, owner: x, reason: y}\n' \
    > "$checkout/policy.yaml"
  run -83 over 3 h200-warm '"policy":"policy.yaml"'
  [[ $output == *'2020-01-01'* ]]
  run -0 over 3 h200-warm '"policy":"policy.yaml","preflight":false'
}

@test "the job's own log, with the agent's stamps, is a log like others" {
  export BUILDKITE_JOB_LOG_TMPFILE=$BATS_TEST_TMPDIR/job_log1
  golden=$root/tests/golden/layout-buildkite/input
  window='"window":{"conc12":"2026-08-04T18:38:42.81Z..2026-08-04T18:39:42.81Z"},"expect-workers":{"agg":1}'
  command="mkdir -p results && find '$golden' -name '*.json' -exec cp {} results ';'"
  find "$golden" -name '*.log' -exec sed 's/$/\r\r/' {} + > "$BUILDKITE_JOB_LOG_TMPFILE"
  run -81 job 3 "$command" "{\"job-log\":true,\"results\":\"results/*.json\",$window}"
  [[ $(annotation) == *contaminated* ]]
  unset BUILDKITE_JOB_LOG_TMPFILE
  run -83 job 3 'touch ran' '{"job-log":true}'
  [[ $output == *enable-job-log-tmpfile* ]]
  run -82 job 3 "$command" "{\"job-log\":true,\"preflight\":false,\"results\":\"results/*.json\",$window}"
}

@test "the agent's tokens are nowhere" {
  export BUILDKITE_AGENT_ACCESS_TOKEN=sekret-token BUILDKITE_AGENT_JOB_API_TOKEN=sekret-api
  run -81 over 3 h200-cold
  [[ $output != *sekret* ]]
  run -1 grep -r sekret "$checkout" "$AGENT_RECORD"
}

@test "hostile text in a log opens no group, forges no stamp, adds no link and no image" {
  hostile=$(printf '%s' '_k](javascript:alert(1))![x](artifact://secret)<img/src=x><script>`|`:tada:@everyone')
  spoil() {
    cp "$runs"/h200-cold/* "$1"
    sed -i "s~_fused_moe_kernel~$hostile~g" "$1"/node0_decode_w0.out
    printf '%b' '--- group\n+++ group\n\x1b_bk;t=1\x07--- x\n\xff\xfe\n' >> "$1"/node0_decode_w0.out
    mv "$1"/node0_decode_w1.out "$1/$(printf 'node0_decode_w1\n+++ name.out')"
  }
  mkdir "$checkout/results" && spoil "$checkout/results"
  run job 3 true "{$recorded}"
  [[ $status -eq 81 || $status -eq 82 ]]
  [ "$(grep -cE '^(---|\+\+\+|~~~|\^\^\^) ' <<< "$output")" -eq 2 ]  # the preflight's group and the gate's
  [ -z "$(tr -d '\n\40-\176\200-\377' <<< "$output")" ]
  [ "$(annotation | grep -o 'artifact://jitgate/' | wc -l)" -eq 3 ]
  /usr/bin/python3 -B - "$ours/annotation.md" << 'END'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
assert "_k" in text and "javascript" in text
outside = re.sub(r"(`+).*?\1|<code>.*?</code>", "", text)  # what is no code
links = re.findall(r"(?<!\\)\]\((.*?)\)", outside)
assert links == [link for link in links if link.startswith("artifact://jitgate/")], links
assert set(re.findall(r"<[^>]*>", outside)) <= {"<details>", "</details>", "<summary>", "</summary>"}, outside
END
}

@test "an annotation of more kernels than it has room for is cut whole, and taken" {
  mkdir "$checkout/results"
  /usr/bin/python3 -B - "$runs/h200-cold" "$checkout/results" << 'END'
import os, re, shutil, sys
source, target = sys.argv[1:]
for name in os.listdir(source):
    shutil.copy(os.path.join(source, name), target)
for number in range(6):
    path = os.path.join(target, f"node0_decode_w{number}.out")
    lines = open(path, encoding="utf-8").read().split("\n")
    like = [i for i, line in enumerate(lines) if "JIT compilation during inference: _fused_moe_kernel" in line]
    more = [lines[like[-1]].replace("_fused_moe_kernel", f"_kernel_{number}_{i}_" + "é" * 60) for i in range(700)]
    lines[like[-1] + 1:like[-1] + 1] = more
    open(path, "w", encoding="utf-8").write("\n".join(lines))
END
  run -81 job 3 true "{$recorded}"
  [[ $output != *'no annotation'* ]]
  size=$(annotation | wc -c)
  [ "$size" -gt 500000 ]
  [ "$size" -le 1000000 ]
  [[ $(annotation) == *'Left out for want of room'* ]]
  [ "$(annotation | tail -n 1)" = '</details>' ]
  annotation | iconv -f utf-8 -t utf-8 > /dev/null
}

@test "jitgate's own files, wherever they lie, are no logs" {
  mkdir -p "$checkout/results/again"
  cp "$runs"/h200-warm/* "$checkout/results"
  "$JITGATE" check "$runs/h200-cold" --out "$checkout/results/again" --quiet || true
  run -0 job 3 true '{"logs":["results/**","results"],"results":"results/*.json*"}'
  [[ $output == *"jitgate's own events.jsonl"* ]]
}

@test "files of which the step's artifact_paths take some are each uploaded once" {
  for paths in '**/*.jsonl' "jitgate/*/verdict.json;$checkout/jitgate/**/*.md" 'jitgate/**/*;nothing'; do
    for upload in true '"required"'; do
      rm -rf "$AGENT_RECORD" "$checkout"/{results,jitgate}
      BUILDKITE_ARTIFACT_PATHS=$paths run -81 over 3 h200-cold "\"upload\":$upload"
      [ ! -e "$AGENT_RECORD/twice" ]
      for file in events.jsonl verdict.json summary.md report.html timeline.svg; do
        find "$AGENT_RECORD/artifacts" -name "$file" | grep -q .
      done
    done
  done
}

@test "what is named like evidence and cannot be read is missing evidence, and what can be is judged" {
  spoil() {
    case $1 in
      link) ln -s nothing "$checkout/results/more.out" ;;
      loop) ln -s more.out "$checkout/results/more.out" ;;
      pipe) mkfifo "$checkout/results/more.out" ;;
      device) ln -s /dev/zero "$checkout/results/more.out" ;;
    esac
  }
  for kind in link loop pipe device; do
    rm -rf "$checkout/results"
    mkdir "$checkout/results" && cp "$runs"/h200-warm/* "$checkout/results" && spoil "$kind"
    run -82 job 3 true "{$recorded}"
    [[ $output == *'results/more.out: '* ]]
    [ "$(status_of)" = invalid ]
    cp "$runs"/h200-cold/* "$checkout/results"
    run -81 job 3 true "{$recorded}"
  done
  mkfifo "$BATS_TEST_TMPDIR/job_log"
  BUILDKITE_JOB_LOG_TMPFILE=$BATS_TEST_TMPDIR/job_log run -82 job 3 true '{"job-log":true}'
}

@test "an output folder that would swallow all evidence is refused before the command" {
  for options in '"logs":"jitgate/*.out"' '"logs":"results/**","output":"results"' '"logs":"a/b/*.log","output":"a"' \
    '"logs":"x.log","output":"."' '"logs":"x.log","output":"./."' '"logs":"{a/x,a/y}/*.log","output":"a"' \
    "\"logs\":\"$checkout/a/*.log\",\"output\":\"a\"" '"logs":"x.log","results":"out/*.json","output":"out"'; do
    run -83 job 3 'touch ran' "{$options}"
    [[ $output == *"plugin option 'output'"* ]]
    [ ! -e "$checkout/ran" ]
  done
  for options in '"logs":"results/**","output":"results/jit"' '"logs":"{a,results}/*.out","output":"a"' '"logs":"**/*.out"'; do
    rm -rf "$checkout/results"
    run -0 job 3 "$(leaves h200-warm)" "{$options,\"results\":\"results/*.json*\"}"
  done
  run -82 job 3 "$(leaves h200-warm)" '{"logs":"**/*.out","results":"**/*.json*","output":"./results"}'
  grep -q "in ./results, which count for nothing there (option 'output')" "$checkout/results/$BUILDKITE_JOB_ID/verdict.json"
}

@test "meta-data and annotation say valid of nothing that was not" {
  run -7 job 4 "$(leaves h200-warm); exit 7" "{$recorded,\"annotate\":\"always\"}"
  [ "$(meta jitgate:bench)" = unknown ]
  [ "$(calls 'annotate --context jitgate-bench --style warning$')" -eq 1 ]
  # A job that passed is tried again, and this time nothing is there, the gate is broken, or the hook never runs.
  run -0 over 3 h200-warm
  [ "$(meta jitgate:bench)" = valid ]
  export BUILDKITE_RETRY_COUNT=1
  rm -rf "$checkout/results"
  run -7 job 3 'exit 7' "{$recorded,\"preflight\":false}"
  [ "$(meta jitgate:bench)" = unknown ]
  [[ $(annotation) == *'NO VERDICT'*'left nothing to judge'* ]]
  run -0 over 3 h200-warm
  [ "$(meta jitgate:bench)" = valid ]
  run -83 job 3 true '{"logs":"x","preflight":false,"annotate":"sometimes"}'
  [ "$(meta jitgate:bench)" = unknown ]
  [[ $(annotation) == *'NO VERDICT'*annotate* ]]
  run -0 over 3 h200-warm
  BUILDKITE_JOB_CANCELLED=true run -0 over 3 h200-warm
  [ "$(meta jitgate:bench)" = unknown ]
  run -0 over 3 h200-warm
  AGENT_FAIL=upload run -84 over 3 h200-warm '"upload":"required"'
  [ "$(meta jitgate:bench)" = unknown ]
  # A folder that cannot be written.
  run -0 over 3 h200-warm
  rm -rf "$checkout/jitgate" && touch "$checkout/jitgate"
  run -84 over 3 h200-warm
  [ "$(meta jitgate:bench)" = unknown ]
}

@test "two entries of the plugin in one step keep to names of their own, and the step has the worse status" {
  both() {
    "$BATS_TEST_DIRNAME/run-as-agent.sh" "$1" "mkdir -p a b && cp '$runs/$2'/* a && cp '$runs/$3'/* b" \
      "$plugin" '{"logs":"a/*.out","results":"a/*.json*","annotate":"always"}' \
      "$plugin" '{"logs":"b/*.out","results":"b/*.json*","annotate":"always"'"${4:-}"'}'
  }
  run -0 both 3 h200-warm h200-warm
  [ "$(meta jitgate:bench)" = valid ]
  [ ! -e "$AGENT_RECORD/twice" ]
  [ "$(calls 'annotate --context jitgate-bench --style success$')" -eq 1 ]
  [ "$(calls 'annotate --context jitgate-bench/2 --style success$')" -eq 1 ]
  [ "$(find "$checkout/jitgate" -name verdict.json | wc -l)" -eq 2 ]
  for major in 3 4; do
    for more in '' ',"output":"other"'; do
      rm -rf "$AGENT_RECORD" "${checkout:?}"/*
      run -81 both "$major" h200-warm h200-cold "$more"
      [ "$(meta jitgate:bench)" = invalid ]
      rm -rf "$AGENT_RECORD" "${checkout:?}"/*
      run -81 both "$major" h200-cold h200-warm "$more"
      [ "$(meta jitgate:bench)" = invalid ]
    done
  done
  # The second never comes to its verdict.
  rm -rf "$AGENT_RECORD" "${checkout:?}"/*
  run -83 both 3 h200-warm h200-warm ',"preflight":false,"year":"x"'
  [ "$(meta jitgate:bench)" = unknown ]
}
