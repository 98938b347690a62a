"""Where another server takes the hub's place that lacks its last commits, no memo is lost, none is destroyed, and none
comes back."""

from sync.hub_case import HubCase
from sync.standby import Standby


class Failover(HubCase):
    def setUp(self):
        super().setUp()
        # What devices have as the hub's address, whichever server that is.
        self.address = self.folder / "hub"
        self.point_to(self.hub.socket_folder)
        self.laptop, self.phone, self.tablet = (self.device(name) for name in ("laptop", "phone", "tablet"))
        for device in (self.laptop, self.phone, self.tablet):
            device.url = device.url.replace(self.hub.socket_folder, str(self.address))
            device.join(account=self.account)
        for id in ("edited", "untouched", "binned", "destroyed", "emptied"):
            self.laptop.write(id, "one\n")
        self.laptop.do("delete", "--yes", "emptied")
        self.settle(self.laptop, self.phone, self.tablet)
        self.standby = Standby(self.hub)
        self.addCleanup(self.standby.end)

    def point_to(self, folder):
        link = self.address.with_suffix(".new")
        link.symlink_to(folder)
        link.rename(self.address)

    def lose_commits(self):
        """Has devices exchange what the standby, which is stopped, won't have; then the first server fails, and the
        standby takes its place."""
        laptop, phone = self.laptop, self.phone
        self.standby.catch_up()
        self.standby.stop()
        laptop.do("append", "edited", "by the laptop")
        laptop.write("new", "three\n")
        laptop.do("delete", "--yes", "binned")
        laptop.do("delete", "--yes", "--permanent", "destroyed", "emptied")
        laptop.sync()
        phone.sync()
        phone.do("append", "edited", "by the phone")
        phone.sync()
        laptop.sync()
        self.standby.leader.stop()
        self.standby.start()
        self.standby.promote()
        self.point_to(self.standby.folder)
        rows = f"memo_sync.item i JOIN memo_sync.account a USING (account) WHERE a.name = '{self.account}' AND i.dead"
        self.assertEqual(self.standby.value(f"count(*) FROM {rows}"), "0")

    def check(self, memos, *others):
        """All words are there once; what was taken away stays away, what was put into the trash stays there."""
        lines = [line for text, is_trashed, _ in memos.values() for line in text.splitlines() if not is_trashed]
        self.assertEqual(sorted(lines), sorted(["one", "one", "three", "by the laptop", "by the phone", *others]))
        # What is destroyed on one device goes to the trash of others, where it was not there.
        self.assertEqual({id for id, (_, is_trashed, _) in memos.items() if is_trashed} - {"destroyed"}, {"binned"})
        self.assertNotIn("emptied", memos)
        self.assertEqual(memos["untouched"], ("one\n", False, None))

    def test_a_standby_that_lacks_the_last_commits_gets_them_from_the_devices(self):
        self.addCleanup(self.standby.leader.start)
        self.lose_commits()
        # A device that never saw these commits gives their numbers away anew.
        self.tablet.do("append", "edited", "by the tablet")
        self.assertFalse(self.tablet.sync()["comparedAll"])
        self.assertTrue(self.laptop.sync()["comparedAll"])
        self.assertTrue(self.phone.sync()["comparedAll"])
        self.check(self.settle(self.laptop, self.phone, self.tablet), "by the tablet")

    def test_the_first_server_may_take_its_place_again_with_commits_that_the_second_lacks(self):
        self.lose_commits()
        self.tablet.do("append", "edited", "by the tablet")
        self.tablet.sync()
        self.phone.sync()
        self.phone.write("later", "on the second server\n")
        self.phone.sync()
        self.standby.leader.start()
        self.point_to(self.hub.socket_folder)
        memos = self.settle(self.laptop, self.phone, self.tablet)
        self.check(memos, "by the tablet", "on the second server")
