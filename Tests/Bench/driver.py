"""Runs bench-driver, which measures one conversation with one server, and puts several runs together."""

import hashlib
import json
import pathlib
import statistics
import subprocess
import sys


class Driver:
    """Keeps the conversations as files in a folder: each is made once and sent many times."""

    def __init__(self, program, folder):
        self.program = str(program)
        self.folder = pathlib.Path(folder)

    def file(self, frames):
        """A file with these bytes."""
        path = self.folder / hashlib.blake2b(frames, digest_size=12).hexdigest()
        if not path.exists():
            path.write_bytes(frames)
        return str(path)

    def run(self, server, phases, store="none", kill=True):
        """What was measured in each phase of bench-driver, the start being the first, and at the end. A phase is a kind
        and its frames, or the file that has them (for `busy` two of them, for `wait` milliseconds)."""
        arguments = [self.program, *(["--kill"] if kill else []), self.file(server.start)]
        for kind, *values in phases:
            given = [self.file(value) if isinstance(value, bytes) else str(value) for value in values]
            arguments.append(f"{kind}={','.join(given)}")
        done = subprocess.run([*arguments, "--", *server.command(str(store))], capture_output=True, text=True)
        if done.returncode != 0 or done.stderr:
            raise RuntimeError(f"{server.command(str(store))[0]}: {done.stderr or done.returncode}")
        results = [json.loads(line) for line in done.stdout.splitlines()]
        if not kill and results[-1]["status"] not in getattr(server, "endings", (0,)):
            raise RuntimeError(f"the server ended with {results[-1]['status']}")
        for result in results:
            # Linux counts what went through stdout, too.
            if result["written"] >= 0 and sys.platform == "linux":
                result["written"] -= result["received"]
        return results


def check_answers(phase, version=None):
    """A refused edit is no edit: all must have been accepted, and the last have this version."""
    if phase["errors"]:
        raise RuntimeError(f"{phase['errors']} messages were answered with an error; the last answer: {phase['last']}")
    if version is not None and phase["last"]["result"]["version"] != version:
        raise RuntimeError(f"the last answer should have version {version}: {phase['last']}")


def medians(runs):
    """Each figure's median over several runs of the same phase."""
    names = ["each", "p50", "p99", "p999", "max", "resident", "peak", "written", "statements"]
    return {name: statistics.median(run[name] for run in runs) for name in names if all(name in run for run in runs)}
