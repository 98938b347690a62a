"""Two messages that the tests of framing put into frames and lines."""

from memo_client import call, encode

# A request that needs no store, its bytes, and the header line that belongs to it.
ASK = call(1, "titleBodySplit", {"text": "first\nrest"})
BODY = encode(ASK)
LENGTH = b"Content-Length: %d\r\n" % len(BODY)
# What must be saved however the session ends.
KEPT = call("kept", "createMemo", {"id": "kept", "text": "kept whatever comes"})
