# shellcheck shell=bash
# Shared by the scripts beside it: is this system supported, what is missing, how to build, how to say what happens.
# Sourced, never run. It only ever writes under build/ and asks apt for packages that are not there.

set -euo pipefail
umask 022
LINGHE_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$LINGHE_ROOT"
export LC_ALL=C.UTF-8
LINGHE_LOGS=$LINGHE_ROOT/build/logs
LINGHE_STARTED=${LINGHE_STARTED:-$(date +%s)}
export LINGHE_STARTED

say() { printf '[%4d s] %s\n' $(($(date +%s) - LINGHE_STARTED)) "$*" >&2; }

die() {  # die CODE WHAT [HOW TO MEND]
  local code=$1
  printf '\nlinghe: %s\n' "$2" >&2
  [ -z "${3:-}" ] || printf '  what helps: %s\n' "$3" >&2
  exit "$code"
}

# ---- the system -----------------------------------------------------------------------------------------------

require_supported_system() {
  if [ "${LINGHE_ANY_SYSTEM:-0}" = 1 ]; then
    say "LINGHE_ANY_SYSTEM=1: the system is not checked and nothing is installed"
    return
  fi
  local os=unknown version='' name='an unknown system' machine
  machine=$(uname -m)
  if [ -r "${LINGHE_OS_RELEASE:-/etc/os-release}" ]; then
    # shellcheck disable=SC1090
    os=$(. "${LINGHE_OS_RELEASE:-/etc/os-release}" && printf '%s' "${ID:-unknown}")
    # shellcheck disable=SC1090
    version=$(. "${LINGHE_OS_RELEASE:-/etc/os-release}" && printf '%s' "${VERSION_ID:-}")
    # shellcheck disable=SC1090
    name=$(. "${LINGHE_OS_RELEASE:-/etc/os-release}" && printf '%s' "${PRETTY_NAME:-$os $version}")
  fi
  local mend='use Debian 12 (bookworm) on x86-64, in a container or a virtual machine if you like.
              If you have the packages of scripts/deps.txt by other means, set LINGHE_ANY_SYSTEM=1; it may work, it is not tested.'
  if [ "$os" != debian ] || [ "$version" != 12 ]; then
    die 2 "this is $name; these scripts support Debian 12 (bookworm) only." "$mend"
  fi
  if [ "$machine" != x86_64 ]; then
    die 2 "this processor is $machine; these scripts support x86_64 only." "$mend"
  fi
  local free_kb
  free_kb=$(df -Pk "$LINGHE_ROOT" | awk 'NR == 2 {print $4}')
  if [ "$free_kb" -lt 3000000 ]; then
    die 74 "only $((free_kb / 1024)) MB are free where $LINGHE_ROOT lies; about 3 GB are needed." "make room on that disk."
  fi
  if ! mkdir -p "$LINGHE_ROOT/build" 2>/dev/null || [ ! -w "$LINGHE_ROOT/build" ]; then
    die 74 "cannot write to $LINGHE_ROOT/build." "give yourself the folder (chown) or clone Linghe into one of your own."
  fi
}

# One of our scripts at a time: two would build into the same folders.
take_turn() {
  [ "${LINGHE_TURN:-0}" = 0 ] || return 0
  exec 9>"$LINGHE_ROOT/build/.turn"
  if ! flock -n 9; then
    say "another Linghe script is at work in this folder; waiting for it"
    flock 9
  fi
  export LINGHE_TURN=1
}

# Under sudo, what we made belongs to the person who called.
give_back() {
  if [ "$(id -u)" = 0 ] && [ -n "${SUDO_UID:-}" ] && [ "${LINGHE_OUTERMOST:-}" = "$$" ]; then
    local made
    for made in build runs; do
      [ ! -d "$LINGHE_ROOT/$made" ] || chown -R "$SUDO_UID:${SUDO_GID:-$SUDO_UID}" "$LINGHE_ROOT/$made" || true
    done
  fi
}

begin() {
  require_supported_system
  LINGHE_OUTERMOST=${LINGHE_OUTERMOST:-$$}
  export LINGHE_OUTERMOST
  trap give_back EXIT
  mkdir -p "$LINGHE_LOGS"
  take_turn
}

# ---- long steps ------------------------------------------------------------------------------------------------

# step LOGNAME TEXT COMMAND...: quiet unless it fails; a sign of life every 30 s, or each second on a terminal.
step() {
  local log=$LINGHE_LOGS/$1.log text=$2 pid status=0 seconds=0 last
  shift 2
  say "$text"
  "$@" >"$log" 2>&1 </dev/null 9>&- &
  pid=$!
  # shellcheck disable=SC2064
  trap "kill -TERM $pid 2>/dev/null || true; exit 130" INT TERM
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.5
    seconds=$((seconds + 1))
    last=$(tail -c 400 "$log" | tr '\r' '\n' | grep -aoE '^\[[0-9]+/[0-9]+\]' | tail -n 1 || true)
    if [ -t 2 ]; then
      printf '\r[%4d s]   %s %s ' $(($(date +%s) - LINGHE_STARTED)) "${text:0:48}" "$last" >&2
    elif [ $((seconds % 60)) = 0 ]; then
      say "  still at it: ${text:0:48} $last"
    fi
  done
  wait "$pid" || status=$?
  trap - INT TERM
  [ ! -t 2 ] || printf '\r\033[K' >&2
  if [ "$status" != 0 ]; then
    printf -- '---- last lines of %s\n' "$log" >&2
    tail -n 40 "$log" >&2
    printf -- '----\n' >&2
    say "failed (exit code $status): $text"
  fi
  return "$status"
}

