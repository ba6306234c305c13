#!/bin/sh
# Starts three etcd, three Patroni with PostgreSQL, and HAProxy, as root or as $RUN_AS. The first
# start creates the role and the database.
#   start.sh               everything
#   start.sh patroni N     one node again
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
. "$here/cluster.env"
umask 077
for name in '' /pids /logs /etcd1 /etcd2 /etcd3 /pg1 /pg2 /pg3; do
  mkdir -p "$DIR$name"
  [ "$(id -u)" -ne 0 ] || chown "$RUN_AS" "$DIR$name"
done
chmod 755 "$DIR"
for name in SUPERUSER REPLICATION REWIND REST LATCHKEY; do
  file="$DIR/password.$name"
  [ -s "$file" ] || od -An -N18 -tx1 /dev/urandom | tr -d ' \n' > "$file"
  eval "${name}_PASSWORD=\$(cat \"$file\")"
done

run() { # NAME COMMAND...
  name=$1
  shift
  if [ "$(id -u)" -eq 0 ]; then set -- setpriv --reuid="$RUN_AS" --regid="$(id -g "$RUN_AS")" --clear-groups "$@"; fi
  setsid "$@" >> "$DIR/logs/$name.log" 2>&1 < /dev/null &
  echo $! > "$DIR/pids/$name.pid"
}
members= hosts=
for n in 1 2 3; do
  members="$members${members:+,}etcd$n=http://$HOST:$((ETCD_PEER_PORT + n))"
  hosts="$hosts${hosts:+, }'$HOST:$((ETCD_PORT + n))'"
done
etcd() {
  n=$1
  run "etcd$n" /usr/bin/etcd --name "etcd$n" --data-dir "$DIR/etcd$n/data" \
    --listen-client-urls "http://$HOST:$((ETCD_PORT + n))" --advertise-client-urls "http://$HOST:$((ETCD_PORT + n))" \
    --listen-peer-urls "http://$HOST:$((ETCD_PEER_PORT + n))" --initial-advertise-peer-urls "http://$HOST:$((ETCD_PEER_PORT + n))" \
    --initial-cluster "$members" --initial-cluster-token latchkey --initial-cluster-state new \
    --enable-v2 --auto-compaction-retention 1 --logger zap --log-level warn
}
patroni() {
  cd "$DIR/pg$1"
  run "patroni$1" /usr/bin/patroni "$DIR/pg$1/patroni.yml"
}
fill() { # TEMPLATE FILE N
  sed -e "s|@N@|$3|g; s|@HOST@|$HOST|g; s|@DIR@|$DIR|g; s|@BIN@|$BIN|g; s|@ETCD_HOSTS@|$hosts|g" \
    -e "s|@PG@|$((PG_PORT + $3))|g; s|@REST@|$((REST_PORT + $3))|g; s|@HAPROXY_PORT@|$HAPROXY_PORT|g; s|@STATS_PORT@|$STATS_PORT|g" \
    -e "s|@PG1@|$((PG_PORT + 1))|; s|@PG2@|$((PG_PORT + 2))|; s|@PG3@|$((PG_PORT + 3))|" \
    -e "s|@REST1@|$((REST_PORT + 1))|; s|@REST2@|$((REST_PORT + 2))|; s|@REST3@|$((REST_PORT + 3))|" \
    -e "s|@SUPERUSER_PASSWORD@|$SUPERUSER_PASSWORD|; s|@REPLICATION_PASSWORD@|$REPLICATION_PASSWORD|" \
    -e "s|@REWIND_PASSWORD@|$REWIND_PASSWORD|; s|@REST_PASSWORD@|$REST_PASSWORD|" < "$here/$1" > "$2"
  [ "$(id -u)" -ne 0 ] || chown "$RUN_AS" "$2"
}

if [ "${1:-all}" = patroni ]; then
  patroni "$2"
  exit
fi
for n in 1 2 3; do fill patroni.yml.in "$DIR/pg$n/patroni.yml" $n; done
fill haproxy.cfg.in "$DIR/haproxy.cfg" 0
for n in 1 2 3; do etcd $n; done
sleep 3
for n in 1 2 3; do
  patroni $n
  [ $n != 1 ] || sleep 8
done
run haproxy /usr/sbin/haproxy -db -f "$DIR/haproxy.cfg"

export PGPASSWORD="$SUPERUSER_PASSWORD" PGCONNECT_TIMEOUT=3
psql() { command psql -qAtX -h "$HOST" -p "$HAPROXY_PORT" -U postgres -d postgres "$@"; }
create() {
  [ "$(psql -c "select 1 from pg_roles where rolname = 'latchkey'")" ] ||
    psql -c "create role latchkey login password '$LATCHKEY_PASSWORD'" || return 1
  [ "$(psql -c "select 1 from pg_database where datname = 'latchkey'")" ] ||
    psql -c "create database latchkey owner latchkey template template0 encoding 'UTF8'"
}
tries=60
until create 2> "$DIR/logs/create.log"; do
  tries=$((tries - 1))
  [ $tries -gt 0 ] || { echo "no leader after 60 s: see $DIR/logs" >&2; exit 1; }
  sleep 1
done
echo "DATABASE_URL=postgresql://latchkey:$LATCHKEY_PASSWORD@$HOST:$HAPROXY_PORT/latchkey" > "$DIR/database.env"
echo "DATABASE_URL is in $DIR/database.env"
