#!/bin/sh
# Stops what start.sh started, by its pid files: HAProxy first, etcd last. Patroni stops its
# PostgreSQL. "stop.sh patroni N" stops one node.
set -u
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
. "$here/cluster.env"
end() { # NAME SECONDS
  file="$DIR/pids/$1.pid"
  [ -s "$file" ] || return 0
  pid=$(cat "$file")
  left=$(($2 * 5))
  kill "$pid" 2> /dev/null || { rm -f "$file"; return 0; }
  while kill -0 "$pid" 2> /dev/null && [ $left -gt 0 ]; do
    sleep 0.2
    left=$((left - 1))
  done
  kill -0 "$pid" 2> /dev/null && { echo "$1 ($pid) did not end in $2 s: killed" >&2; kill -KILL "$pid"; }
  rm -f "$file"
}
postmaster() { # N: a server whose Patroni was killed
  pid=$(head -n 1 "$DIR/pg$1/data/postmaster.pid" 2> /dev/null) || return 0
  [ "$(readlink "/proc/$pid/exe")" = "$BIN/postgres" ] && kill -INT "$pid"
}
case ${1:-all} in
  all)
    end haproxy 5
    for n in 1 2 3; do end patroni$n 60 & done
    wait
    for n in 1 2 3; do postmaster $n; done
    for n in 1 2 3; do end etcd$n 10 & done
    wait
    ;;
  *) end "$1${2:-}" 60 ;;
esac
