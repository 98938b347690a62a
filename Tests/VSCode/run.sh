#!/bin/sh
# Tests the VS Code extension with the server that MEMO_LS names, and fails if a line in twenty of it was not run.
set -eu

cd "$(dirname "$0")/../.."
MEMO_NODE_TYPES=$(sh Tests/Tools/node-types.sh)
export MEMO_NODE_TYPES
node --test --test-concurrency=4 --experimental-test-coverage \
  --test-reporter=./Tests/VSCode/coverage.mjs --test-reporter-destination=stdout Tests/VSCode/*.test.js
