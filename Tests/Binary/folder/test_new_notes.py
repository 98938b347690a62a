"""What the file of a new memo is called while its title is typed."""

import unittest

from folder.served_case import ServedCase


class NewNotes(ServedCase):
    def test_a_note_of_a_template_is_called_as_it_is_titled_in_front_of_what_the_template_says(self):
        header = "---\ntags: [template/meeting, work]\n---\n"
        self.write("templates/Meeting.md", header + "{{cursor}}\n\n## Agenda\n")
        self.attach()
        # Nothing is saved by time, so what is typed at once can't be the first that is saved.
        client = self.open("--virtual-clock")
        front, rest = "---\ntags: [work]\n---\n", "\n\n## Agenda\n"
        id = client.request("createMemo", {"template": "meeting"})["id"]
        self.wait_for_file("Agenda.md", front + rest)
        for title in ("Week", "Weekly"):
            client.request("updateMemo", {"id": id, "contentChanges": [{"text": front + title + rest}]})
            client.request("flush")
            self.wait_for_file(f"{title}.md", front + title + rest)
        titles = {memo["id"]: memo["displayTitle"] for memo in client.request("list")["memos"]}
        self.assertEqual(titles[id], "Weekly")
        client.request("updateMemo", {"id": id, "contentChanges": [{"text": f"{front}Weekly\nwords{rest}"}]})
        client.request("flush")
        self.wait_for_file("Weekly.md", f"{front}Weekly\nwords{rest}")
        client.request("updateMemo", {"id": id, "contentChanges": [{"text": f"{front}Monthly\nwords{rest}"}]})
        client.request("flush")
        self.wait_for_file("Weekly.md", f"{front}Monthly\nwords{rest}")


if __name__ == "__main__":
    unittest.main()
