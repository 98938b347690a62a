"""An agent's client: the official one, driven by lines of JSON on stdin. It runs in a Python of its own; a line says
what to call, and is answered by a line with the result, or the error.

Loading the official client takes longer than most tests: this program loads it once, and becomes a client for each
message on the socket that is its stdin, which brings a client's arguments, its stdin and its stdout.
"""

import asyncio
import json
import os
import signal
import socket
import sys
import warnings

from mcp import Client, MCPError
from mcp.client import session
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.types import ElicitResult, Implementation

# What the newest revision no longer has is still in the others.
warnings.simplefilter("ignore")


def plain(value):
    """A result as JSON, with the names of the wire."""
    return value.model_dump(mode="json", by_alias=True, exclude_none=True) if hasattr(value, "model_dump") else value


class Agent:
    def __init__(self, client, told):
        self.client = client
        # What the server has told by itself, in the eras in which that needs no subscription.
        self.told = told

    async def listen(self, uris, events):
        """Opens a subscription; tells the events it has had once there are as many."""
        async with self.client.listen(resource_subscriptions=uris, resources_list_changed=True) as subscription:
            print(json.dumps({"result": "listening"}), flush=True)
            found = []
            async for event in subscription:
                found.append(type(event).__name__ + " " + getattr(event, "uri", ""))
                if len(found) == events:
                    return found

    async def give_up(self, name, arguments):
        """Calls a tool and gives that up once it is told that the call goes on."""
        begun = asyncio.Event()

        async def note(progress, total, message):
            begun.set()

        call = asyncio.create_task(self.client.call_tool(name, arguments, progress_callback=note))
        await begun.wait()
        call.cancel()
        try:
            await call
        except asyncio.CancelledError:
            return "given up"
        return "answered"

    async def carry_out(self, call, arguments):
        if call == "facts":
            client = self.client
            return {
                "version": client.protocol_version, "server": plain(client.server_info),
                "capabilities": plain(client.server_capabilities), "instructions": client.instructions,
            }
        if call == "told":
            return [await self.told.get() for _ in range(arguments["count"])]
        if call == "give_up":
            return await self.give_up(**arguments)
        if call == "listen":
            return await self.listen(**arguments)
        if call == "progress":
            steps = []

            async def note(progress, total, message):
                steps.append([progress, total, message])

            result = await self.client.call_tool(**arguments, progress_callback=note)
            return {"steps": steps, "result": plain(result)}
        return plain(await getattr(self.client, call)(**arguments))

    async def run(self):
        loop = asyncio.get_running_loop()
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            request = json.loads(line)
            try:
                answer = {"result": await self.carry_out(request["call"], request["arguments"])}
            except MCPError as error:
                answer = {"error": {"code": error.code, "message": error.message}}
            except Exception as error:
                answer = {"error": {"code": 0, "message": f"{type(error).__name__}: {error}"}}
            print(json.dumps(answer), flush=True)


async def main(mode, answer, *command):
    async def elicit(context, params):
        if answer == "accept":
            return ElicitResult(action="accept", content={"confirm": True})
        return ElicitResult(action=answer)

    told = asyncio.Queue()

    async def note(message):
        if getattr(message, "method", "").startswith("notifications/resources/"):
            await told.put(message.method + " " + str(getattr(message.params, "uri", "")))

    # The client's word for a handshake is "legacy"; which revision it asks for is not said by an option.
    if mode not in ("auto", "legacy") and mode in session.HANDSHAKE_PROTOCOL_VERSIONS:
        session.LATEST_HANDSHAKE_VERSION = mode
        mode = "legacy"
    options = {"mode": mode, "client_info": Implementation(name="tester", version="1"), "message_handler": note}
    if answer != "none":
        options["elicitation_callback"] = elicit
    server = stdio_client(StdioServerParameters(command=command[0], args=list(command[1:])))
    async with Client(server, **options) as client:
        await Agent(client, told).run()


def serve():
    """Makes a process for each client that is asked for, until nobody can ask any more."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    asked = socket.socket(fileno=os.dup(0))
    while True:
        arguments, streams, _, _ = socket.recv_fds(asked, 1 << 16, 2)
        if not arguments:
            return
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            asked.close()
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            asyncio.run(main(*json.loads(arguments)))
            print("ended well", flush=True)
            return
        for stream in streams:
            os.close(stream)
        asked.send(b".")


serve()
