#!/usr/bin/env bash
# Runs a command with DATABASE_URL pointing at a real PostgreSQL (15 or newer,
# with pgvector 0.8 or newer): scripts/with-postgres.sh npm run test:postgres
#
# A DATABASE_URL that is already set is used as it is. Otherwise a throwaway
# server is started for this one command and removed afterwards; as root on
# Debian, what is missing for that is installed first.
#
# shellcheck disable=SC2317 # takes what only a trap calls for unreachable
set -euo pipefail

[ $# -gt 0 ] || { echo "usage: $0 COMMAND [ARGUMENT…]" >&2; exit 2; }
[ -z "${DATABASE_URL:-}" ] || exec "$@"

exec 3>&2 # where to talk to the person while everything noisy goes to the log
say() { echo "with-postgres: $*" >&3; }

# Always /tmp: the server's user must be able to enter it, a socket's path must
# be short, and make cannot cope with a space, none of which TMPDIR promises.
dir=$(mktemp -d /tmp/earshot-postgres.XXXXXX)
chmod 755 "$dir"
bin='' major='' child='' group='' ready='' policy=''

cleanup() {
  local status=$?
  trap '' INT TERM HUP
  [ -z "$policy" ] || rm -f "$policy"
  if [ -z "$ready" ]; then
    cat "$dir"/*log >&3 2>/dev/null || true
    say "could not provide PostgreSQL (exit $status)"
  elif ! "$bin/pg_isready" -qd "$DATABASE_URL"; then
    tail -n 40 "$dir/server.log" >&3 || true
    say 'the server died while the command ran; its last words are above'
  fi
  # Immediate: nothing in there is worth a checkpoint.
  [ ! -e "$dir/data/postmaster.pid" ] ||
    as_server pg_ctl -D "$dir/data" -m immediate -w stop >/dev/null 2>&1 || true
  rm -rf "$dir"
  exit "$status"
}
trap cleanup EXIT

# TERM whatever arrived: a terminal's Ctrl-C has reached the command already,
# and a second INT means "drop everything" to some test runners.
interrupted() {
  [ -n "$child" ] || exit 143
  kill -TERM -- "$group$child" 2>/dev/null || kill -TERM "$child" 2>/dev/null || true
}
trap interrupted INT TERM HUP

# PostgreSQL refuses to run as root, and its user may not enter where we are.
server_user() { id -un postgres 2>/dev/null || echo nobody; }
as_server() (
  cd "$dir"
  set -- "$bin/$1" "${@:2}"
  [ "$(id -u)" -eq 0 ] || exec "$@"
  exec runuser -u "$(server_user)" -- "$@"
)

at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | sed -n 1p)" = "$2" ]; }
has_vector() {
  local control
  control=$("$1/pg_config" --sharedir)/extension/vector.control
  at_least "$(sed -n "s/^default_version *= *'\(.*\)'.*/\1/p" "$control" 2>/dev/null)" 0.8
}

# Sets bin and major to the newest server there is, or one with pgvector if any.
find_server() {
  while read -r at; do
    [ -x "$at/initdb" ] || continue
    number=$("$at/pg_config" --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')
    [ "$number" -ge 15 ] || continue
    if [ -z "$bin" ] || has_vector "$at"; then bin=$at major=$number; fi
    ! has_vector "$bin" || break
  done < <(printf '%s\n' /usr/lib/postgresql/*/bin "$(pg_config --bindir 2>/dev/null)" | sort -rV)
}

apt_get() { DEBIAN_FRONTEND=noninteractive apt-get -qy -o DPkg::Lock::Timeout=120 "$@" </dev/null; }
apt_install() { apt_get install --no-install-recommends "$@"; }
available() { apt-cache policy "$1" | sed -n 's/^  Candidate: \([0-9].*\)/\1/p'; }

# pgvector from the source package of a newer Debian: fetched from the machine's
# own mirror, with a list and state of our own so its configuration stays as is.
build_vector() (
  private=(-o "Dir::Etc::sourcelist=$dir/trixie.sources" -o Dir::Etc::sourceparts=-
    -o "Dir::State::lists=$dir/lists" -o "Dir::Cache=$dir/cache")
  apt_install "postgresql-server-dev-$major" gcc libc6-dev make dpkg-dev debian-archive-keyring
  mirror=$(apt-get indextargets --format "\$(REPO_URI)" 'Created-By: Packages' 'Label: Debian' | sed -n 1p)
  printf '%s\n' 'Types: deb-src' "URIs: $mirror" 'Suites: trixie' 'Components: main' \
    'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg' >"$dir/trixie.sources"
  mkdir -p "$dir/lists/partial" "$dir/cache/archives/partial" "$dir/build"
  cd "$dir/build"
  apt_get "${private[@]}" update
  apt_get "${private[@]}" source pgvector
  cd pgvector-*/
  # No OPTFLAGS: what is installed may move to a machine with another processor.
  make -j"$(nproc)" install OPTFLAGS='' with_llvm=no PG_CONFIG="$bin/pg_config"
)

provision() {
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    say 'this needs PostgreSQL 15+ with pgvector 0.8+. Install postgresql-NN and postgresql-NN-pgvector'
    say '(or build pgvector), or run this once as root on Debian, or set DATABASE_URL to a server you have'
    exit 1
  fi
  say 'installing PostgreSQL and pgvector, once per machine'
  # Installing must neither start nor restart a server of the machine's own.
  [ -e /usr/sbin/policy-rc.d ] || policy=/usr/sbin/policy-rc.d
  [ -z "$policy" ] || install -m 755 <(printf '#!/bin/sh\nexit 101\n') "$policy"
  apt_get update || true # an unreachable third-party source need not matter
  for number in 18 17 16 15; do
    [ -z "$bin" ] || break
    [ -z "$(available "postgresql-$number")" ] || apt_install "postgresql-$number"
    find_server
  done
  if ! at_least "$(available "postgresql-$major-pgvector")" 0.8; then build_vector
  else apt_install "postgresql-$major-pgvector"; fi
  has_vector "$bin"
}

start() {
  [ "$(id -u)" -ne 0 ] || chown "$(server_user)" "$dir"
  as_server initdb -D "$dir/data" -U earshot -A trust -E UTF8 --locale=C.UTF-8 --no-sync
  printf '%s\n' "listen_addresses = '127.0.0.1'" "unix_socket_directories = '$dir'" \
    'max_connections = 60' 'shared_buffers = 256MB' 'fsync = off' 'synchronous_commit = off' \
    'full_page_writes = off' >>"$dir/data/postgresql.conf"
  # Trying ports (below those the system hands out) beats asking for a free one,
  # which may be taken by the time the server binds it. After five, createdb fails.
  for port in $(shuf -i 20000-32000 -n 5); do
    ! as_server pg_ctl -D "$dir/data" -l "$dir/server.log" -o "-p $port" -w start 3>&- || break
  done
  "$bin/createdb" -h 127.0.0.1 -p "$port" -U earshot earshot
  export DATABASE_URL=postgres://earshot@127.0.0.1:$port/earshot
}

find_server
if [ -z "$bin" ] || ! has_vector "$bin"; then provision >>"$dir/log" 2>&1; fi
start >>"$dir/log" 2>&1
ready=yes
say "PostgreSQL $major at $DATABASE_URL"

# In the background, as bash handles a signal only once a foreground command is
# over; outside a terminal in a group of its own, so that a signal reaches all
# that the command started. Background commands ignore INT unless told not to.
[ -t 0 ] || { group=- && set -- setsid "$@"; }
(trap - INT QUIT && exec "$@") <&0 3>&- &
child=$!
while status=0; wait "$child" || status=$?; kill -0 "$child" 2>/dev/null; do :; done
exit "$status"
