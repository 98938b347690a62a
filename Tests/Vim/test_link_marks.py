"""Links that lead nowhere are marked, and typing does not pay for it; in Vim and in Neovim."""

import unittest

from link_case import LinkCase


class MarkTests:
    def marked(self, editor, count):
        """What is marked, as [words, colour], once there are so many."""
        if editor.get("has('nvim')"):
            found = "map(nvim_buf_get_extmarks(0, nvim_create_namespace('memo'), 0, -1, {'details': 1}), " \
                "{_, m -> [strpart(getline(m[1] + 1), m[2], m[3].end_col - m[2]), m[3].hl_group]})"
        else:
            found = ("map(prop_list(1, {'end_lnum': -1}), "
                     "{_, m -> [strpart(getline(m.lnum), m.col - 1, m.length), m.type]})")
        editor.wait_for(f"len({found}) == {count}")
        return editor.get(found)

    def test_links_that_lead_nowhere_are_marked_a_while_after_the_memo_is_shown(self):
        editor = self.on_link("한글 [[Nowhere]] [[Other]] [[Other#No]] [[Twin]] [[Gone]]\n", other="Other\n",
                              twin1="Twin\n", twin2="Twin\n", gone="Gone\n")
        self.witness().request("delete", {"id": "gone"})
        self.witness().request("flush")
        self.assertEqual(self.marked(editor, 4), [
            ["[[Nowhere]]", "memoLinkBroken"], ["No", "memoLinkBroken"], ["[[Twin]]", "memoLinkAmbiguous"],
            ["[[Gone]]", "memoLinkTrashed"]])
        self.assertEqual(editor.get("synIDattr(synIDtrans(hlID('memoLinkBroken')), 'name')"), "SpellBad")

    def test_a_title_of_before_has_a_mark_of_its_own(self):
        editor = self.on_link("Start\n[[Old plan]]\n", other="Old plan\n")
        self.retitle("other", "New plan\n")
        self.assertEqual(self.marked(editor, 1), [["[[Old plan]]", "memoLinkRenamed"]])

    def test_where_the_server_sees_more_lines_nothing_is_marked(self):
        for text, count in [("one\n[[Nowhere]]\n", 1), ("one\rtwo\n[[Nowhere]]\n[[Lost]]\n", 0)]:
            editor = self.on_link(text)
            editor.do("sleep 1200m")
            self.marked(editor, count)
            self.witness().request("delete", {"id": "here", "permanent": True})
            self.witness().request("flush")
            editor.quit()

    def test_marks_follow_what_is_typed(self):
        editor = self.on_link("Start\n[[Nowhere]]\n", other="Other\n")
        self.marked(editor, 1)
        editor.type("2lcwOther\\<Esc>")
        self.assertEqual(self.marked(editor, 0), [])

    def test_a_memo_made_elsewhere_takes_the_mark_away(self):
        editor = self.on_link("Start\n[[Later]]\n")
        self.marked(editor, 1)
        self.make("later", "Later\n")
        self.assertEqual(self.marked(editor, 0), [])

    def test_nothing_is_asked_while_somebody_types(self):
        editor = self.on_link("Start\n", "let g:memo_trace = 1")
        asked = "len(filter(memo#log#lines(), {_, line -> line =~# '\"method\":\"outline\"'}))"
        editor.wait_for(asked)
        before = editor.get(asked)
        for _ in range(20):
            editor.type("A!\\<Esc>")
            editor.do("sleep 50m")
        self.assertEqual(editor.get(asked), before)
        editor.wait_for(f"{asked} == {before + 1}")

    def test_a_very_long_memo_is_not_looked_at(self):
        for length, count in [(200_000, 1), (200_001, 0)]:
            editor = self.on_link("[[Nowhere]]\n".ljust(length, "x"))
            editor.do("sleep 1200m")
            self.marked(editor, count)
            self.witness().request("delete", {"id": "here", "permanent": True})
            self.witness().request("flush")


class VimMarkTests(MarkTests, LinkCase):
    kind = "vim"


class NeovimMarkTests(MarkTests, LinkCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
