#!/bin/bash
# Runs one job as the agent does: hooks in the order of its major version, each sourced by a wrapper, the command
# between them, then the step's artifact_paths. What the agent hands to hooks, and which status wins, is of
# facts of its source: a hook that fails ends its phase, pre-command's failure skips command and post-command, and a
# post-command's status replaces the command's.
#
#   run-as-agent.sh MAJOR COMMAND PLUGIN-FOLDER CONFIGURATION [PLUGIN-FOLDER CONFIGURATION…]
#
# CONFIGURATION is JSON. Ends with the job's status; the last line tells it. Repository hooks are taken from
# .buildkite/hooks of the checkout (BUILDKITE_BUILD_CHECKOUT_PATH). LEGACY_ORDER=1: a v4 with legacy-post-hook-order.
set -uo pipefail

major=$1
command=$2
shift 2
folders=()
configurations=()
while [[ $# -gt 1 ]]; do
  folders+=("$1")
  configurations+=("$2")
  shift 2
done
checkout=${BUILDKITE_BUILD_CHECKOUT_PATH:?}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Lines "export NAME=VALUE" of one plugin's options, as the agent flattens them; with a null anywhere it sets nothing.
# Else every option is a variable of its own besides, whose prefix comes from the end of the plugin's source.
plugin_variables() {
  /usr/bin/python3 -I -S -B - "$1" "$2" << 'END'
import json, os, re, shlex, sys
folder, text = sys.argv[1:]
configuration = json.loads(text)
name = re.sub("[^a-z0-9]", "-", os.path.basename(folder.rstrip("/")).lower())
name = re.sub("-buildkite-plugin(-git)?$", "", name).replace("-", "_").upper()
variables = {"BUILDKITE_PLUGIN_NAME": name, "BUILDKITE_PLUGIN_CONFIGURATION": text}
nulls = False
def flatten(prefix, value):
    global nulls
    if isinstance(value, dict):
        for key, one in value.items():
            flatten(prefix + "_" + re.sub(r"[\s-]", "_", key).upper(), one)
    elif isinstance(value, list):
        for number, one in enumerate(value):
            flatten(f"{prefix}_{number}", one)
    elif value is None:
        nulls = True
    else:
        variables[prefix] = json.dumps(value) if not isinstance(value, str) else value
flatten("BUILDKITE_PLUGIN_" + name, configuration or {})
if nulls:
    print("echo 'Error configuring plugin environment: unknown type <nil>' >&2")
else:
    for variable, value in variables.items():
        print(f"export {variable}={shlex.quote(value)}")
END
}

# Sources the hook $1 in a wrapper like the agent's, in a process of its own; $2: lines that set its variables.
run_hook() {
  # shellcheck disable=SC2016  # the wrapper's own variables
  {
    printf '%s\n' '#!/bin/bash' "$2" "env -0 > '$work/before'" ". '$1'" 'export BUILDKITE_HOOK_EXIT_STATUS=$?' \
      "env -0 > '$work/after'" 'exit $BUILDKITE_HOOK_EXIT_STATUS'
  } > "$work/wrapper"
  (cd "$checkout" && bash "$work/wrapper" < /dev/null)
}

# The hooks of the kind $1: "<number of the plugin or -1> <file>" in order.
hooks_of() {
  local i lines=()
  if [[ -f $checkout/.buildkite/hooks/$1 ]]; then lines+=("-1 $checkout/.buildkite/hooks/$1"); fi
  for i in "${!folders[@]}"; do
    if [[ -f ${folders[i]}/hooks/$1 ]]; then lines+=("$i ${folders[i]}/hooks/$1"); fi
  done
  if [[ ${#lines[@]} -eq 0 ]]; then return; fi
  if [[ $major -ge 4 && $1 == post-command && -z ${LEGACY_ORDER:-} ]]; then
    printf '%s\n' "${lines[@]}" | tac
  else
    printf '%s\n' "${lines[@]}"
  fi
}

# Runs the phase; its status is that of the first hook that fails.
phase() {
  local number file variables status
  while read -r number file <&3; do
    variables=
    if [[ $number -ge 0 ]]; then
      variables=$(< "$work/variables.$number")
    fi
    status=0
    run_hook "$file" "$variables" || status=$?
    if [[ $status -ne 0 ]]; then return "$status"; fi
  done 3< <(hooks_of "$1")
}

# All of the step's plugins, in the order in which it lists them.
all=()
for i in "${!folders[@]}"; do all+=("{\"${folders[i]}#v0.1.0\":${configurations[i]}}"); done
BUILDKITE_PLUGINS=[$(IFS=,; printf '%s' "${all[*]}")]
export BUILDKITE_PLUGINS

for i in "${!folders[@]}"; do
  plugin_variables "${folders[i]}" "${configurations[i]}" > "$work/variables.$i"
done
unset BUILDKITE_PLUGIN_CONFIGURATION BUILDKITE_PLUGIN_NAME BUILDKITE_COMMAND_EXIT_STATUS
status=0
phase pre-command || status=$?
if [[ $status -eq 0 ]]; then
  (cd "$checkout" && bash -c "$command" < /dev/null) || status=$?
  export BUILDKITE_COMMAND_EXIT_STATUS=$status
  after=0
  phase post-command || after=$?
  if [[ $after -ne 0 ]]; then status=$after; fi
fi
if [[ -n ${BUILDKITE_ARTIFACT_PATHS:-} ]]; then
  (
    cd "$checkout" || exit
    shopt -s globstar nullglob
    IFS=';'
    for file in $BUILDKITE_ARTIFACT_PATHS; do
      if [[ -f $file ]]; then buildkite-agent artifact upload "$file"; fi
    done
  )
fi
if [[ $status -eq 125 ]]; then
  echo 'job: exit status -1'
  exit 255
fi
echo "job: exit status $status"
exit "$status"
