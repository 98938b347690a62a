"""Runs the unit tests below a folder: each file in a process of its own, two at once a processor, since most wait.

What a file's tests print is kept together and printed when it ends. The largest files begin, so that none is left alone
at the end.

usage: unittests.py FOLDER [-k PATTERN]...
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import unittest


def modules(suite):
    """The names of the modules that have tests in a suite; what can't be imported has one that says so."""
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from modules(test)
        else:
            yield test.id().split("_FailedTest.")[-1] if "_FailedTest" in test.id() else type(test).__module__


def run(module, folder, arguments):
    """Runs a module's tests; returns their status and what they printed."""
    done = subprocess.run(
        [sys.executable, "-m", "unittest", module, *arguments], cwd=folder, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = done.stdout.decode("utf-8", "replace")
    if done.returncode != 0 and not re.search(r"^Ran \d+ tests? in", output, re.M):
        # As unittest tells of an error.
        output = (f"{'=' * 70}\nERROR: {module} ended with {done.returncode}\n{output}\n{'-' * 70}\n"
                  "Ran 1 test in 0 s\n\nFAILED (errors=1)\n")
    return done.returncode, output


def main(folder, *arguments):
    loader = unittest.TestLoader()
    patterns = [word for option, word in zip(arguments, arguments[1:]) if option == "-k"]
    # As unittest itself takes them.
    loader.testNamePatterns = [word if "*" in word else f"*{word}*" for word in patterns] or None
    found = sorted(set(modules(loader.discover(folder))), key=lambda name: -size(folder, name))
    if not found:
        print("Ran 0 tests in 0 s")
    with concurrent.futures.ThreadPoolExecutor(2 * os.cpu_count()) as workers:
        runs = [workers.submit(run, name, folder, arguments) for name in found]
        failed = False
        try:
            for done in concurrent.futures.as_completed(runs):
                status, output = done.result()
                failed |= status != 0
                print(output, end="", flush=True)
        finally:
            # After an interrupt no file is begun.
            workers.shutdown(wait=False, cancel_futures=True)
    return 1 if failed or not found else 0


def size(folder, module):
    """The length of a module's file in bytes; 0 if it is not found."""
    path = pathlib.Path(folder, *module.split(".")).with_suffix(".py")
    return path.stat().st_size if path.exists() else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
