import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DRIVER = Path(os.environ["MEMO_LS"]).resolve().parent / "outline-driver"


def markdown_folders(*python):
    """Where other parsers and the examples are; from now on the parsers can be imported."""
    script = subprocess.run(["sh", "Tests/Tools/markdown.sh", *python], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    folders = [ROOT / line for line in script.stdout.decode().splitlines()]
    sys.path += [str(folder) for folder in folders if str(folder) not in sys.path]
    return folders


class OutlineCase(unittest.TestCase):
    """Asks `outline-driver`, which `make test-program` builds, what texts say as Markdown."""

    def setUp(self):
        self.driver = subprocess.Popen([DRIVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(self.end)

    def end(self):
        self.driver.stdin.close()
        self.driver.stdout.close()
        self.assertEqual(self.driver.wait(), 0)

    def examples(self):
        """The examples of the specification."""
        examples = json.loads((markdown_folders()[0] / "examples.json").read_text())
        self.assertEqual(len(examples), 652)
        return examples

    def outline(self, text):
        self.driver.stdin.write(json.dumps(text).encode() + b"\n")
        self.driver.stdin.flush()
        return json.loads(self.driver.stdout.readline())
