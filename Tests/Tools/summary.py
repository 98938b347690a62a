"""Runs parts of the tests, `make test-NAME` each: a line a part, failures in full, and a last line that says all.

All parts run at once, since some keep the processors busy and others mostly wait. One that takes longer than
MEMO_TEST_MINUTES (40) is ended, and what it was at is told. A few tests that failed are run once more by themselves
when no other part runs, with the same seed, since other work of a machine can be in a test's way: those that pass then
are told of as unsteady, and fail nothing. A signal ends all parts.

usage: summary.py NAME...
"""

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

# How each part says what became of its tests.
SWIFT_RUN = re.compile(r"Test run with (\d+) tests? .*(?:passed|failed) after")
SWIFT_FAILURE = re.compile(r"^\S+ Test (?!run with).* failed after", re.M)
UNITTEST_RUN = re.compile(r"^Ran (\d+) tests? in", re.M)
UNITTEST_RESULT = re.compile(r"^(?:OK|FAILED)(?: \((.*)\))?$", re.M)
PLAIN = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.M)
# Lines that say nothing about a failure: compiling, and tests of Swift that began or passed.
NOISE = re.compile(
    r"^(?:\[\d+/\d+\]|[◇✔] |Test Suite |\s*Executed 0 tests|Building for|Build complete|Build of product)")
SWIFT_BEGUN = re.compile(r"^\S+ Test (?!run with)(.*) started\.$", re.M)
SWIFT_ENDED = re.compile(r"^\S+ Test (?!run with)(.*) (?:passed after|failed after|skipped)", re.M)
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
LIMIT = float(os.environ.get("MEMO_TEST_MINUTES", 40)) * 60
UNITTEST_FAILED = re.compile(r"^(?:FAIL|ERROR): (\w+) \(([\w.]+)\)", re.M)
SWIFT_PLACE = re.compile(r"^\S+ Test .* recorded an issue.* at (\w+)\.swift:", re.M)
SEED = re.compile(r"(?:MEMO_TEST_SEED|seed)=(\d+)")
SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
# The most tests that are run again; more show a fault.
MOST_AGAIN = 5
UNITTEST_FAILURES = re.compile(r"^={70}$.*?(?=^-{70}\nRan )", re.M | re.S)


def counts(output):
    """How many tests passed, failed and were skipped, by what a part printed; None if that says nothing."""
    if found := PLAIN.findall(output):
        return tuple(sum(int(row[column] or 0) for row in found) for column in range(3))
    if found := UNITTEST_RUN.findall(output):
        result = " ".join(UNITTEST_RESULT.findall(output))
        failed = sum(map(int, re.findall(r"(?:failures|errors|unexpected successes)=(\d+)", result)))
        skipped = sum(map(int, re.findall(r"skipped=(\d+)", result)))
        return max(0, sum(map(int, found)) - failed - skipped), failed, skipped
    if found := SWIFT_RUN.findall(output):
        failed = len(SWIFT_FAILURE.findall(output))
        return sum(map(int, found)) - failed, failed, 0
    return None


def failures(output):
    """The part of the output that tells of failures: all of it, if none is marked as such."""
    if marked := UNITTEST_FAILURES.findall(output):
        return "".join(marked)
    return "".join(line for line in output.splitlines(keepends=True) if not NOISE.match(line))


def duration(seconds):
    minutes, seconds = divmod(round(seconds), 60)
    return f"{minutes} min {seconds:2} s" if minutes else f"{seconds} s"


