#!/bin/sh
# Prints a folder with markdown-it-py, another parser of Markdown, and with the examples of CommonMark's specification
# that come with its source; given a Python, 3.11 or later, on a second line one with pyromark, which is pulldown-cmark,
# commonmark.py, pymd4c and marko for that Python. Puts them, from PyPI, into .build/markdown if they aren't there.
#
# usage: markdown.sh [PYTHON]
set -eu

version=4.3.0
others="pyromark==0.10.3 commonmark==0.9.2 pymd4c==1.3.0 marko==2.2.4"
folder=.build/markdown
pip=".build/python/bin/python -m pip --quiet --disable-pip-version-check"
[ -x .build/python/bin/python ] || python3 -m venv .build/python >&2
if [ ! -e "$folder/$version" ]; then
  echo "installing markdown-it-py into $folder" >&2
  rm -rf "$folder"
  $pip install --target "$folder" "markdown-it-py==$version" >&2
  $pip download --no-deps --no-binary markdown-it-py --dest "$folder/source" "markdown-it-py==$version" >&2
  tar -xzf "$folder/source/markdown_it_py-$version.tar.gz" -C "$folder/source" --strip-components 1
  cp "$folder/source/tests/test_cmark_spec/commonmark.json" "$folder/examples.json"
  : >"$folder/$version"
fi
echo "$folder"
[ $# -gt 0 ] || exit 0

python=$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
folder=$folder/$(echo "$others $python" | tr ' =' '-')
if [ ! -e "$folder/complete" ]; then
  echo "installing $others into $folder" >&2
  rm -rf "$folder"
  # shellcheck disable=SC2086
  $pip install --target "$folder" --only-binary :all: --python-version "$python" $others >&2
  : >"$folder/complete"
fi
echo "$folder"
