"""Dates in queries: days of the zone in which dates are shown, however many hours they have."""

import json
import unittest
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from command_case import CommandCase

HOUR = timedelta(hours=1)


def milliseconds(moment):
    return int(moment.timestamp() * 1000)


class Dates(CommandCase):
    def store_hours(self, start, count):
        """A store with a memo for each of some hours, named and last changed by it, and made an hour before that."""
        self.make_store(**{f"h{number}": "text" for number in range(count)})
        for number in range(count):
            moment = milliseconds(start + number * HOUR)
            self.sql(f"UPDATE memos SET modified_at = {moment}, created_at = {moment} - 3600000 WHERE id = 'h{number}'")

    def found(self, query, zone):
        """The numbers of the memos that a query finds where the clocks show this zone's time."""
        done = self.run_command("search", "--store", str(self.store), "--json", "--all", *query.split(),
                                env={"TZ": zone})
        numbers = sorted(int(memo["id"][1:]) for memo in json.loads(done.stdout)["memos"])
        self.assertEqual((done.returncode, done.stderr), (0 if numbers else 1, ""))
        return numbers

    def test_a_day_has_the_hours_that_its_zone_gives_it(self):
        for zone, day, hours in [
            ("Asia/Seoul", "2026-11-22", 24), ("America/New_York", "2026-03-08", 23),
            ("America/New_York", "2026-11-01", 25), ("America/New_York", "2026-11-02", 24),
            ("Europe/Berlin", "2026-03-29", 23), ("Asia/Kolkata", "2026-03-29", 24),
            # On this day there was no midnight.
            ("America/Sao_Paulo", "2018-11-04", 23), ("UTC", "2026-03-08", 24),
        ]:
            with self.subTest(zone=zone, day=day):
                self.store.unlink(missing_ok=True)
                date = datetime.fromisoformat(day)
                start, end = [(date + timedelta(days=number)).replace(tzinfo=ZoneInfo(zone)) for number in range(2)]
                self.assertEqual(end.timestamp() - start.timestamp(), hours * 3600)
                self.store_hours(start.astimezone(timezone.utc) - 3 * HOUR, 32)
                next_day = end.strftime("%Y-%m-%d")
                of_the_day = list(range(3, 3 + hours))
                self.assertEqual(self.found(f"after:{day} before:{next_day}", zone), of_the_day)
                made = [number + 1 for number in of_the_day]
                self.assertEqual(self.found(f"created-after:{day} created-before:{next_day}", zone), made)

    def test_a_time_of_day_is_the_zones(self):
        self.store_hours(datetime(2026, 11, 21, 22, tzinfo=timezone.utc), 6)
        for zone, query, numbers in [
            ("Asia/Seoul", "after:2026-11-22T09:00", [2, 3, 4, 5]), ("Asia/Seoul", "before:2026-11-22T09:00", [0, 1]),
            ("America/New_York", "after:2026-11-21T19:00", [2, 3, 4, 5]), ("UTC", "after:2026-11-22T02:00", [4, 5]),
            ("Asia/Seoul", "after:2026-11-22T02:00Z", [4, 5]),
            ("Asia/Seoul", "after:2026-11-22T02:00:00+01:00", [3, 4, 5]),
            ("Asia/Seoul", "after:2026-11-22T09:00:00.001", [3, 4, 5]),
        ]:
            with self.subTest(zone=zone, query=query):
                self.assertEqual(self.found(query, zone), numbers)

    def test_options_are_read_in_the_zone_in_which_dates_are_shown(self):
        self.store_hours(datetime(2026, 11, 21, 22, tzinfo=timezone.utc), 6)
        for zone, arguments, numbers in [
            ("Asia/Seoul", ["--after", "2026-11-22T09:00"], [2, 3, 4, 5]),
            ("Asia/Seoul", ["--before=2026-11-22T09:00"], [0, 1]),
            ("America/New_York", ["--after", "2026-11-21T19:00"], [2, 3, 4, 5]),
            ("UTC", ["--after", "2026-11-22"], [2, 3, 4, 5]),
            ("Asia/Seoul", ["--after", "2026-11-22T02:00Z"], [4, 5]),
            ("Asia/Kolkata", ["--created-after", "2026-11-22T04:30"], [2, 3, 4, 5]),
            ("America/New_York", ["--created-before", "2026-11-21T18:00", "--after", "2026-11-21T18:00"], [1]),
        ]:
            for command in (["list"], ["search", "text"]):
                with self.subTest(zone=zone, arguments=arguments, command=command):
                    rows = self.on_store(*command, *arguments, "--format", "{id} {modified}",
                                         env={"TZ": zone}).splitlines()
                    self.assertEqual(sorted(int(row.split()[0][1:]) for row in rows), numbers)
                    # What is asked for by a date is shown with one that is later.
                    if arguments[0] == "--after" and "Z" not in arguments[1]:
                        self.assertTrue(all(row.split()[1] >= arguments[1] for row in rows), rows)

    def test_words_and_lengths_of_time_are_reckoned_from_now(self):
        for zone in ("Asia/Seoul", "America/New_York", "UTC"):
            with self.subTest(zone=zone):
                self.store.unlink(missing_ok=True)
                self.make_store(**{f"d{number}": "text" for number in range(10)})
                now = datetime.now(ZoneInfo(zone))
                noon = now.replace(hour=0, minute=0, second=0, microsecond=0)
                for number in range(10):
                    moment = milliseconds(noon - timedelta(days=number) + timedelta(seconds=1))
                    self.sql(f"UPDATE memos SET modified_at = {moment}, created_at = {moment} WHERE id = 'd{number}'")
                for query, numbers in [
                    ("after:today", [0]), ("before:today", list(range(1, 10))), ("after:yesterday", [0, 1]),
                    ("created-after:yesterday created-before:today", [1]), ("after:3d", [0, 1, 2]),
                    ("after:1w", list(range(7))), ("before:1w", [7, 8, 9]), ("after:0h", []),
                    ("after:999999w", list(range(10))),
                ]:
                    # The day may end while this runs.
                    if datetime.now(ZoneInfo(zone)).date() == now.date():
                        self.assertEqual(self.found(query, zone), numbers, query)

    def test_the_wire_has_the_servers_zone_if_it_is_asked_for(self):
        self.store_hours(datetime(2025, 11, 21, 14, tzinfo=timezone.utc), 3)
        client = self.launch("--store", str(self.store), env=self.environment(TZ="Asia/Seoul"))
        for zone, numbers in [("local", {"h1", "h2"}), ("+09:00", {"h1", "h2"}), ("Z", set()), (None, set())]:
            page = client.request("search", {"query": "after:2025-11-22 before:2025-11-23", "timeZone": zone})
            self.assertEqual({memo["id"] for memo in page["memos"]}, numbers, zone)
        client.request("createMemo", {"id": "now", "text": "now"})
        for query in ("after:today", "created-after:1h"):
            page = client.request("search", {"query": query, "timeZone": "local"})
            self.assertEqual([memo["id"] for memo in page["memos"]], ["now"])


if __name__ == "__main__":
    unittest.main()
