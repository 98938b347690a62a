"""Each limit as it is released: what has just the size goes through, and one more is refused with the limit."""

import unittest

import schemas
from memo_case import STILL, MemoCase
from memo_client import ErrorAnswer

MIB = 1 << 20


class Limits(MemoCase):
    def check_limit(self, client, method, limit, params):
        """Checks that a request goes through at its limit and not one above it."""
        client.request(method, params(limit))
        data = self.check_error(5, client.request, method, params(limit + 1), kind="limitExceeded", limit=limit)
        self.assertEqual(data["value"], limit + 1)

    def test_a_memo_has_at_most_256_mib(self):
        client = self.start(*STILL)
        # The longest message would not hold it.
        half = "x" * (32 * MIB)
        client.request("createMemo", {"id": "a"})
        whole = 256 * MIB
        for _ in range(whole // len(half)):
            client.request("updateMemo", {"id": "a", "contentChanges": [put_first(half)]})
        data = self.check_error(
            5, client.request, "updateMemo", {"id": "a", "contentChanges": [put_first("y")]}, kind="limitExceeded")
        self.assertEqual((data["limit"], data["value"]), (whole, whole + 1))
        client.kill()

    def test_a_memo_has_at_most_what_its_flag_says(self):
        client = self.start(*STILL, "--max-memo-bytes", "1000")
        self.check_limit(client, "createMemo", 1000, lambda limit: {"text": "x" * limit})
        name = '{"n":""}'
        self.check_limit(
            client, "createMemo", 1000, lambda limit: {"properties": {"n": "x" * (limit - len(name))}})
        self.assertEqual(client.finish(), 0)

    def test_what_a_schema_bounds_is_refused_beyond_that_and_never_repeated_at_length(self):
        client = self.start(*STILL)
        client.request("createMemo", {"id": "a", "text": "# {{k}}\n#template\n"})
        missing = str(self.folder / "missing")
        for method, path, right, wrong in [
            ("createMemo", "values", *({"template": "a", "values": {f"k{n}": "v" for n in range(most)}}
                                       for most in (1000, 1001))),
            ("createMemo", "template", *({"template": "x" * most} for most in (1000, 1001))),
            ("daily", "template", *({"template": "x" * most} for most in (1000, 1001))),
            ("export", "ids", *({"format": "json", "ids": ["b"] * most} for most in (10_000, 10_001))),
            ("export", "to", *({"format": "json", "all": True, "to": "/" + "x" * most} for most in (4094, 4095))),
            ("import", "from", *({"from": "/" + "x" * most} for most in (4094, 4095))),
            ("import", "workDoneToken", *({"from": missing, "workDoneToken": most} for most in (2**63 - 1, 2**63))),
            *((method, "baseVersion", *({"id": "a", **more, "baseVersion": most} for most in (-(2**63), -(2**63) - 1)))
              for method, more in [("updateMemo", {}), ("delete", {}), ("undo", {}), ("redo", {}),
                                   ("rename", {"title": "b"})]),
        ]:
            with self.subTest(method=method, path=path):
                self.assertEqual(schemas.params_faults(method, right), [])
                self.assertNotEqual(schemas.params_faults(method, wrong), [])
                try:
                    client.request(method, right)
                except ErrorAnswer as error:
                    self.assertNotIn("must", str(error))
                    self.assertLess(len(str(error)), 500 if path in ("values", "template", "ids") else 5000)
                with self.assertRaises(ErrorAnswer) as refused:
                    client.request(method, wrong)
                self.assertEqual((refused.exception.code, refused.exception.data["path"]), (-32602, f"params.{path}"))
                self.assertLess(len(str(refused.exception)), 500)
        self.assertEqual(client.finish(), 0)

    def test_an_outline_of_more_than_is_read_of_a_text_is_refused_as_its_schema_says(self):
        client = self.start(*STILL)
        self.check_error(5, client.request, "outline", {"text": "#a " * 300_000}, kind="limitExceeded")
        self.assertIn(5, schemas.documents()[schemas.urn("outline")]["x-errors"])
        self.assertEqual(client.finish(), 0)


def put_first(text):
    """The change that puts a text before all."""
    start = {"line": 0, "character": 0}
    return {"range": {"start": start, "end": start}, "text": text}


if __name__ == "__main__":
    unittest.main()
