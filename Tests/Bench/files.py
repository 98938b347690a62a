"""Workloads of an editor with the files of an attached folder; rumdl beside it, with the same files."""

import json
import pathlib
import subprocess
import time

from agents import Talker
from editors import measure_keystrokes, measure_questions, note_text
from linking import title
from servers import FileEditors, Rumdl, frame, request

CHANGES = 7  # outside; memo-ls waits for 2 s after each before it asks the editor
SEEN = "# Seen\n"
GONE = "see [what is missing](gone.md)\n"
ROOT = pathlib.Path(__file__).resolve().parents[2]


def measure_files(bench):
    size, folder = bench.scale.notes, bench.driver.folder / "files" / "notes"
    bench.say(f"an editor with {size:,} files")
    server = FileEditors(bench.memo_ls, folder)
    if not folder.exists():
        folder.mkdir(parents=True)
        for number in range(size):
            server.path(title(number)).write_text(note_text(number, size), encoding="utf-8")
    server.path("seen").write_text(SEEN, encoding="utf-8")
    attach = server.program("folder", "attach", str(folder))
    subprocess.run(attach, check=True, capture_output=True)
    for one in (FileEditors(bench.floor, folder), server):
        measure_questions(bench, one, None, "file")
        measure_keystrokes(bench, one, "file")
    measure_sight(bench, server)
    measure_outside(bench, server)


def measure_sight(bench, server):
    """How long it takes from the start until a problem of the first file is told, here and by rumdl. The link that it
    has to another file is checked by both, and neither says more of the file later."""
    words = note_text(5, bench.scale.notes) + GONE
    line = words.count("\n") - 1
    others = [server]
    try:
        found = subprocess.run(["sh", "Tests/Tools/rumdl.sh"], cwd=ROOT, capture_output=True, text=True, check=True)
        others.append(Rumdl(found.stdout.strip(), server.folder))
    except (OSError, subprocess.CalledProcessError):
        bench.say("rumdl can't be had here: its rows are left out")
    for one in others:
        times = []
        for _ in range(min(3, bench.scale.starts)):
            opened = one.open("first", words)
            began = time.monotonic_ns()
            talker = Talker(one, None)
            talker.send(opened)
            talker.read(lambda message: is_told(message, line))
            times.append({"each": time.monotonic_ns() - began})
            talker.process.kill()
            talker.close()
        bench.add("file, problems told", one, times, size=bench.scale.notes)


def is_told(message, line):
    if message.get("method") != "textDocument/publishDiagnostics":
        return False
    return any(one["range"]["start"]["line"] == line for one in message["params"]["diagnostics"])


def measure_outside(bench, server):
    """How long it takes until an editor is asked to take in what another program writes into a file that is open."""
    talker, words, times = Talker(server, None), SEEN, []
    # What is searched is what the folder has once it is compared.
    search = {"command": "memo.search", "arguments": [{"query": "seen"}]}
    talker.send(server.open("seen", words) + request(1, "workspace/executeCommand", search))
    talker.read(lambda message: message.get("id") == 1)
    for step in range(CHANGES if bench.scale.runs > 1 else 1):
        bench.say(f"a file that is open is changed outside: {step + 1}")
        words += f"step {step}\n"
        began = time.monotonic_ns()
        server.path("seen").write_text(words, encoding="utf-8")
        asked = talker.read(lambda message: message.get("method") == "workspace/applyEdit")
        times.append(time.monotonic_ns() - began)
        document = {"uri": server.uri("seen"), "version": step + 2}
        changed = {"textDocument": document, "contentChanges": [{"text": words}]}
        note = {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": changed}
        answer = {"jsonrpc": "2.0", "id": asked["id"], "result": {"applied": True}}
        talker.send(b"".join(frame(json.dumps(message)) for message in (answer, note)))
    talker.close()
    bench.add("file, changed outside", server, [{"each": max(times)}], size=bench.scale.notes)
