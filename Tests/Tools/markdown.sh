#!/bin/sh
# Prints a folder with markdown-it-py, a second parser of Markdown, and with the examples of CommonMark's specification that
# come with its source; puts both (PyPI's markdown-it-py) into .build/markdown if they aren't there.
set -eu

version=4.3.0
folder=.build/markdown
if [ ! -e "$folder/$version" ]; then
  echo "installing markdown-it-py into $folder" >&2
  [ -x .build/python/bin/python ] || python3 -m venv .build/python >&2
  rm -rf "$folder"
  pip=".build/python/bin/python -m pip --quiet --disable-pip-version-check"
  $pip install --target "$folder" "markdown-it-py==$version" >&2
  $pip download --no-deps --no-binary markdown-it-py --dest "$folder/source" "markdown-it-py==$version" >&2
  tar -xzf "$folder/source/markdown_it_py-$version.tar.gz" -C "$folder/source" --strip-components 1
  cp "$folder/source/tests/test_cmark_spec/commonmark.json" "$folder/examples.json"
  : >"$folder/$version"
fi
echo "$folder"
