#!/bin/sh
# Installs those of the named things that this machine lacks, and says so. Swift itself must be there already.
#
# usage: install-missing.sh [sqlite] [yaml] [markdown] [python] [node] [tsc] [vim] [neovim] [emacs] [tmux] [strace]
#        [ale] [cc] [zsh] [fish] [groff] [tzdata] [rsync] [git] [exfat] [postgresql] [libpq] [sodium]
set -eu

if ! command -v swift >/dev/null 2>&1; then
  echo "Swift 6.2 or later is needed: see https://www.swift.org/install" >&2
  exit 1
fi

system=$(uname -s)

is_here() {
  case $1-$system in
    # macOS's SDK has SQLite and a C compiler; strace is Linux's own.
    sqlite-Darwin | cc-Darwin | strace-Darwin | exfat-Darwin) ;;
    sqlite-*) [ -e /usr/include/sqlite3.h ] && command -v pkg-config ;;
    yaml-Darwin) pkg-config --exists yaml-0.1 ;;
    yaml-*) [ -e /usr/include/yaml.h ] ;;
    markdown-Darwin) pkg-config --exists libcmark-gfm ;;
    markdown-*) [ -e /usr/include/cmark-gfm-extension_api.h ] && [ -e /usr/include/cmark-gfm-core-extensions.h ] ;;
    python-*) command -v python3 ;;
    vim-*) vim --version | grep '+channel' ;;
    # brew has no ALE; its test is left out there.
    ale-Darwin) ;;
    ale-*) [ -e /usr/share/vim-ale/plugin/ale.vim ] ;;
    exfat-*) command -v mount.exfat-fuse && command -v mkfs.exfat ;;
    tzdata-*) [ -e /usr/share/zoneinfo/Asia/Seoul ] ;;
    neovim-*) command -v nvim ;;
    postgresql-Darwin) [ -n "$(ls -d "$(brew --prefix)"/opt/postgresql*)" ] ;;
    postgresql-*) [ -n "$(ls -d /usr/lib/postgresql/*/bin/initdb)" ] ;;
    libpq-*) pkg-config --exists libpq ;;
    sodium-Darwin) pkg-config --exists libsodium ;;
    sodium-*) pkg-config --exists libsodium ;;
    *) command -v "$1" ;;
  esac >/dev/null 2>&1
}

# The names of the system's packages.
packages() {
  case $1-$system in
    sqlite-*) echo libsqlite3-dev pkg-config ;;
    yaml-Darwin) echo libyaml pkg-config ;;
    yaml-*) echo libyaml-dev ;;
    markdown-Darwin) echo cmark-gfm pkg-config ;;
    markdown-*) echo libcmark-gfm-dev libcmark-gfm-extensions-dev ;;
    cc-*) echo gcc libc6-dev ;;
    exfat-*) echo exfat-fuse exfatprogs ;;
    python-Darwin) echo python ;;
    python-*) echo python3 ;;
    node-Darwin) echo node ;;
    node-*) echo nodejs ;;
    ale-*) echo vim-ale ;;
    emacs-Darwin) echo emacs ;;
    emacs-*) echo emacs-nox elpa-eglot ;;
    libpq-Darwin) echo libpq pkg-config ;;
    libpq-*) echo libpq-dev pkg-config ;;
    sodium-Darwin) echo libsodium pkg-config ;;
    sodium-*) echo libsodium-dev pkg-config ;;
    tsc-Darwin) echo typescript ;;
    tsc-*) echo node-typescript ;;
    *) echo "$1" ;;
  esac
}

missing=
for thing in "$@"; do is_here "$thing" || missing="$missing $(packages "$thing")"; done
[ -n "$missing" ] || exit 0
echo "installing$missing" >&2
# shellcheck disable=SC2086
if [ "$system" = Darwin ]; then
  brew install $missing
else
  as_root=
  [ "$(id -u)" = 0 ] || as_root=sudo
  $as_root apt-get update -qq
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null
fi
