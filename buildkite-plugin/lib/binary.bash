#!/bin/bash
# The jitgate binary: found, checked, run. All that decides is in the binary; this file only gets hold of it, and fails
# closed with 84 (jitgate could not do the job): of an unknown system, a wrong digest, a binary of another version. It is
# sourced by hooks that the agent sources in turn, so all its names begin with jitgate_, and it changes no directory.

jitgate_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

jitgate_say() { printf 'jitgate: %s\n' "$*" >&2; }

# An option of the plugin by the end of its variable's name. The beginning depends on how the plugin's source is written
# (a folder of a repository has another than a repository of its own), so it is never spelt out.
jitgate_option() {
  local name=BUILDKITE_PLUGIN_${BUILDKITE_PLUGIN_NAME:-}_$1
  if [[ $name =~ ^[A-Za-z0-9_]+$ ]]; then printf '%s' "${!name:-}"; fi
}

jitgate_is_off() { [[ ${1,,} =~ ^(false|off|no|0)$ ]]; }

# Whether version $1 may stand for version $2: the same major and not older; below 1.0 the same minor, too.
jitgate_fits() {
  local -a have want
  [[ $1 =~ ^([0-9]+)\.([0-9]+)\.([0-9]+)$ ]] || return 1
  have=("${BASH_REMATCH[@]:1}")
  [[ $2 =~ ^([0-9]+)\.([0-9]+)\.([0-9]+)$ ]] || return 1
  want=("${BASH_REMATCH[@]:1}")
  ((10#${have[0]} == 10#${want[0]})) || return 1
  if ((10#${have[1]} != 10#${want[1]})); then
    ((10#${want[0]} > 0 && 10#${have[1]} > 10#${want[1]}))
    return
  fi
  ((10#${have[2]} >= 10#${want[2]}))
}

# Runs the program $1 and accepts it if it is a jitgate that this plugin can work with.
jitgate_accept() {
  local said version status=0
  said=$("$1" --version 2>&1 < /dev/null) || status=$?
  if [[ $status -eq 126 ]]; then
    jitgate_say "$1 may not be run (${said:0:200}): is it executable, and its file system not mounted noexec?"
    return 84
  fi
  # A shell of a directory that is gone complains before the program speaks: any line may be the program's.
  if [[ $status -ne 0 || ! $said =~ (^|[[:space:]])jitgate\ ([0-9.]+) ]]; then
    jitgate_say "$1 is no jitgate that runs here (status $status: ${said:0:200})"
    return 84
  fi
  version=${BASH_REMATCH[2]}
  if ! jitgate_fits "$version" "$2"; then
    jitgate_say "$1 is version $version; this plugin needs $2"
    return 84
  fi
  jitgate_say "plugin $2, $1 $version"
}

# The name of the release's file for this machine.
jitgate_asset() {
  local os arch
  os=$(uname -s)
  arch=$(uname -m)
  case $os-$arch in
    Linux-x86_64 | Linux-amd64) printf 'jitgate-%s-linux-x86_64.tar.gz' "$1" ;;
    Linux-aarch64 | Linux-arm64) printf 'jitgate-%s-linux-aarch64.tar.gz' "$1" ;;
    *)
      jitgate_say "there is no binary for $os on $arch: build one and name it with the option 'binary'"
      return 84
      ;;
  esac
}

# Whether the file $1 has the digest $2.
jitgate_verified() {
  local digest
  if command -v sha256sum > /dev/null; then
    digest=$(sha256sum < "$1")
  elif command -v shasum > /dev/null; then
    digest=$(shasum -a 256 < "$1")
  else
    jitgate_say 'neither sha256sum nor shasum is here: nothing is run that cannot be verified'
    return 84
  fi
  [[ ${digest%% *} == "$2" ]]
}

# Fetches $1 into the file $2, three times at most.
jitgate_fetch() {
  local try
  for try in 1 2 3; do
    if command -v curl > /dev/null; then
      curl --fail --silent --show-error --location --proto '=https' --max-time 120 --output "$2" "$1" < /dev/null \
        && return
    elif command -v wget > /dev/null; then
      wget --quiet --https-only --timeout=60 --tries=1 -O "$2" "$1" < /dev/null && return
    else
      jitgate_say 'neither curl nor wget is here'
      return 84
    fi
    if [[ $try -lt 3 ]]; then sleep "${JITGATE_PLUGIN_PAUSE:-5}"; fi
  done
  jitgate_say "cannot download $1"
  return 84
}

# The release of version $1 from the address $2, kept between jobs; prints the archive's path.
jitgate_download() {
  local version=$1 from=${2%/} asset digest store file part
  if [[ $from != https://* ]]; then
    jitgate_say "download: no https address: $from"
    return 83
  fi
  asset=$(jitgate_asset "$version") || return
  digest=$(sed -n "s/^\([0-9a-f]\{64\}\)  ${asset//./\\.}\$/\1/p" "$jitgate_folder/SHA256SUMS")
  if [[ ! $digest =~ ^[0-9a-f]{64}$ ]]; then
    jitgate_say "SHA256SUMS has no digest of $asset: it is not downloaded"
    return 84
  fi
  # Agents of several versions and machines may share the folder, so the name tells both.
  store=${BUILDKITE_PLUGINS_PATH:-$jitgate_folder}/.jitgate-bin
  file=$store/$asset
  if [[ -f $file ]] && jitgate_verified "$file" "$digest"; then
    printf '%s' "$file"
    return
  fi
  if ! mkdir -p "$store" || ! part=$(mktemp "$store/.part.XXXXXX"); then
    jitgate_say "cannot write to $store"
    return 84
  fi
  if ! jitgate_fetch "$from/v$version/$asset" "$part"; then
    rm -f "$part"
    return 84
  fi
  if ! jitgate_verified "$part" "$digest"; then
    rm -f "$part"
    jitgate_say "what $from/v$version/$asset gave is not the file whose digest this plugin pins: not run"
    return 84
  fi
  # Renamed only when it is whole: another job may be looking for it at this moment.
  if ! chmod 644 "$part" || ! mv -f "$part" "$file"; then
    rm -f "$part"
    jitgate_say "cannot write $file"
    return 84
  fi
  printf '%s' "$file"
}

# The release's archive $1 unpacked beside it, anew each time, so that what runs is what was verified; prints the path of
# its program. jitgate_run removes it.
jitgate_unpack() {
  local folder
  if ! folder=$(mktemp -d "${1%/*}/.run.XXXXXX") || ! tar -xzf "$1" -C "$folder" --strip-components=1 >&2; then
    rm -rf "${folder:-}"
    jitgate_say "$1 cannot be unpacked"
    return 84
  fi
  printf '%s' "$folder/jitgate"
}

# Prints the path of a binary that may be run.
jitgate_find() {
  local version file from
  version=$(tr -d '[:space:]' < "$jitgate_folder/VERSION")
  file=$(jitgate_option BINARY)
  if [[ -n $file ]]; then
    if [[ $file != /* ]]; then file=${BUILDKITE_BUILD_CHECKOUT_PATH:-.}/$file; fi
    if [[ ! -f $file ]]; then
      jitgate_say "the option 'binary' names $file, which is not there"
      return 84
    fi
    jitgate_accept "$file" "$version" || return
    printf '%s' "$file"
    return
  fi
  from=$(jitgate_option DOWNLOAD)
  if jitgate_is_off "$from"; then from=; fi
  if file=$(type -P jitgate); then
    if jitgate_accept "$file" "$version"; then
      printf '%s' "$file"
      return
    elif [[ -z $from ]]; then
      return 84
    fi
  elif [[ -z $from ]]; then
    jitgate_say "no jitgate in PATH: install version $version, or name it (option 'binary') or a source (option 'download')"
    return 84
  fi
  file=$(jitgate_download "$version" "$from") || return
  file=$(jitgate_unpack "$file") || return
  if ! jitgate_accept "$file" "$version"; then
    rm -rf "${file%/*}"
    return 84
  fi
  printf '%s' "$file"
}

# `jitgate buildkite $1`; its status, or 84 for one that is none of jitgate's own (a crash, a kill).
jitgate_run() {
  local binary status=0
  if [[ -z ${BUILDKITE_PLUGIN_CONFIGURATION+set} ]]; then
    jitgate_say 'the agent handed over no options at all (BUILDKITE_PLUGIN_CONFIGURATION is not set)'
    jitgate_say 'an option without a value ("key: ~", or a key with nothing behind it) makes it do so; so do agents before 3.28.1'
    return 83
  fi
  binary=$(jitgate_find) || return
  "$binary" buildkite "$1" < /dev/null || status=$?
  if [[ $binary == */.jitgate-bin/.run.??????/jitgate ]]; then rm -rf "${binary%/*}"; fi
  case $status in
    0 | 8[0-4]) ;;
    *)
      jitgate_say "ended with $status, which is no status of jitgate's: it was killed, or it has a fault"
      status=84
      ;;
  esac
  return "$status"
}
