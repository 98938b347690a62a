#!/bin/sh
# Prints the path of vint, which checks Vim script; installs it (PyPI's vim-vint) into .build/python if there is none.
set -eu

if command -v vint >/dev/null 2>&1; then
  command -v vint
  exit 0
fi
if [ ! -x .build/python/bin/vint ]; then
  echo "installing vim-vint into .build/python" >&2
  python3 -m venv .build/python >&2
  .build/python/bin/python -m pip install --quiet setuptools vim-vint==0.3.21 chardet==5.2.0 >&2
fi
echo .build/python/bin/vint
