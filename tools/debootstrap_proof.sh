#!/usr/bin/env bash
# shellcheck disable=SC2016  # single quotes are for the shell inside the root, backticks for Markdown
# Proof that the two commands of the README work where nothing was installed: a fresh Debian 12 root by debootstrap, a
# clone of this checkout's HEAD in it, scripts/demo and scripts/test run there, each twice (from nothing; when built).
#
#   tools/debootstrap_proof.sh [--root FOLDER] [--keep] [--sudo] [--only STEP]...
#     --root FOLDER   where the root is laid (default: a new folder under TMPDIR); must not exist or be empty
#     --keep          leave it there afterwards
#     --sudo          in addition, both commands once more as an ordinary user through sudo
#     --only STEP     only these: bootstrap, check, install, demo, test (may be repeated; bootstrap is always done)
#
# Needs root and debootstrap. Uses the mirror and the proxy that this machine's apt uses.
# Writes docs/proofs/debootstrap.md (only for a whole run, without --only).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
root='' keep=0 with_sudo=0 only=' '
while [ "$#" != 0 ]; do
  case "$1" in
    --root) root=${2:?--root wants a folder}; shift ;;
    --keep) keep=1 ;;
    --sudo) with_sudo=1 ;;
    --only) only+="${2:?--only wants a step} "; shift ;;
    *) printf 'unknown argument %s; see the head of %s\n' "$1" "$0" >&2; exit 2 ;;
  esac
  shift
done
[ "$(id -u)" = 0 ] || { printf 'debootstrap and chroot want root: sudo %s\n' "$0" >&2; exit 2; }
command -v debootstrap >/dev/null || { printf 'debootstrap is missing: apt-get install debootstrap\n' >&2; exit 2; }
[ -n "$root" ] || root=$(mktemp -d "${TMPDIR:-/tmp}/linghe-debian12.XXXXXX")
if [ -d "$root" ] && [ -n "$(ls -A "$root")" ]; then
  printf '%s is not empty; name a new folder\n' "$root" >&2
  exit 2
fi
mkdir -p "$root"
chmod 755 "$root"  # mktemp makes it for root alone: then no other user can so much as read a library in it
work=$(mktemp -d "${TMPDIR:-/tmp}/linghe-proof.XXXXXX")

wanted() { [ "$only" = ' ' ] || [[ "$only" == *" $1 "* ]]; }

clear_up() {
  local place
  for place in dev/shm dev/pts dev proc; do
    ! mountpoint -q "$root/$place" || umount "$root/$place" || umount -l "$root/$place"
  done
  if mountpoint -q "$root/proc" || mountpoint -q "$root/dev"; then
    printf 'something is still mounted under %s; it is left alone\n' "$root" >&2
  elif [ "$keep" = 0 ]; then
    rm -rf --one-file-system "$root" "$work"
  else
    printf 'kept: %s, logs in %s\n' "$root" "$work" >&2
  fi
}
trap clear_up EXIT

