"""The schemas themselves: well-formed, complete, current, and able to reject a wrong answer."""

import json
import subprocess
import sys
import unittest

import jsonschema

import schemas
from protocol.conversations import fixtures

MEMO_STATE = {
    "id": "diary-1",
    "version": 1,
    "title": "a",
    "length": 1,
    "createdAt": "2000-01-01T00:00:00.000Z",
    "modifiedAt": "2000-01-01T00:00:00.000Z",
    "properties": {},
    "saved": False,
}
SUMMARY = {
    "id": "diary-1",
    "version": 1,
    "displayTitle": "a",
    "preview": "",
    "createdAt": "2000-01-01T00:00:00.000Z",
    "modifiedAt": "2000-01-01T00:00:00.000Z",
    "bytes": 1,
    "properties": {},
    "saved": False,
}
NOT_FOUND = {"code": 1, "message": "no memo", "data": {"kind": "memoNotFound", "id": "diary-9"}}


def references(value):
    """Every `$ref` in a schema."""
    if isinstance(value, dict):
        here = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return here + [found for item in value.values() for found in references(item)]
    return [found for item in value for found in references(item)] if isinstance(value, list) else []


def without(value, name):
    return {key: item for key, item in value.items() if key != name}


class Schemas(unittest.TestCase):
    def test_every_schema_is_valid_json_schema_2020_12(self):
        for id, schema in schemas.documents().items():
            with self.subTest(schema=id):
                self.assertEqual(schema["$schema"], "https://json-schema.org/draft/2020-12/schema")
                jsonschema.Draft202012Validator.check_schema(schema)

    def test_every_reference_resolves_without_a_network(self):
        for id, schema in schemas.documents().items():
            for reference in references(schema):
                with self.subTest(schema=id, reference=reference):
                    urn, _, pointer = reference.partition("#/$defs/")
                    self.assertIn(pointer, schemas.documents()[urn]["$defs"])

    def test_the_index_names_every_message_file_and_no_other(self):
        named = sorted(entry["schema"] for entry in schemas.index().values())
        files = sorted(f"messages/{path.name}" for path in (schemas.FOLDER / "messages").iterdir())
        self.assertEqual(named, files)

    def test_each_message_file_describes_the_method_that_the_index_says(self):
        for name, entry in schemas.index().items():
            with self.subTest(method=name):
                schema = schemas.documents()[schemas.urn(name)]
                self.assertEqual(schema["properties"]["method"]["const"], name)
                self.assertEqual("result" in schema["$defs"], entry["kind"] == "request")
                self.assertIn(entry["direction"], ("clientToServer", "serverToClient"))

    def test_every_member_is_described(self):
        for id, schema in schemas.documents().items():
            for name, definition in schema["$defs"].items():
                for member, description in definition.get("properties", {}).items():
                    with self.subTest(schema=id, definition=name, member=member):
                        known = not isinstance(description, dict) or {"description", "$ref", "const"} & set(description)
                        self.assertTrue(known)

    def test_every_method_is_used_by_a_fixture(self):
        used = set()
        for fixture in fixtures():
            for line in fixture.client_lines + fixture.server_lines:
                used |= {name for name in schemas.index() if json.dumps(name).encode() in line}
        # What a failing store or another process makes the server send can't be put into a file.
        unused = {"didFailToSaveMemo", "window/logMessage", "didCreateMemo", "didDeleteMemo", "didChangeMemo"}
        self.assertEqual(set(schemas.index()) - used, unused)

    def test_the_openrpc_document_is_current(self):
        check = [sys.executable, str(schemas.FOLDER / "openrpc.py"), "--check"]
        done = subprocess.run(check, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_the_openrpc_document_refers_only_to_what_it_has(self):
        document = json.loads((schemas.FOLDER / "openrpc.json").read_text(encoding="utf-8"))
        for reference in references(document):
            with self.subTest(reference=reference):
                part = document
                for name in reference.removeprefix("#/").split("/"):
                    part = part[name]

    def test_the_methods_of_the_openrpc_document_are_those_of_the_index(self):
        document = json.loads((schemas.FOLDER / "openrpc.json").read_text(encoding="utf-8"))
        self.assertEqual([method["name"] for method in document["methods"]], list(schemas.index()))


class PlantedMistakes(unittest.TestCase):
    """An answer that the schemas let through and one with a mistake in it, which they must catch."""

    def check(self, method, right, *wrong):
        reference = schemas.urn(method) + "#/$defs/result"
        self.assertEqual(schemas.faults(reference, right), [])
        for answer in wrong:
            with self.subTest(method=method, answer=answer):
                self.assertTrue(schemas.faults(reference, answer))

    def test_a_result_with_a_missing_or_stray_or_mistyped_member_is_rejected(self):
        state = MEMO_STATE
        self.check(
            "createMemo",
            state,
            without(state, "saved"),
            state | {"text": "a"},
            state | {"version": "1"},
            state | {"version": 0},
            state | {"createdAt": "2000-01-01T00:00:00Z"},
            state | {"modifiedAt": "2000-01-01T00:00:00.000+09:00"},
            state | {"trashedAt": None},
            state | {"id": "a b"},
            state | {"length": -1},
            state | {"length": 1.5},
            None,
        )
        self.check("getMemo", state | {"text": "a"}, state)
        page = {"memos": [SUMMARY], "total": 1}
        self.check("list", page, without(page, "total"), page | {"nextCursor": None}, {"memos": [state], "total": 1})
        split = {"title": "", "separator": "\n", "body": "", "displayTitle": ""}
        self.check("titleBodySplit", split, split | {"separator": "\u2028"}, without(split, "body"))
        self.check("delete", {"id": "a", "version": 2}, {"id": "a"}, {"id": "a", "version": 2, "saved": True})
        self.check("flush", {"memosWritten": 0}, {}, {"memosWritten": -1}, None)
        self.check("shutdown", None, {}, False)
        server = {"name": "memo-ls", "version": "1"}
        right = {"capabilities": {"positionEncoding": "utf-16"}, "serverInfo": server}
        self.check(
            "initialize", right, right | {"capabilities": {"positionEncoding": "utf-7"}}, without(right, "serverInfo")
        )

    def test_a_response_with_both_or_neither_of_result_and_error_is_rejected(self):
        answer = {"jsonrpc": "2.0", "id": 1, "error": NOT_FOUND}
        self.assertEqual(schemas.server_faults(answer, lambda id: "getMemo"), [])
        wrong = [
            answer | {"result": None},
            {"jsonrpc": "2.0", "id": 1},
            without(answer, "id"),
            answer | {"jsonrpc": "1.0"},
            answer | {"id": 1.5},
            answer | {"id": 2**53 + 1},
            answer | {"error": without(NOT_FOUND, "data")},
            answer | {"error": NOT_FOUND | {"data": {"kind": "memoExists", "id": "a"}}},
            answer | {"error": "no"},
            answer | {"error": NOT_FOUND | {"code": 7}},
            answer | {"error": NOT_FOUND | {"message": ""}},
            answer | {"stray": 1},
        ]
        for message in wrong:
            with self.subTest(message=message):
                self.assertTrue(schemas.server_faults(message, lambda id: "getMemo"))

    def test_a_wrong_change_by_another_process_is_rejected(self):
        start = {"line": 0, "character": 1}
        change = {"range": {"start": start, "end": start}, "text": "x"}
        params = {"id": "a", "baseVersion": 1, "version": 3, "contentChanges": [change], "properties": {"pinned": True}}
        reference = schemas.urn("didChangeMemo") + "#/$defs/params"
        for right in (params, without(params, "contentChanges"), without(params, "properties")):
            self.assertEqual(schemas.faults(reference, right), [])
        wrong = [
            without(params, "baseVersion"),
            without(params, "version"),
            params | {"contentChanges": [without(change, "text")]},
            params | {"contentChanges": None},
            params | {"properties": None},
            params | {"text": "ax"},
        ]
        for right in wrong:
            with self.subTest(params=right):
                self.assertTrue(schemas.faults(reference, right))

    def test_a_wrong_notification_is_rejected(self):
        right = {"jsonrpc": "2.0", "method": "didSaveMemo", "params": {"id": "a", "version": 1}}
        self.assertEqual(schemas.server_faults(right, None), [])
        wrong = [
            right | {"params": {"id": "a"}},
            right | {"params": {"id": "a", "version": 1, "text": "secret"}},
            right | {"id": 1},
            without(right, "params"),
            right | {"method": "getMemo"},
            right | {"method": "didWhatever"},
        ]
        for message in wrong:
            with self.subTest(message=message):
                self.assertTrue(schemas.server_faults(message, None))


if __name__ == "__main__":
    unittest.main()
