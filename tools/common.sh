# Shared by ./run and ./test: quiet configuring and building. Sourced, not run; the caller is in the repository's root.

die() {
  echo "$*" >&2
  exit 1
}

# quietly LOG COMMAND...: the output goes to LOG. On a terminal its last line is shown while it runs; on failure all of it.
quietly() {
  local log=$1 line status=0
  shift
  mkdir -p "$(dirname "$log")"
  if [[ -t 1 ]]; then
    "$@" 2>&1 | tee "$log" | while IFS= read -r line; do printf '\r\033[K%.100s' "$line"; done || status=$?
    printf '\r\033[K'
  else
    "$@" >"$log" 2>&1 || status=$?
  fi
  ((status == 0)) && return
  cat "$log" >&2
  return "$status"
}

# build PRESET FOLDER TARGET [CONFIGURE-OPTION...]: configures where needed, then builds.
build() {
  local preset=$1 folder=$2 target=$3
  shift 3
  if [[ ! -e $folder/build.ninja || $# -gt 0 ]]; then
    quietly "$folder/configure.log" cmake --preset "$preset" "$@" || die "configuring $folder failed (see above)"
  fi
  [[ -t 1 ]] || echo "building $target in $folder"
  quietly "$folder/build.log" cmake --build "$folder" --target "$target" || die "building $target failed (see above)$(build_hint "$folder")"
}

# build_hint FOLDER: what to do about a failure that is not the code's.
build_hint() {
  grep -Eqi '^npm err' "$1/build.log" || return 0
  echo "; npm could not fetch what the viewer is made of: see to its network (proxy, certificates), or build without the viewer: cmake --preset release -DSTICTION_BUILD_VIEWER=OFF, then the same again"
}