# ---- the mirror of this machine -----------------------------------------------------------------------------
mirror_of() {  # first archive that apt uses for a suite
  apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 2>/dev/null | awk -v suite="$1" '$2 == suite {print $1; exit}'
}
mirror=$(mirror_of bookworm)
mirror=${mirror:-http://deb.debian.org/debian}
security=$(mirror_of bookworm-security)
security=${security:-http://deb.debian.org/debian-security}

steps=()
timed() {  # timed NAME COMMAND...: keeps seconds, exit code and what was said
  local name=$1 start status=0
  shift
  start=$(date +%s)
  printf '== %s\n' "$name" >&2
  "$@" >"$work/$name.log" 2>&1 </dev/null || status=$?
  steps+=("$name $(($(date +%s) - start)) $status")
  printf '   %d s, exit code %d\n' $(($(date +%s) - start)) "$status" >&2
  [ "$status" = 0 ] || tail -n 25 "$work/$name.log" >&2
  return 0
}

inside() {  # inside COMMAND: in the root, with an environment as after a fresh login
  chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} bash -c "$1"
}

timed bootstrap debootstrap --variant=minbase bookworm "$root" "$mirror"
[ -x "$root/usr/bin/apt-get" ] || { printf 'debootstrap did not lay a root; see above\n' >&2; exit 1; }
cat >"$root/etc/apt/sources.list" <<END
deb $mirror bookworm main
deb $mirror bookworm-updates main
deb $security bookworm-security main
END
apt-config dump Acquire | grep -E '^Acquire::(http|https)::Proxy|^Acquire::Check-Valid-Until' \
  >"$root/etc/apt/apt.conf.d/90machine" || true
cp -L /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
cp -L /etc/hosts "$root/etc/hosts" 2>/dev/null || true
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
[ ! -d /dev/pts ] || mount --bind /dev/pts "$root/dev/pts"
[ ! -d /dev/shm ] || mount --bind /dev/shm "$root/dev/shm"
git -c safe.directory='*' clone -q --no-hardlinks "$here" "$root/srv/linghe"
commit=$(git -c safe.directory='*' -C "$root/srv/linghe" rev-parse --short=12 HEAD)
packages_before=$(inside 'dpkg-query -W | wc -l')

# The system check must speak before anything is touched: pretend to be another release.
refused() {
  local status=0
  inside "cd /srv/linghe && printf 'ID=debian\nVERSION_ID=\"11\"\nPRETTY_NAME=\"Debian GNU/Linux 11 (bullseye)\"\n' >/tmp/other &&
    LINGHE_OS_RELEASE=/tmp/other scripts/demo" || status=$?
  [ "$status" = 2 ] && [ "$(inside 'dpkg-query -W | wc -l')" = "$packages_before" ]
}
! wanted check || timed refuses-other-system refused
# shellcheck disable=SC2016
! [[ "$only" == *" install "* ]] || timed install inside 'cd /srv/linghe && . scripts/lib.sh && begin && install_missing run test'
if wanted demo; then
  timed demo inside 'cd /srv/linghe && scripts/demo'
  timed demo-again inside 'cd /srv/linghe && scripts/demo'
  timed demo-fought-again inside 'cd /srv/linghe && rm -f runs/.demo.id && scripts/demo'
fi
if wanted test; then
  timed test inside 'cd /srv/linghe && scripts/test'
  timed test-again inside 'cd /srv/linghe && scripts/test'
fi
if [ "$with_sudo" = 1 ]; then
  # What was built stays (it was built from nothing above); a program of each command is taken away, for sudo to bring back.
  timed user-and-sudo inside 'apt-get install -y -q --no-install-recommends sudo && useradd -m -s /bin/bash reader &&
    echo "reader ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/reader && rm -rf /srv/linghe/runs && chown -R reader: /srv/linghe &&
    apt-get purge -y -q ffmpeg clang-format-14'
  timed demo-as-user inside 'su - reader -c "cd /srv/linghe && scripts/demo" && command -v ffmpeg'
  timed demo-through-sudo inside 'su - reader -c "cd /srv/linghe && sudo scripts/demo" &&
    test "$(stat -c %U /srv/linghe/build)" = reader && test "$(stat -c %U /srv/linghe/runs/demo)" = reader'
  timed test-as-user inside 'su - reader -c "cd /srv/linghe && scripts/test" && command -v clang-format-14'
fi

# ---- what came of it ----------------------------------------------------------------------------------------
report() {
  local name seconds status
  printf '# Both commands on a machine where nothing was installed\n\n'
  printf 'Written by `tools/debootstrap_proof.sh`; run it again to renew this page.\n\n'
  printf -- '- date: %s\n- commit: %s\n' "$(date -u +%Y-%m-%d)" "$commit"
  printf -- '- root: Debian 12 by debootstrap (minbase), %s packages before the first command\n' "$packages_before"
  printf -- '- machine: %s cores, %s, %d GB of memory\n\n' "$(nproc)" \
    "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(awk '/^MemTotal/ {print int($2 / 1e6)}' /proc/meminfo)"
  printf '| step | seconds | exit code |\n|---|---|---|\n'
  for step in "${steps[@]}"; do
    read -r name seconds status <<<"$step"
    printf '| %s | %s | %s |\n' "$name" "$seconds" "$status"
  done
  for name in demo test; do
    [ -f "$work/$name.log" ] || continue
    printf '\nWhat `scripts/%s` said last, the first time:\n\n```\n' "$name"
    tail -n 16 "$work/$name.log" | sed "s|$root||g"
    printf '```\n'
  done
  if [ -d "$root/srv/linghe/runs/demo" ]; then
    printf '\nWhat it left in `runs/demo`:\n\n```\n'
    (cd "$root/srv/linghe/runs/demo" && find . -type f -printf '%10s  %P\n' | LC_ALL=C sort -k 2)
    printf '```\n'
  fi
}
if [ "$only" = ' ' ]; then
  mkdir -p "$here/docs/proofs"
  report >"$here/docs/proofs/debootstrap.md"
  printf 'written: docs/proofs/debootstrap.md\n' >&2
else
  report
fi
for step in "${steps[@]}"; do
  [ "${step##* }" = 0 ] || exit 1
done
