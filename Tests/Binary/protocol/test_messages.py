"""What an error says to people where a name is empty: fixtures compare no words."""

from memo_case import MemoCase
from memo_client import ErrorAnswer


class Messages(MemoCase):
    def message(self, method, params):
        with self.assertRaises(ErrorAnswer) as caught:
            self.client.request(method, params)
        return str(caught.exception)

    def test_an_empty_name_is_not_repeated_as_a_gap(self):
        self.client = self.start()
        for tag in ("", " "):
            self.assertIn("and no colour; an empty one is none", self.message("rename", {"tag": "old", "to": tag}))
            self.assertIn(
                "no template has an empty name; make a memo and tag it template",
                self.message("createMemo", {"template": tag}))
        self.assertIn("and no colour; 12 is none", self.message("rename", {"tag": "old", "to": "12"}))
        self.assertIn("no template is called trip; ", self.message("createMemo", {"template": "trip"}))
        self.assertEqual(self.client.finish(), 0)
