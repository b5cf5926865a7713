#!/usr/bin/env bats
# How the hooks get hold of the binary, and that they fail closed. No network: curl, uname and the digest tools are
# small programs of the test.

# shellcheck disable=SC2016,SC2154  # the fakes' own variables; what helper.bash sets

load helper

setup() {
  begin
  copy=$BATS_TEST_TMPDIR/copy  # of the plugin, with digests of its own
  mkdir -p "$copy"
  cp -r "$plugin"/{hooks,lib,VERSION,SHA256SUMS} "$copy"
  stub=$BATS_TEST_DIRNAME/stubs/hooks-only/jitgate
  version=$(cat "$plugin/VERSION")
  asset=jitgate-$version-linux-x86_64.tar.gz
  release=$BATS_TEST_TMPDIR/$asset  # the stub, as a release has it
  mkdir "$BATS_TEST_TMPDIR/jitgate-x"
  cp "$stub" "$BATS_TEST_TMPDIR/jitgate-x/jitgate"
  tar -czf "$release" -C "$BATS_TEST_TMPDIR" jitgate-x
  tools=$BATS_TEST_TMPDIR/tools  # PATH of nothing but what is named
  mkdir -p "$tools" "$BATS_TEST_TMPDIR/plugins"
  local one
  for one in bash env dirname tr sed mktemp mkdir chmod mv rm cp cat sleep sha256sum tar gzip; do
    ln -s "$(type -P "$one")" "$tools/$one"
  done
  fake uname 'if [[ $1 == -m ]]; then echo "${FAKE_ARCH:-x86_64}"; else echo "${FAKE_OS:-Linux}"; fi'
  export BUILDKITE_PLUGINS_PATH=$BATS_TEST_TMPDIR/plugins JITGATE_PLUGIN_PAUSE=0
  export STUB_RECORD=$BATS_TEST_TMPDIR/stub
  configured '{"logs":"x"}'
}

fake() {
  printf '#!/bin/bash\n%s\n' "$2" > "$tools/$1"
  chmod 755 "$tools/$1"
}

pinned() { printf '%s  %s\n' "$(sha256sum < "$1" | sed 's/ .*//')" "${2:-$asset}" > "$copy/SHA256SUMS"; }

