#!/bin/sh
# Prints the folder with TypeScript's types of Node (`@types/node`). Debian's and Ubuntu's package of Node brings them;
# where Node comes from elsewhere, that package is unpacked into .build/node-types. Prints nothing if they cannot be
# had.
set -eu

unpacked=.build/node-types/usr/share/nodejs
for folder in /usr/share/nodejs "$unpacked"; do
  if [ -d "$folder/@types/node" ]; then
    (cd "$folder" && pwd)
    exit 0
  fi
done
command -v apt-get >/dev/null 2>&1 || exit 0
echo "unpacking the types of Node into .build/node-types" >&2
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
mkdir -p .build/node-types
if $as_root apt-get update -qq >&2 &&
  (cd .build/node-types && apt-get download -qq "nodejs/$release" 2>/dev/null >&2); then
  dpkg-deb -x .build/node-types/nodejs_*.deb .build/node-types
  (cd "$unpacked" && pwd)
fi
