"""All that one does with notes, in one go: pygls' client."""

from lsp.pygls_case import PyglsCase
from lsp.whole_case import WholeCase


class WholePygls(WholeCase, PyglsCase):
    def test_notes_are_written_looked_up_renamed_and_saved_in_one_go(self):
        self.begin()
        told = self.converse("pygls_whole.py")
        self.assertEqual(told["wrong"], ["broken"])
        self.check(told["buffers"])