# A curl that gives the file $1 and counts its calls.
serving() {
  fake curl 'echo "$*" >> "'"$BATS_TEST_TMPDIR"'/curls"
while [[ $# -gt 0 ]]; do if [[ $1 == --output ]]; then out=$2; fi; shift; done
cp "'"$1"'" "$out"'
}

downloading() { export BUILDKITE_PLUGIN_BUILDKITE_PLUGIN_DOWNLOAD=https://example.invalid/download; }
preflight() { PATH=$tools bash "$copy/hooks/pre-command"; }
kept() { ls -A "$BATS_TEST_TMPDIR/plugins/.jitgate-bin"; }

@test "no binary at all is 84 and says what to do" {
  run -84 preflight
  [[ $output == *"no jitgate in PATH: install version $version"* ]]
}

@test "one in PATH is taken, and its version is told with the plugin's" {
  ln -s "$stub" "$tools/jitgate"
  run -0 preflight
  [[ $output == *"plugin $version, "*"/jitgate $version"* ]]
  [[ $output == *'stub: buildkite preflight'* ]]
}

@test "one in PATH of another version is refused, older ones and those of another minor" {
  ln -s "$stub" "$tools/jitgate"
  for other in 0.0.9 0.2.0 1.0.0 0.1 x ''; do
    echo 0.1.5 > "$copy/VERSION"
    STUB_VERSION=${other:-none} run -84 preflight
    [ ! -e "$STUB_RECORD" ]
  done
  STUB_VERSION=0.1.4 run -84 preflight
  STUB_VERSION=0.1.10 run -0 preflight
  echo 2.3.4 > "$copy/VERSION"
  for other in 2.3.3 2.2.9 3.0.0 1.9.9; do STUB_VERSION=$other run -84 preflight; done
  for other in 2.3.4 2.3.10 2.10.0; do STUB_VERSION=$other run -0 preflight; done
}

@test "the option binary names one, and nothing else is then taken" {
  ln -s "$stub" "$tools/jitgate"
  export BUILDKITE_PLUGIN_BUILDKITE_PLUGIN_BINARY=$BATS_TEST_TMPDIR/none
  run -84 preflight
  [[ $output == *'which is not there'* ]]
  cp "$stub" "$checkout/mine"
  BUILDKITE_PLUGIN_BUILDKITE_PLUGIN_BINARY=mine run -0 preflight
  [[ $output == *"$checkout/mine $version"* ]]
  echo 'no program' > "$checkout/mine"
  BUILDKITE_PLUGIN_BUILDKITE_PLUGIN_BINARY=mine run -84 preflight
}

@test "the option is read whatever the plugin's source is called" {
  cp "$stub" "$checkout/mine"
  for name in JITGATE JITGATE_GIT; do
    run -0 env "BUILDKITE_PLUGIN_NAME=$name" "BUILDKITE_PLUGIN_${name}_BINARY=mine" PATH="$tools" bash "$copy/hooks/pre-command"
    [[ $output == *"$checkout/mine"* ]]
  done
}

@test "a file that may not be run says so: no bit, or a file system that allows none" {
  cp "$stub" "$checkout/mine"
  chmod 644 "$checkout/mine"
  BUILDKITE_PLUGIN_BUILDKITE_PLUGIN_BINARY=mine run -84 preflight
  [[ $output == *'may not be run'*noexec* ]]
}

@test "it is downloaded only where that is asked for, once, and kept under version and machine" {
  pinned "$release"
  serving "$release"
  run -84 preflight
  [ ! -e "$BATS_TEST_TMPDIR/curls" ]
  for off in false off 0; do BUILDKITE_PLUGIN_BUILDKITE_PLUGIN_DOWNLOAD=$off run -84 preflight; done
  [ ! -e "$BATS_TEST_TMPDIR/curls" ]
  downloading
  run -0 preflight
  run -0 preflight
  [[ $output == *'stub: buildkite preflight'* ]]
  [ "$(wc -l < "$BATS_TEST_TMPDIR/curls")" -eq 1 ]
  [[ $(cat "$BATS_TEST_TMPDIR/curls") == *"https://example.invalid/download/v$version/$asset" ]]
  [ "$(kept)" = "$asset" ]
}

@test "the release's own binary, downloaded, takes the options as the hooks do" {
  cp "${JITGATE:?the path of the binary}" "$BATS_TEST_TMPDIR/jitgate-x/jitgate"
  tar -C "$BATS_TEST_TMPDIR" -c jitgate-x | gzip -1 > "$release"
  pinned "$release"
  serving "$release"
  downloading
  configured '{"logs":"x","download":"https://example.invalid/download"}'
  run -0 preflight
  [[ $output == *'the gate is ready'* ]]
  BUILDKITE_COMMAND_EXIT_STATUS=0 PATH=$tools run -82 bash "$copy/hooks/post-command"
  ln -s "$JITGATE" "$tools/jitgate"
  for off in false '"off"'; do
    configured "{\"logs\":\"x\",\"download\":$off}"
    run -0 preflight
  done
  for wrong in true '"http://example.invalid"' '"example.invalid"' '"/srv/jitgate"'; do
    configured "{\"logs\":\"x\",\"download\":$wrong}"
    run -83 preflight
    [[ $output == *"plugin option 'download'"* ]]
  done
}

@test "what is installed is preferred to a download; one of the wrong version is replaced by it" {
  pinned "$release"
  serving "$release"
  downloading
  ln -s "$stub" "$tools/jitgate"
  run -0 preflight
  [ ! -e "$BATS_TEST_TMPDIR/curls" ]
  rm "$tools/jitgate"
  fake jitgate 'echo jitgate 9.9.9'
  run -0 preflight
  [ -e "$BATS_TEST_TMPDIR/curls" ]
}

@test "what cannot be unpacked, or holds no program, is 84 and leaves nothing" {
  echo 'no archive' > "$release"
  pinned "$release"
  serving "$release"
  downloading
  run -84 preflight
  [[ $output == *'cannot be unpacked'* ]]
  mkdir "$BATS_TEST_TMPDIR/empty"
  tar -czf "$release" -C "$BATS_TEST_TMPDIR" empty
  pinned "$release"
  run -84 preflight
  [ "$(kept)" = "$asset" ]
}

@test "a wrong digest is 84, and nothing is kept or run" {
  pinned "$release"
  echo '#!/bin/bash' > "$BATS_TEST_TMPDIR/wrong"
  serving "$BATS_TEST_TMPDIR/wrong"
  downloading
  run -84 preflight
  [[ $output == *'not the file whose digest this plugin pins'* ]]
  [ -z "$(kept)" ]
}

@test "what was kept and is spoilt is fetched anew" {
  pinned "$release"
  serving "$release"
  downloading
  run -0 preflight
  echo spoilt >> "$BATS_TEST_TMPDIR/plugins/.jitgate-bin/$asset"
  run -0 preflight
  [ "$(wc -l < "$BATS_TEST_TMPDIR/curls")" -eq 2 ]
}

@test "no digest is 84 and asks nobody: none pinned, another version's, another machine's, a torn line" {
  serving "$release"
  downloading
  run -84 preflight
  pinned "$release" "jitgate-9.9.9-linux-x86_64.tar.gz"
  run -84 preflight
  FAKE_ARCH=aarch64 run -84 preflight
  echo "abc  $asset" > "$copy/SHA256SUMS"
  run -84 preflight
  [ ! -e "$BATS_TEST_TMPDIR/curls" ]
}

@test "no tool for digests, or none to download, is 84" {
  pinned "$release"
  downloading
  run -84 preflight
  [[ $output == *'neither curl nor wget'* ]]
  serving "$release"
  rm "$tools/sha256sum"
  run -84 preflight
  [[ $output == *'neither sha256sum nor shasum'* ]]
  [ ! -e "$STUB_RECORD" ]
}

@test "a machine that no release is for is 84, never another's binary" {
  pinned "$release"
  serving "$release"
  downloading
  for machine in Linux/riscv64 Linux/i686 Linux/armv7l Darwin/arm64 FreeBSD/amd64 MINGW64_NT/x86_64; do
    FAKE_OS=${machine%/*} FAKE_ARCH=${machine#*/} run -84 preflight
  done
  [ ! -e "$BATS_TEST_TMPDIR/curls" ]
  pinned "$release" "jitgate-$version-linux-aarch64.tar.gz"
  FAKE_ARCH=arm64 run -0 preflight
}

@test "a download is tried three times" {
  pinned "$release"
  fake curl 'echo x >> "'"$BATS_TEST_TMPDIR"'/curls"; exit 22'
  downloading
  run -84 preflight
  [ "$(wc -l < "$BATS_TEST_TMPDIR/curls")" -eq 3 ]
  [ -z "$(kept)" ]
}

@test "no other protocol than https" {
  pinned "$release"
  serving "$release"
  for address in http://example.invalid file:///tmp/x ftp://x true; do
    BUILDKITE_PLUGIN_BUILDKITE_PLUGIN_DOWNLOAD=$address run -83 preflight
  done
}

@test "a folder that cannot be written to is 84" {
  pinned "$release"
  serving "$release"
  downloading
  echo 'a file' > "$BATS_TEST_TMPDIR/file"
  BUILDKITE_PLUGINS_PATH=$BATS_TEST_TMPDIR/file run -84 preflight
}

@test "VERSION is the program's own" {
  [ "$(cat "$plugin/VERSION")" = "$("$JITGATE" --version | sed 's/^jitgate \([0-9.]*\).*/\1/')" ]
}
