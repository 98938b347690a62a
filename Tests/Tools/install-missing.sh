#!/bin/sh
# Installs what building and testing need and this machine lacks, and says so: SQLite's header and, for the tests, Python 3
# with jsonschema (see python.sh), Node.js, Vim, Neovim and tmux, and on Linux strace, a C compiler, and for the command line
# zsh, fish and groff. Swift itself must be there already.
set -eu

if ! command -v swift >/dev/null 2>&1; then
  echo "Swift 6.2 or later is needed: see https://www.swift.org/install" >&2
  exit 1
fi

install() {
  echo "installing $*" >&2
  if [ "$(uname -s)" = Darwin ]; then
    brew install "$@"
  else
    as_root=
    [ "$(id -u)" = 0 ] || as_root=sudo
    $as_root apt-get update -qq
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null
  fi
}

if [ "$(uname -s)" = Darwin ]; then
  # The system's SDK has SQLite and Python.
  command -v python3 >/dev/null 2>&1 || install python
  command -v node >/dev/null 2>&1 || install node
  command -v nvim >/dev/null 2>&1 || install vim neovim
  command -v tmux >/dev/null 2>&1 || install tmux
else
  missing=
  [ -e /usr/include/sqlite3.h ] || missing="$missing libsqlite3-dev"
  command -v pkg-config >/dev/null 2>&1 || missing="$missing pkg-config"
  command -v python3 >/dev/null 2>&1 || missing="$missing python3"
  command -v node >/dev/null 2>&1 || missing="$missing nodejs"
  command -v strace >/dev/null 2>&1 || missing="$missing strace"
  command -v tmux >/dev/null 2>&1 || missing="$missing tmux"
  command -v zsh >/dev/null 2>&1 || missing="$missing zsh"
  command -v fish >/dev/null 2>&1 || missing="$missing fish"
  command -v groff >/dev/null 2>&1 || missing="$missing groff"
  command -v cc >/dev/null 2>&1 || missing="$missing gcc libc6-dev"
  vim --version 2>/dev/null | grep -q '+channel' || missing="$missing vim"
  command -v nvim >/dev/null 2>&1 || missing="$missing neovim"
  # shellcheck disable=SC2086
  [ -z "$missing" ] || install $missing
fi
