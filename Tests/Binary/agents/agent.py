"""An agent's client: the official one, driven by lines of JSON on stdin. It runs in a Python of its own; a line says what to
call, and is answered by a line with the result, or the error."""

import asyncio
import json
import sys

from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.types import ElicitResult, Implementation


def plain(value):
    """A result as JSON, with the names of the wire."""
    return value.model_dump(mode="json", by_alias=True, exclude_none=True) if hasattr(value, "model_dump") else value


class Agent:
    def __init__(self, client):
        self.client = client
        self.said = []

    async def listen(self, uris, events):
        """Opens a subscription; tells the events it has had once there are as many."""
        async with self.client.listen(resource_subscriptions=uris, resources_list_changed=True) as subscription:
            print(json.dumps({"result": "listening"}), flush=True)
            found = []
            async for event in subscription:
                found.append(type(event).__name__ + " " + getattr(event, "uri", ""))
                if len(found) == events:
                    return found

    async def carry_out(self, call, arguments):
        if call == "facts":
            client = self.client
            return {
                "version": client.protocol_version, "server": plain(client.server_info),
                "capabilities": plain(client.server_capabilities), "instructions": client.instructions,
            }
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

    options = {"mode": mode, "client_info": Implementation(name="tester", version="1")}
    if answer != "none":
        options["elicitation_callback"] = elicit
    server = stdio_client(StdioServerParameters(command=command[0], args=list(command[1:])))
    async with Client(server, **options) as client:
        await Agent(client).run()


asyncio.run(main(*sys.argv[1:]))
