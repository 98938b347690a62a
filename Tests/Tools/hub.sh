#!/bin/sh
# Runs a PostgreSQL server of its own, to try a hub: in a temporary folder, reached through a socket there and by nobody
# else. Prints the URL of its owner; any other login can connect, too, once it has been made there. Ends, and leaves
# nothing behind, when its input does or on Ctrl-C.
#
# usage: hub.sh [NAME=VALUE …]     settings of the server
set -eu

for folder in /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin; do
  [ -x "$folder/initdb" ] && PATH=$folder:$PATH
done
if ! command -v initdb >/dev/null; then
  echo "no PostgreSQL server is here: sh Tests/Tools/install-missing.sh postgresql" >&2
  exit 1
fi

# Not below TMPDIR, whose path may be too long for a socket's.
folder=$(mktemp -d /tmp/memo-hub.XXXXXX)
# PostgreSQL refuses to run as root.
as=
reader=
if [ "$(id -u)" = 0 ]; then
  user=nobody
  id postgres >/dev/null 2>&1 && user=postgres
  chown "$user" "$folder"
  as="setpriv --reuid=$user --regid=$(id -g "$user") --clear-groups"
fi
cd "$folder"

end() {
  trap - EXIT INT TERM HUP
  [ -z "$reader" ] || kill "$reader" 2>/dev/null || true
  $as pg_ctl -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
  cd /
  rm -rf "$folder"
}
trap end EXIT
trap 'end; exit 0' INT TERM HUP

$as initdb -D "$folder/data" -U owner --auth=trust -E UTF8 --locale=C --no-sync >"$folder/log" 2>&1 \
  || { cat "$folder/log" >&2; exit 1; }
options="-c unix_socket_directories='$folder' -c listen_addresses='' -c fsync=off -c max_connections=400"
for setting in "$@"; do options="$options -c $setting"; done
$as pg_ctl -D "$folder/data" -l "$folder/data/log" -w -o "$options" start >/dev/null \
  || { cat "$folder/data/log" >&2; exit 1; }
echo "postgresql://owner@/postgres?host=$folder"
# Not in the foreground, where a signal would have to wait for its end.
exec 3<&0
cat <&3 >/dev/null &
reader=$!
wait "$reader"
