"""An editor as the protocol wants it: it types without waiting, follows what it is told, and never guesses."""

import collections

from memo_case import WANTS_NOTES
from memo_client import Client
from sharing import typed_lines
from sharing.shadow import applied
from sharing_case import over
from text_case import put

# More lines than this make an editor tidy up a memo.
MOST_LINES = 120
# The codes that a request may be refused with because of what others did.
REFUSALS = {"edit": (1, 2), "delete": (1, 2), "restore": (1,), "createMemo": (4,)}


class Buffer:
    """What an editor shows of a memo. `text` is None until it is read, and while there is no such memo."""

    def __init__(self):
        self.text = None
        self.version = 0
        # The last version known to be saved.
        self.saved = 0
        self.is_reading = False
        self.is_trashed = False
        # A read that only compares must find just this.
        self.is_check = False
        # Lines that were refused, to be sent again.
        self.again = []


class Sent:
    """A message on its way: an "edit" that brings a line and takes others away, a "read", or what happens to a whole
    memo."""

    def __init__(self, kind, memo, request, base=None, lines=(), taken=()):
        self.kind, self.memo, self.request, self.base = kind, memo, request, base
        self.lines, self.taken = list(lines), list(taken)
        self.is_outrun = False


class Editor:
    """One session, and what its user does. `figures` counts what happens."""

    def __init__(self, name, memos, ledger, chance, figures, start):
        self.name, self.memos, self.ledger, self.chance, self.figures = name, memos, ledger, chance, figures
        self.start = start
        self.open()

    # The session

    def open(self):
        """Starts a server, and reads every memo."""
        self.is_killed = False
        delay = self.chance.choice([0, 1, 5, 20, 100, 500])
        self.client = self.start("--autosave-delay-ms", str(delay), "--autosave-max-delay-ms", str(4 * delay))
        self.encoding = self.chance.choice(["utf-8", "utf-16", "utf-32"])
        self.buffers = {memo: Buffer() for memo in self.memos}
        self.on_their_way = collections.deque()
        self.others = {}
        capabilities = {"general": {"positionEncodings": [self.encoding]}} | WANTS_NOTES
        self.request("initialize", {"processId": None, "capabilities": capabilities})
        for memo in self.memos:
            self.read(memo)

    def kill(self):
        """Ends the server with SIGKILL, and hears what it had said until then."""
        self.is_killed = True
        self.client.process.kill()
        self.client.process.wait()
        self.hear()
        self.client.kill()

    def request(self, method, params=None):
        """Sends a request and returns its id."""
        return self.client.start_request(method, params)

    # Typing

    def is_ready(self, memo):
        buffer = self.buffers[memo]
        return buffer.text is not None and not buffer.is_reading and not buffer.is_trashed

    def type(self, memo):
        """Puts a line somewhere, or in the place of one it sees; sometimes takes many away."""
        lines = self.buffers[memo].text.split("\n")
        place = self.chance.randrange(len(lines))
        kind = self.chance.random()
        if memo == typed_lines.GROWING:
            self.insert(memo, place, self.ledger.new_line(self.name))
        elif len(lines) > MOST_LINES and kind < 0.1:
            end = min(len(lines) - 1, place + self.chance.randrange(20, 80))
            self.edit(memo, put("", (place, 0), (end, 0)), [], lines[place:end])
        elif kind < 0.25:
            line = self.ledger.new_line(self.name)
            self.edit(memo, over(place, line), [line], lines[place : place + 1])
        else:
            self.insert(memo, place, self.ledger.new_line(self.name))

    def insert(self, memo, place, line):
        self.edit(memo, put(line + "\n", (place, 0)), [line], [])

    def edit(self, memo, change, lines, taken):
        """Does an edit here and sends it, as a request or as a notification."""
        buffer = self.buffers[memo]
        params = {"id": memo, "baseVersion": buffer.version, "contentChanges": [change]}
        request = None
        if self.chance.random() < 0.5:
            request = self.request("updateMemo", params)
        else:
            self.client.notify("updateMemo", params)
        self.ledger.take(taken)
        self.on_their_way.append(Sent("edit", memo, request, buffer.version, lines, taken))
        buffer.text = applied(buffer.text, [change], self.encoding)
        buffer.version += 1
        self.figures["edits sent"] += 1

    def delete(self, memo, permanent):
        """Moves a memo that is shown as it is to the trash, or destroys it with all the lines that are seen."""
        if not self.is_ready(memo) or self.pending(memo):
            return
        buffer = self.buffers[memo]
        taken = buffer.text.split("\n") if permanent else []
        self.ledger.take(taken)
        self.do("delete", memo, {"baseVersion": buffer.version, "permanent": permanent}, taken=taken)

    def revive(self, memo):
        """Brings back a memo that is in the trash, or makes one that is gone anew under its name."""
        buffer = self.buffers[memo]
        if buffer.is_reading or self.is_ready(memo):
            return
        if buffer.is_trashed:
            self.do("restore", memo, {})
        else:
            lines, buffer.again = [*buffer.again, self.ledger.new_line(self.name)], []
            self.do("createMemo", memo, {"text": "\n".join(lines)}, lines)

    def do(self, method, memo, params, lines=(), taken=()):
        """Does something to a whole memo, and reads what becomes of it."""
        request = self.request(method, {"id": memo} | params)
        self.on_their_way.append(Sent(method, memo, request, None, lines, taken))
        self.figures[method] += 1
        self.read(memo)

    def read(self, memo, is_check=False):
        """Asks for a memo; nothing is typed into it until it is there."""
        buffer = self.buffers[memo]
        if buffer.is_reading:
            # The one on its way may have been sent before what was told since.
            buffer.is_check = False
        buffer.is_reading, buffer.is_check = True, is_check
        if self.is_killed:
            return
        self.on_their_way.append(Sent("read", memo, self.request("getMemo", {"id": memo})))

    def check(self, memo):
        """Compares a memo with what the server has, if nothing is on its way."""
        if self.is_ready(memo) and not self.pending(memo):
            self.read(memo, is_check=True)

    def pending(self, memo):
        return [sent for sent in self.on_their_way if sent.memo == memo]

    def is_at_rest(self):
        return not self.on_their_way and all(map(self.is_ready, self.memos))

    # Listening

    def hear(self):
        """Takes in all that has come."""
        for message in self.client.arrived():
            if "method" in message:
                self.told(message["method"], message["params"])
            elif self.on_their_way and message["id"] in {sent.request for sent in self.on_their_way}:
                self.answered(message)
            else:
                assert "result" in message, message
                self.others[message["id"]] = message["result"]

    def answered(self, message):
        sent = self.arrived_up_to(lambda sent: sent.request == message["id"])
        code = message.get("error", {}).get("code")
        if sent.kind == "read":
            self.has_read(sent.memo, message.get("result"))
        elif code is None:
            assert sent.kind != "edit" or message["result"]["version"] == sent.base + 1, (message, sent.base)
            self.accepted(sent)
        else:
            assert code in REFUSALS[sent.kind], message
            self.refused(sent)

    def arrived_up_to(self, is_it):
        """What is answered now. The edits of its memo that were sent before it as notifications, of which nothing was
        heard, are accepted; what is done to one memo holds up no other."""
        answered = next(filter(is_it, self.on_their_way))
        for sent in self.pending(answered.memo):
            self.on_their_way.remove(sent)
            if sent is answered:
                return sent
            assert sent.request is None, f"{self.name}: request {sent.request} was passed over"
            self.accepted(sent)

    def accepted(self, sent):
        assert not sent.is_outrun, f"{self.name}: an edit of {sent.memo} {sent.base} was applied to another text"
        self.ledger.accept(sent.lines)
        self.figures["edits accepted"] += sent.kind == "edit"

    def refused(self, sent):
        self.ledger.refuse(sent.taken)
        self.figures["edits refused"] += sent.kind == "edit"
        buffer = self.buffers[sent.memo]
        buffer.again += sent.lines
        if not buffer.is_reading:
            self.read(sent.memo)

    def has_read(self, memo, answer):
        buffer = self.buffers[memo]
        if any(sent.kind == "read" for sent in self.pending(memo)):
            return
        assert not self.pending(memo)
        if answer is None:
            buffer.text, buffer.is_reading, buffer.is_check, buffer.is_trashed = None, False, False, False
            return
        if buffer.is_check:
            found, believed = (answer["version"], answer["text"]), (buffer.version, buffer.text)
            assert found == believed, f"{self.name}: {memo} is {found}, not {believed}"
            self.figures["buffers compared"] += 1
        buffer.text, buffer.version = answer["text"], answer["version"]
        buffer.is_reading, buffer.is_check = False, False
        buffer.is_trashed = "trashedAt" in answer
        if answer["saved"]:
            buffer.saved = answer["version"]
        if self.is_killed or buffer.is_trashed:
            return
        again, buffer.again = buffer.again, []
        for line in again:
            self.insert(memo, 0, line)

    def told(self, method, params):
        self.figures[method] += 1
        buffer = self.buffers.get(params.get("id"))
        if method == "didRejectUpdate":
            assert params["error"]["code"] in REFUSALS["edit"], params
            place = (params["id"], params["baseVersion"], None)
            self.refused(self.arrived_up_to(lambda sent: (sent.memo, sent.base, sent.request) == place))
        elif method in ("didCreateMemo", "didDeleteMemo") and buffer:
            # That a memo is there again may be told after a read that found it: what was typed into that stands.
            for sent in self.pending(params["id"]):
                sent.is_outrun |= sent.kind == "edit" and method == "didDeleteMemo"
            self.read(params["id"])
        elif method == "didChangeMemo" and buffer:
            self.changed(buffer, params)
        elif method == "didSaveMemo" and buffer:
            buffer.saved = params["version"]
        elif method == "didFailToSaveMemo":
            assert params["error"]["data"]["retryable"], params

    def changed(self, buffer, params):
        memo, changes = params["id"], params.get("contentChanges")
        assert params["version"] > params["baseVersion"] or not changes, params
        edits = [sent for sent in self.pending(memo) if sent.kind == "edit"]
        if params["baseVersion"] > buffer.saved:
            self.figures["merges"] += 1
        else:
            buffer.saved = params["version"]
        if changes is not None:
            for sent in edits:
                sent.is_outrun |= sent.base >= params["baseVersion"]
        if buffer.text is None:
            return
        if edits or buffer.is_reading or changes is None:
            self.read(memo)
            return
        assert buffer.version == params["baseVersion"], f"{self.name}: {memo} is {buffer.version}, not {params}"
        buffer.text = applied(buffer.text, changes, self.encoding)
        buffer.version = params["version"]
