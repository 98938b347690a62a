#!/bin/sh
# Prints a Python 3 that has the official client of the Model Context Protocol; installs it into .build/agents if there
# is none.
set -eu

python=.build/agents/bin/python
if ! { [ -x "$python" ] && "$python" -c 'import mcp' 2>/dev/null; }; then
  echo "installing mcp into .build/agents" >&2
  python3 -m venv .build/agents >&2
  "$python" -m pip install --quiet 'mcp==2.3.*' >&2
fi
echo "$PWD/$python"
