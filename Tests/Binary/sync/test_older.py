"""What is older than the rest takes nothing away and brings nothing back."""

from sync.hub_case import HubCase


class Older(HubCase):
    def put_back(self, device, copy):
        """Puts a copy of a store's file in the store's place."""
        for path in device.store.parent.glob("memos.sqlite-[ws]*m"):
            path.unlink()
        device.store.write_bytes(copy)

    def test_a_hub_and_a_store_restored_together_bring_back_nothing_that_was_destroyed_meanwhile(self):
        names = ("laptop", "phone")
        for number, (who, first) in enumerate((who, first) for who in names for first in names):
            with self.subTest(f"{who} destroys, {first} exchanges first"):
                laptop, phone = self.device(f"laptop{number}"), self.device(f"phone{number}")
                for device in (laptop, phone):
                    device.join(account=f"{self.account}{number}")
                for id in ("gone", "dropped", "kept"):
                    laptop.write(id, "one\n")
                laptop.do("delete", "--yes", "gone")
                self.settle(laptop, phone)
                backup, copy = self.hub.backup(), laptop.store.read_bytes()
                destroyer, other = (laptop, phone) if who == "laptop" else (phone, laptop)
                destroyer.do("delete", "--yes", "--permanent", "gone", "dropped")
                destroyer.do("append", "kept", "before")
                destroyer.sync()
                other.sync()
                self.assertNotIn("gone", other.memos())
                self.hub.restore(backup)
                self.put_back(laptop, copy)
                laptop.do("append", "kept", "after")
                order = (laptop, phone) if first == "laptop" else (phone, laptop)
                for device in order:
                    device.sync("--confirm")
                memos = self.settle(*order)
                self.assertNotIn("gone", memos)
                self.assertNotIn("dropped", {id for id, (_, is_trashed, _) in memos.items() if not is_trashed})
                lines = [line for text, _, _ in memos.values() for line in text.splitlines()]
                self.assertEqual({line: lines.count(line) for line in ("before", "after")}, {"before": 1, "after": 1})
