"""pygls' client, whose types check all that the server answers."""

from lsp.pygls_case import PyglsCase


class Pygls(PyglsCase):
    def test_every_kind_of_request_is_answered_as_the_types_say(self):
        self.memo("new", input="# Other\nwords\n")
        told = self.converse("pygls_client.py")
        self.assertEqual(told["name"], "memo-ls")
        self.assertEqual(told["wrong"], ["broken"])
        self.assertTrue(told["leads"].startswith("memo:///"), told["leads"])
        self.assertEqual((told["hover"], told["resolved"]), ("# Other\nwords\n", "# Other\nwords\n"))
        self.assertEqual(told["items"], ["Other"])
        self.assertEqual(told["references"], ["memo:///here/Here.md"])
        self.assertEqual(told["symbols"], ["# Here"])
        self.assertEqual(told["named"], ["Other"])
        self.assertEqual(told["formatted"], ["| a   | b   |\n| --- | --- |"])
        self.assertIn("Create the memo Gone", told["actions"])
        self.assertEqual((told["made"], told["prepared"]), ("Gone", "Other"))
        self.assertIn("[[Renamed]] [[Gone]] #tag", told["text"])
        self.assertEqual(self.memo("show", "here"), told["text"])
