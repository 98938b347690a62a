#!/bin/sh
# Prints the path of rumdl, a language server for Markdown that others make; installs it into .build/rumdl if it is not
# there.
set -eu

program=.build/rumdl/bin/rumdl
if ! [ -x "$program" ]; then
  echo "installing rumdl into .build/rumdl" >&2
  python3 -m venv .build/rumdl >&2
  .build/rumdl/bin/python -m pip install --quiet rumdl >&2
fi
echo "$PWD/$program"
