#!/usr/bin/env python3
"""Makes openrpc.json from the schemas: `openrpc.py --write`; `openrpc.py --check` fails when it is stale."""

import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
TARGET = FOLDER / "openrpc.json"
SHARED = "urn:memo-ls:schema:defs#/$defs/"
# What any request may get, beside the errors its own schema names.
COMMON_ERRORS = [-32600, -32602, -32603, -32800]


def load(name):
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def relocated(schema):
    """The schema with its references to defs.json pointing into the document's components."""
    if isinstance(schema, list):
        return [relocated(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: value.replace(SHARED, "#/components/schemas/") if key == "$ref" else relocated(value)
        for key, value in schema.items()
    }


def parameters(schema):
    """The params of a message as OpenRPC's list of content descriptors."""
    required = schema.get("required", [])
    for name, member in schema.get("properties", {}).items():
        descriptor = {"name": name, "description": member.get("description", "")}
        yield descriptor | {"required": name in required, "schema": relocated(member)}


def method(entry, errors):
    schema = load(entry["schema"])
    result = {
        "name": entry["name"],
        "description": schema["description"],
        "tags": [{"name": entry["direction"]}, {"name": entry["kind"]}],
        "paramStructure": "by-name",
        "params": list(parameters(schema["$defs"]["params"])),
    }
    if "flag" in entry:
        result["description"] += f" Only with {entry['flag']}."
    if entry["kind"] == "request":
        result["result"] = {"name": "result", "schema": relocated(schema["$defs"]["result"])}
        codes = COMMON_ERRORS + schema["x-errors"]
        result["errors"] = [{"$ref": f"#/components/errors/{errors[code]['name']}"} for code in codes]
    return result


def error(entry):
    result = {"code": entry["code"], "message": entry["description"]}
    if "data" in entry:
        result["data"] = {"$ref": f"#/components/schemas/{entry['data']}"}
    return result


def document():
    index = load("index.json")
    errors = {entry["code"]: entry for entry in index["errors"]}
    versions = [entry["since"] for entry in index["methods"]]
    version = max(versions, key=lambda text: [int(part) for part in text.split(".")])
    return {
        "openrpc": "1.3.2",
        "info": {
            "title": "memo-ls",
            "version": version,
            "description": "A notes service over JSON-RPC 2.0 on stdin and stdout. "
            "Methods tagged serverToClient are sent by the server.",
        },
        "methods": [method(entry, errors) for entry in index["methods"]],
        "components": {
            "schemas": relocated(load("defs.json")["$defs"]),
            "errors": {entry["name"]: error(entry) for entry in index["errors"]},
        },
    }


def main(arguments):
    text = json.dumps(document(), ensure_ascii=False, indent=2) + "\n"
    if arguments == ["--write"]:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    if arguments == ["--check"]:
        if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET.name} is stale; run {FOLDER.name}/openrpc.py --write", file=sys.stderr)
        return 1
    print("usage: openrpc.py --write | --check", file=sys.stderr)
    return 64


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
