"""What several servers make at once on one store: one memo for a day, one name for all that is renamed."""

import unittest

from sharing_case import SharingCase


class Making(SharingCase):
    def test_servers_that_are_asked_for_a_day_at_once_make_one_memo(self):
        clients = [self.join(notes=False) for _ in range(4)]
        for number, client in enumerate(clients):
            client.request("createMemo", {"id": f"t{number}", "text": f"{{{{title}}}} of {number} #template"})
        for day in range(10, 30):
            date = f"2026-11-{day}"
            calls = [
                client.start_request("daily", {"date": date, "template": f"t{number}"})
                for number, client in enumerate(clients)
            ]
            answers = [client.result_of(call) for client, call in zip(clients, calls)]
            self.assertEqual({memo["id"] for memo in answers}, {f"daily-{date}"})
            self.assertEqual(len({memo["text"] for memo in answers}), 1, answers)
        for client in clients * 2:
            client.request("flush")
        for client in clients:
            self.catch_up(client)
            self.assertEqual(client.request("list", {"limit": 1000})["total"], 20 + len(clients))

    def test_a_rename_is_told_to_other_servers_and_merged_with_what_is_typed_there(self):
        here, there = self.pair("# Old\n\n[[old]]\n\nlast")
        there.request("updateMemo",
                      {"id": "m", "contentChanges": [{"range": None, "text": "# Old\n\n[[old]]\n\nLAST"}]})
        self.assertEqual(here.request("rename", {"id": "m", "title": "New"}), {"memos": 1, "edits": 2})
        self.assertEqual([method for method, _ in self.catch_up(here)], ["didChangeMemo"])
        self.assertEqual([method for method, _ in self.catch_up(there)], ["didChangeMemo"])
        self.check_everywhere("# New\n\n[[New]]\n\nLAST", here, there)


if __name__ == "__main__":
    unittest.main()
