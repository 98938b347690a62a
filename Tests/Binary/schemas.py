"""The project's JSON Schemas, resolved without a network by either generation of `jsonschema`."""

import functools
import json
import pathlib

import jsonschema

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Schemas"


@functools.cache
def documents():
    """Every schema by its `$id`."""
    files = [FOLDER / "defs.json", FOLDER / "envelope.json", *sorted((FOLDER / "messages").glob("*.json"))]
    return {schema["$id"]: schema for schema in (json.loads(file.read_text(encoding="utf-8")) for file in files)}


@functools.cache
def index():
    """The methods of index.json by name."""
    return {
        entry["name"]: entry for entry in json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))["methods"]
    }


@functools.cache
def validator(reference):
    """A validator for a definition, e.g. `urn:memo-ls:schema:createMemo#/$defs/result`."""
    schema = {"$ref": reference}
    try:
        import referencing
        from referencing.jsonschema import DRAFT202012
    except ImportError:
        resolver = jsonschema.RefResolver("", {}, store=documents())
        return jsonschema.Draft202012Validator(schema, resolver=resolver)
    resources = [(id, DRAFT202012.create_resource(document)) for id, document in documents().items()]
    registry = referencing.Registry().with_resources(resources)
    return jsonschema.Draft202012Validator(schema, registry=registry)


def urn(method):
    """The `$id` of a method's schema."""
    return "urn:memo-ls:schema:" + pathlib.Path(index()[method]["schema"]).stem


def faults(reference, value):
    """What is wrong with a value, one line each."""
    return [f"{error.json_path}: {error.message}" for error in validator(reference).iter_errors(value)]


def params_faults(method, params):
    """What is wrong with a method's params."""
    return faults(urn(method) + "#/$defs/params", params)


def server_faults(message, method_of):
    """What is wrong with a message of the server's; `method_of` names the method that an id asked for."""
    if isinstance(message, list):
        found = faults("urn:memo-ls:schema:envelope#/$defs/responseBatch", message)
        return found + [fault for answer in message for fault in server_faults(answer, method_of)]
    if "method" in message:
        if index().get(message["method"], {}).get("direction") != "serverToClient":
            return [f"the server sends no {message['method']}"]
        envelope = faults("urn:memo-ls:schema:envelope#/$defs/notification", message)
        return envelope + faults(urn(message["method"]), message)
    found = faults("urn:memo-ls:schema:envelope#/$defs/response", message)
    method = method_of(message.get("id"))
    if "result" in message and method is not None:
        found += faults(urn(method) + "#/$defs/result", message["result"])
    return found
