#!/bin/sh
# Builds the fuzz targets and gives each as many inputs as it asks for: ten million in all. With libFuzzer where the
# toolchain has it. An input that finds a mistake stops it and is left in .build/fuzz; put it into
# Tests/Fuzz/Corpus/TARGET. MEMO_FUZZ_RUNS=N gives each target N inputs instead. Further arguments are flags for swift
# build.
set -eu

scratch=.build/fuzz
mkdir -p "$scratch"
cat >"$scratch/probe.swift" <<'END'
@_cdecl("LLVMFuzzerTestOneInput") public func testOneInput(_: UnsafePointer<UInt8>?, _: Int) -> CInt { 0 }
END
flags=
if swiftc -sanitize=fuzzer -parse-as-library "$scratch/probe.swift" -o "$scratch/probe" 2>/dev/null; then
  flags="--sanitize fuzzer -Xswiftc -DLIBFUZZER"
fi
# DEBUG makes a text's tree of small nodes, so that a short text has many. The standard library's checks, which the
# release program leaves out, notice reading beyond a buffer.
flags="$flags -Xswiftc -DDEBUG -Xswiftc -assert-config -Xswiftc Debug"
# shellcheck disable=SC2086
swift build -c release --product fuzz --scratch-path "$scratch" $flags "$@"

# A backtracer would hold up what stops the process at a mistake.
export SWIFT_BACKTRACE=enable=no
program=$PWD/$scratch/release/fuzz
cd "$scratch"
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
trap 'exit 1' INT TERM
summary=
total=0
for target in frames json messages editors journals text outlines; do
  echo "== $target"
  # The screen need not show each input that reached something new. A pipe has the status of its last command: what the
  # program printed last tells how it ended.
  MEMO_FUZZ_TARGET=$target "$program" 2>&1 | tee "$target.log" |
    grep --line-buffered -vE '^#[0-9]+[[:space:]]+(NEW|REDUCE)' || true
  runs=$(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "$target.log")
  if [ -z "$runs" ]; then
    echo "fuzz: $target: a mistake, see above and $scratch/$target.log" >&2
    exit 1
  fi
  summary="$summary $target $runs,"
  total=$((total + runs))
done
echo "fuzz:$summary in all $total executions, no mistake found"
