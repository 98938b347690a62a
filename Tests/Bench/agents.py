"""Workloads of agents: the start, the list of tools, searches, and edits one after the other."""

import json
import subprocess
import time

from driver import check_answers
from searching import QUERIES
from servers import Agents, request
from stores import memo_text

MEMO = "edited"
SEEN = 20  # edits by either side, which the other waits to see
PATIENCE = 10  # seconds


def measure_agents(bench):
    size, scale = bench.scale.searched, bench.scale
    store = bench.stores[size]
    bench.say(f"an agent with {size:,} memos")
    for server in (Agents(bench.floor), Agents(bench.memo_ls)):
        starts = [bench.driver.run(server, [], store, kill=False)[0] for _ in range(scale.starts)]
        bench.add("agent, start", server, [one | {"each": one["total"]} for one in starts], size=size)
        first = server.call(1, "search_memos", query="week")
        kinds = {
            "tools/list": [server.request(id, "tools/list", {}) for id in range(10, 10 + scale.lists)],
            **{kind: [server.call(id, "search_memos", query=query) for id in range(10, 10 + scale.searches)]
               for kind, query in QUERIES.items()}}
        phases = [("answer", first), *(("answer", b"".join(asked)) for asked in kinds.values())]
        runs = [bench.driver.run(server, phases, store, kill=False) for _ in range(min(3, scale.runs))]
        for place, kind in enumerate(kinds):
            found = [run[2 + place] for run in runs]
            for phase in found:
                check_answers(phase)
            workload = kind if kind == "tools/list" else "search_memos"
            bench.add(f"agent, {workload}", server, found, size=size, **({} if kind == workload else {"pattern": kind}))
        bench.add("agent, edit_memo", server, [edits(bench, server) for _ in range(min(3, scale.runs))], size=size)


def edits(bench, server):
    """Edits of one memo in a store of its own, each from the version that the one before it made."""
    count = bench.scale.searches
    made = server.call(1, "create_memo", id=MEMO, text=memo_text(0) + "step 1\n")
    asked = b"".join(
        server.call(9 + step, "edit_memo", id=MEMO, baseVersion=step,
                    edits=[{"old": f"step {step}", "new": f"step {step + 1}"}])
        for step in range(1, 1 + count))
    run = bench.driver.run(server, [("answer", made), ("answer", asked)], bench.new_store(), kill=False)
    check_answers(run[2])
    if server.name != "floor" and run[2]["last"]["result"]["structuredContent"]["version"] != 1 + count:
        raise RuntimeError(f"not all edits were made: {run[2]['last']}")
    return run[2]


class Talker:
    """A conversation from here, where two servers are asked in turn."""

    def __init__(self, server, store, start=None):
        self.server, self.id = server, 0
        self.process = subprocess.Popen(server.command(str(store)), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send(start or server.start)
        self.read(lambda message: message.get("id") == 0)

    def send(self, bytes):
        self.process.stdin.write(bytes)
        self.process.stdin.flush()

    def read(self, is_wanted):
        """The next message that is wanted; the others are passed over."""
        while True:
            line = self.process.stdout.readline()
            if line.startswith(b"Content-Length: "):
                self.process.stdout.readline()
                line = self.process.stdout.read(int(line[16:]))
            if not line:
                raise RuntimeError(f"{self.server.name} ended")
            message = json.loads(line)
            if is_wanted(message):
                return message

    def ask(self, make, *arguments, **named):
        self.id += 1
        self.send(make(self.id, *arguments, **named))
        return self.read(lambda message: message.get("id") == self.id)

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def measure_sight(bench):
    """How long it takes until an editor is told of an agent's edit, and an agent reads what was typed in an editor."""
    store, memo_ls = bench.new_store(), bench.memo_ls
    editor = Talker(memo_ls, store, request(0, "initialize", {"capabilities": {"memo": {"notifications": True}}}))
    made = editor.ask(request, "createMemo", {"id": MEMO, "text": "step 1\n"})
    editor.ask(request, "flush")
    agent = Talker(Agents(memo_ls), store)
    times, version = {"told": [], "read": []}, made["result"]["version"]
    for step in range(1, 1 + (SEEN if bench.scale.runs > 1 else 1)):
        bench.say(f"an agent and an editor see each other's words: {step}")
        read = agent.ask(agent.server.call, "read_memo", id=MEMO)["result"]["structuredContent"]
        old = read["text"].rstrip("\n")
        began = time.monotonic_ns()
        agent.ask(agent.server.call, "edit_memo", id=MEMO, baseVersion=read["version"],
                  edits=[{"old": old, "new": f"agent {step}"}])
        told = editor.read(lambda message: message.get("method") == "didChangeMemo")
        times["told"].append(time.monotonic_ns() - began)
        version = told["params"]["version"]
        words = f"editor {step}"
        typed = {"id": MEMO, "baseVersion": version, "contentChanges": [{"text": words + "\n"}]}
        began = time.monotonic_ns()
        version = editor.ask(request, "updateMemo", typed)["result"]["version"]
        while agent.ask(agent.server.call, "read_memo", id=MEMO)["result"]["structuredContent"]["text"] != words + "\n":
            if time.monotonic_ns() - began > PATIENCE * 1e9:
                raise RuntimeError("an agent never saw what was typed")
            time.sleep(0.005)
        times["read"].append(time.monotonic_ns() - began)
    for talker in (agent, editor):
        talker.close()
    bench.add("agent's edit, told to an editor", memo_ls, [{"each": max(times["told"])}])
    bench.add("typed words, read by an agent", memo_ls, [{"each": max(times["read"])}])
