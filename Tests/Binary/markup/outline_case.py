import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DRIVER = Path(os.environ["MEMO_LS"]).resolve().parent / "outline-driver"


def markdown_folder():
    """Where the second parser and the examples are; from now on the parser can be imported."""
    script = subprocess.run(["sh", "Tests/Tools/markdown.sh"], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    folder = ROOT / script.stdout.decode().strip()
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    return folder


class OutlineCase(unittest.TestCase):
    """Asks `outline-driver`, which `make test-program` builds, what texts say as Markdown."""

    def setUp(self):
        self.folder = markdown_folder()
        self.driver = subprocess.Popen([DRIVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(self.end)

    def end(self):
        self.driver.stdin.close()
        self.driver.stdout.close()
        self.assertEqual(self.driver.wait(), 0)

    def outline(self, text):
        self.driver.stdin.write(json.dumps(text).encode() + b"\n")
        self.driver.stdin.flush()
        return json.loads(self.driver.stdout.readline())