def end(parts, sign):
    """Ends all that is left of some parts, which have ten seconds to do so by themselves after a signal."""
    deadline = time.monotonic() + 10
    for part in parts:
        part.send(sign)
    for part in parts:
        try:
            part.process.wait(max(0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            pass
        part.send(signal.SIGKILL)


def unfinished(output):
    """What a part was at when it was ended."""
    begun, ended = SWIFT_BEGUN.findall(output), set(SWIFT_ENDED.findall(output))
    names = [f"never ended: {name}\n" for name in begun if name not in ended]
    return f"It took longer than {duration(LIMIT)} and was ended.\n{''.join(names)}"


def selection(output):
    """What names the tests that failed to the part's runner, "" for all of them; None if that can't be said."""
    if failed := UNITTEST_FAILED.findall(output):
        # What died without a word can't be named; of what is set up for many tests, all of these are run.
        if len(failed) != counts(output)[1]:
            return None
        ids = {where if where.endswith(f".{test}") or test.startswith(("setUp", "tearDown")) else f"{where}.{test}"
               for test, where in failed}
        return " ".join(f"-k {id}" for id in sorted(ids))
    if suites := SWIFT_PLACE.findall(output):
        # A suite has the name of its file.
        return f"--filter '{'|'.join(sorted(set(suites)))}'"
    return "" if PLAIN.search(output) else None


def passes_again(name, output):
    """Whether the tests that failed pass when they are run by themselves."""
    told = failures(output)
    tests, seeds = selection(output), set(SEED.findall(told))
    if tests is None:
        return False
    seed = {"MEMO_TEST_SEED": seeds.pop()} if len(seeds) == 1 else {}
    ((_, status, output, _),) = results([name], f"TESTS={tests}", **seed)
    found = counts(output)
    return status == 0 and found is not None and found[0] > 0 and found[1] == 0


class Part:
    """A part that runs: `make test-NAME` with what it prints."""

    def __init__(self, name, *arguments, **environment):
        self.name = name
        self.began = time.monotonic()
        self.slow = False
        self.output = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            ["make", "--no-print-directory", f"test-{name}", *arguments], stdin=subprocess.DEVNULL, stdout=self.output,
            stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS),
            env={**os.environ, "PYTHONFAULTHANDLER": "1", **environment})

    def send(self, sign):
        """Sends a signal to all of it that is left."""
        try:
            os.killpg(self.process.pid, sign)
        except ProcessLookupError:
            pass

    def has_ended(self):
        """Whether it has; one that takes too long is ended."""
        if self.process.poll() is None and time.monotonic() - self.began > LIMIT:
            self.slow = True
            # Python tells where it stands.
            end([self], signal.SIGABRT)
        return self.process.poll() is not None

    def result(self):
        """Its name, status, output and seconds, once it has ended."""
        seconds = time.monotonic() - self.began
        with self.output:
            self.output.seek(0)
            text = COLOURS.sub("", self.output.read().decode("utf-8", "replace"))
        return self.name, self.process.returncode, text + unfinished(text) if self.slow else text, seconds


def results(names, *arguments, **environment):
    """Runs parts at once, and tells what became of each as it ends; on a terminal a line tells which still run."""
    running, start = [], time.monotonic()
    try:
        # A signal that comes while a part begins would miss it.
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        for name in names:
            running.append(Part(name, *arguments, **environment))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        while running:
            if sys.stdout.isatty():
                left = " ".join(part.name for part in running)
                print(f"\r{left} {duration(time.monotonic() - start)} …\x1b[K", end="", flush=True)
            # Of several processes none can be waited for alone.
            time.sleep(0.1)
            for part in [part for part in running if part.has_ended()]:
                running.remove(part)
                if sys.stdout.isatty():
                    print("\r\x1b[K", end="")
                yield part.result()
    finally:
        # An interrupt lets tests remove what they have made.
        end(running, signal.SIGINT)


def stop(sign, _):
    """Ends this program as a shell tells of a signal; another signal does not get in the way of that."""
    for other in SIGNALS:
        signal.signal(other, signal.SIG_IGN)
    sys.exit(128 + sign)


def main(names):
    for sign in SIGNALS:
        if signal.getsignal(sign) is not signal.SIG_IGN:
            signal.signal(sign, stop)
    total, again = [0, 0, 0], []
    with contextlib.closing(results(names)) as ended:
        for name, status, output, seconds in ended:
            found = counts(output)
            passed, failed, skipped = found or (0, 0, 0)
            # What ended badly without a failed test, or ran none, failed as a whole.
            broken = (status != 0 and failed == 0) or passed + failed == 0
            others = ((failed, "failed"), (skipped, "skipped"))
            words = f"{passed} passed" + "".join(f", {count} {what}" for count, what in others if count)
            if broken:
                failed += 1
                words += f"; make test-{name} ended with {status}" if status else "; no test ran"
            print(f"{name:8} {words:36} {duration(seconds):>12}", flush=True)
            if failed:
                print(failures(output), flush=True)
            if not broken and 0 < failed <= MOST_AGAIN:
                again.append((name, output, failed))
            total = [sum(pair) for pair in zip(total, (passed, failed, skipped))]
    for name, output, failed in again:
        if passes_again(name, output):
            print(f"{name}: unsteady: what failed passes when it is run again", flush=True)
            total = [total[0] + failed, total[1] - failed, total[2]]
    print("{} passed, {} failed".format(*total) + (f", {total[2]} skipped" if total[2] else ""))
    return 1 if total[1] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
