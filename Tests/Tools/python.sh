#!/bin/sh
# Prints a Python 3 that has jsonschema, the validator that fixtures are checked with; installs it if no Python has it.
set -eu

has_validator() { command -v "$1" >/dev/null 2>&1 && "$1" -c 'import jsonschema' 2>/dev/null; }

for python in python3 /usr/bin/python3 .build/python/bin/python; do
  if has_validator "$python"; then
    echo "$python"
    exit 0
  fi
done
if command -v apt-get >/dev/null 2>&1; then
  echo "installing python3-jsonschema" >&2
  as_root=
  [ "$(id -u)" = 0 ] || as_root=sudo
  $as_root apt-get update -qq >&2
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-jsonschema >/dev/null
  echo /usr/bin/python3
else
  echo "installing jsonschema into .build/python" >&2
  python3 -m venv .build/python >&2
  .build/python/bin/python -m pip install --quiet jsonschema >&2
  echo .build/python/bin/python
fi
