"""What the plugin costs a user of Vim; `make bench-vim` runs it. Fails if a goal is missed."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

from editor import COMMANDS, HERE, vimrc

# Milliseconds that must not be exceeded by the median.
GOALS = {"a letter in 10,000 lines": 3, "opening 1 MB": 150}


def measure():
    """What bench.vim finds."""
    with tempfile.TemporaryDirectory() as folder:
        start = pathlib.Path(folder, "start.vim")
        lines = [*vimrc(pathlib.Path(folder, "memos.sqlite")), "runtime plugin/memo.vim",
                 f"source {HERE / 'bench.vim'}"]
        start.write_text("\n".join(lines) + "\n")
        subprocess.run(
            [*COMMANDS["vim"], "-S", str(start)], env=os.environ | {"MEMO_TEST_FOLDER": folder},
            stdin=subprocess.DEVNULL, timeout=300)
        return json.loads(pathlib.Path(folder, "results").read_text())


def main():
    results = measure()
    if "error" in results:
        sys.exit(results["error"])
    missed = []
    for name, found in sorted(results.items()):
        median = found["median"] if isinstance(found, dict) else found
        goal = GOALS.get(name)
        slowest = f", slowest {found['slowest']:.2f}" if isinstance(found, dict) else ""
        print(f"{name}: {median:.3f} ms{slowest}" + (f" (goal: {goal})" if goal else ""))
        if goal and median > goal:
            missed.append(name)
    sys.exit(f"too slow: {', '.join(missed)}" if missed else 0)


if __name__ == "__main__":
    main()
