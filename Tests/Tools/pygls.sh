#!/bin/sh
# Prints a Python 3 that has pygls, a client of the Language Server Protocol; installs it into .build/pygls if there is
# none.
set -eu

python=.build/pygls/bin/python
if ! { [ -x "$python" ] && "$python" -c 'import pygls' 2>/dev/null; }; then
  echo "installing pygls into .build/pygls" >&2
  python3 -m venv .build/pygls >&2
  "$python" -m pip install --quiet 'pygls==2.1.*' >&2
fi
echo "$PWD/$python"