# ---- packages --------------------------------------------------------------------------------------------------

missing_packages() {  # missing_packages run|test ...
  local kind package want=" $* "
  while read -r kind package _; do
    case "$kind" in '' | '#'*) continue ;; esac
    [[ "$want" == *" $kind "* ]] || continue
    # Node comes from elsewhere as often as from Debian, and then brings its npm along: the program is what counts.
    if [ "$kind" != run ] && [ "$kind" != test ] && command -v "${package/#nodejs/node}" >/dev/null; then continue; fi
    if [ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null || true)" != 'ii ' ]; then
      printf '%s\n' "$package"
    fi
  done <"$LINGHE_ROOT/scripts/deps.txt"
}

apt_quiet() {
  local as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo -n)
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q \
    -o Acquire::Retries=3 -o DPkg::Lock::Timeout=180 -o Dpkg::Use-Pty=0 "$@"
}

install_missing() {  # install_missing run [test]
  [ "${LINGHE_ANY_SYSTEM:-0}" != 1 ] || return 0
  local packages attempt
  mapfile -t packages < <(missing_packages "$@")
  if [ "${#packages[@]}" = 0 ]; then
    say "every package is there"
    return 0
  fi
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
      die 2 "packages are missing and only root may install them: ${packages[*]}" \
        "as root: apt-get install --no-install-recommends ${packages[*]}"
    fi
    if ! sudo -n true 2>/dev/null; then
      if [ -t 0 ]; then
        say "packages are missing; sudo may ask for your password"
        sudo -v || die 2 "sudo did not let us install packages." "run this script as root, or install yourself: ${packages[*]}"
      else
        die 2 "packages are missing and sudo would ask for a password, but there is no terminal." \
          "sudo apt-get install --no-install-recommends ${packages[*]}"
      fi
    fi
  fi
  for attempt in 1 2 3; do
    # A third-party source that is down need not stop us: what counts is whether the packages arrive.
    step apt-update "looking for ${#packages[@]} missing packages (attempt $attempt)" apt_quiet update || true
    if step apt-install "installing: ${packages[*]}" apt_quiet install --no-install-recommends "${packages[@]}"; then
      return 0
    fi
    sleep $((attempt * 5))
  done
  die 1 "the packages could not be installed: ${packages[*]}" \
    "see $LINGHE_LOGS/apt-install.log; is there a network, and does /etc/apt name a Debian 12 mirror?"
}

# ---- building --------------------------------------------------------------------------------------------------

build_jobs() {  # one compiler per core, and no more than memory holds (1 GB each)
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable/ {print int($2 / 1000000)}' /proc/meminfo)
  [ "$memory" -ge 1 ] || memory=1
  if [ "$cores" -lt "$memory" ]; then printf '%s\n' "$cores"; else printf '%s\n' "$memory"; fi
}

# build PRESET [TARGET...]: configured when new or moved, then only what changed.
build() {
  local preset=$1 folder=$LINGHE_ROOT/build/$1 home
  shift
  if [ -f "$folder/CMakeCache.txt" ]; then
    home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$folder/CMakeCache.txt")
    if [ "$home" != "$LINGHE_ROOT" ]; then
      say "build/$preset was made for $home; starting it anew"
      rm -rf "$folder"
    fi
  fi
  local options=()
  [ "${LINGHE_BUILD_TESTS:-1}" = 1 ] || options=(-DLINGHE_TESTS=OFF)
  if [ ! -f "$folder/build.ninja" ] || [ "${#options[@]}" != 0 ]; then
    step "configure-$preset" "configuring $preset" cmake --preset "$preset" "${options[@]}" ||
      die 1 "configuring $preset failed." "see $LINGHE_LOGS/configure-$preset.log"
  fi
  # Only programs that this checkout can make; a missing one is for the suite that needs it to report.
  local target targets=() known
  if [ "$#" != 0 ]; then
    known=$(ninja -C "$folder" -t targets all 2>/dev/null | sed -n 's/: phony$//p')
    for target in "$@"; do
      if grep -qxF -- "$target" <<<"$known"; then targets+=("$target"); else say "no target $target in $preset yet"; fi
    done
    [ "${#targets[@]}" != 0 ] || return 0
  fi
  step "build-$preset" "building $preset${targets[*]:+ (${targets[*]})}" \
    nice ninja -C "$folder" -j "$(build_jobs)" "${targets[@]}" ||
    die 1 "building $preset failed." "see $LINGHE_LOGS/build-$preset.log"
}
