"""Two servers on one store, that make, change, link, trash, undo and are killed: what they say of links and tags is
what a model says that knows what the texts were made of, saved or not."""

import os
import random
import unittest

from links.link_model import Link, View, Words
from sharing_case import SharingCase

IDS = [f"m{number}" for number in range(8)]
TITLES = ["Plan", "Plan of work", "장보기 목록", "Straße", "Étude no 3", "plan"]
ALIASES = ["Nick", "work", "Plan", "목록"]
TAGS = ["home", "Home", "home/garden", "일", "a/b/c", "a"]
HEADINGS = ["First part", "첫 부분", "Straße", "Part (two)"]
FRAGMENTS = [None, None, *HEADINGS, "first-part", "STRASSE", "nothing"]
NOWHERE = ["Nobody", "m99", "Ghost"]


class Model(SharingCase):
    """The longer form: MEMO_TEST_LINKS is how many steps there are, MEMO_TEST_SEED where they begin."""

    def test_links_and_tags_are_what_the_texts_say(self):
        seed = int(os.environ.get("MEMO_TEST_SEED", random.randrange(1 << 32)))
        steps = int(os.environ.get("MEMO_TEST_LINKS", 400))
        print(f"seed {seed}", flush=True)
        with self.subTest(seed=seed):
            walk = Walk(self, random.Random(seed))
            walk.go(steps)
            self.assertGreater(walk.both_unsaved, 0)


class Walk:
    """One random walk: `stored` is what everybody may see, `unsaved` what each session has beside it."""

    def __init__(self, case, chance):
        self.case = case
        self.chance = chance
        self.sessions = [case.join(), case.join()]
        # What each text was made of: undoing gives an earlier one back.
        self.words = {}
        self.stored = {}
        self.unsaved = [{}, {}]
        # After how many steps both sessions have something unsaved.
        self.both_unsaved = 0

    def go(self, steps):
        """Takes so many steps, and looks after each."""
        actions = [self.create, self.change, self.change, self.change, self.trash, self.restore, self.destroy,
                   self.undo, self.save, self.save, self.kill]
        for _ in range(steps):
            self.chance.choice(actions)(self.chance.randrange(2))
            self.both_unsaved += all(self.unsaved)
            self.look(self.chance.randrange(2))

    def new_words(self):
        """Words that no text said before, so that a text tells its words."""
        pick = self.chance.choice
        names = [*IDS, *TITLES, *ALIASES, *NOWHERE, "plan-of-work", "étude-no-3"]
        links = tuple(Link(pick(names), pick(FRAGMENTS), pick([False, False, True]))
                      for _ in range(pick([0, 0, 1, 1, 2, 4])))
        aliases = tuple(set(self.chance.choices(ALIASES, k=pick([0, 0, 0, 1, 2]))))
        headings = tuple(self.chance.sample(HEADINGS, pick([0, 1, 2])))
        tags, header_tags = (tuple(self.chance.choices(TAGS, k=pick([0, 0, 1, 2]))) for _ in range(2))
        words = Words(pick(TITLES), aliases, headings, links, tags, header_tags, self.chance.random() < 0.3)
        self.words[words.text()] = words
        return words

    def state(self, session, id):
        """A memo as a session sees it: (text, is in the trash), or None."""
        return self.unsaved[session].get(id, self.stored.get(id))

    def mine(self, session):
        """The memos that a session may change, once it knows what is stored: those of which the other has nothing
        unsaved, as what two change at once is merged, which is another test's. Now and then that saves first."""
        if self.chance.random() < 0.2:
            self.save(1 - session)
        self.case.catch_up(self.sessions[session])
        return [id for id in IDS if id not in self.unsaved[1 - session]]

    def live(self, session):
        return [id for id in self.mine(session) if (state := self.state(session, id)) and not state[1]]

    def create(self, session):
        free = [id for id in self.mine(session) if self.state(session, id) is None]
        if not free:
            return
        id, text = self.chance.choice(free), self.new_words().text()
        self.sessions[session].request("createMemo", {"id": id, "text": text})
        self.unsaved[session][id] = (text, False)

    def change(self, session):
        if not (live := self.live(session)):
            return
        id, text = self.chance.choice(live), self.new_words().text()
        self.sessions[session].request("updateMemo", {"id": id, "contentChanges": [{"text": text}]})
        self.unsaved[session][id] = (text, False)

    def trash(self, session):
        if live := self.live(session):
            id = self.chance.choice(live)
            self.sessions[session].request("delete", {"id": id})
            self.unsaved[session][id] = (self.state(session, id)[0], True)

    def restore(self, session):
        if trashed := [id for id in self.mine(session) if (state := self.state(session, id)) and state[1]]:
            id = self.chance.choice(trashed)
            self.sessions[session].request("restore", {"id": id})
            self.unsaved[session][id] = (self.state(session, id)[0], False)

    def destroy(self, session):
        if self.chance.random() < 0.5 and (known := [id for id in self.mine(session) if self.state(session, id)]):
            id = self.chance.choice(known)
            self.sessions[session].request("delete", {"id": id, "permanent": True})
            self.unsaved[session][id] = None

    def undo(self, session):
        if live := self.live(session):
            id = self.chance.choice(live)
            # What is not saved yet is saved before it is undone.
            self.save(session)
            try:
                text = self.sessions[session].request("undo", {"id": id})["text"]
            except Exception as error:
                # The first state has none before it.
                self.case.assertEqual(getattr(error, "code", None), 8, error)
                return
            self.unsaved[session][id] = (text, False)

    def save(self, session):
        self.sessions[session].request("flush")
        self.stored |= self.unsaved[session]
        self.unsaved[session] = {}

    def kill(self, session):
        """The next start brings back what was not saved."""
        if self.chance.random() < 0.7:
            return
        self.sessions[session].kill()
        self.stored |= self.unsaved[session]
        self.unsaved[session] = {}
        self.sessions[session] = self.case.join()
        self.case.wait_for_recovery(self.sessions[session])

    def look(self, session):
        """Compares what a session says of all links and tags with the model, once it knows what the other has saved."""
        self.case.catch_up(self.sessions[session])
        states = {id: self.state(session, id) for id in IDS}
        seen = {id: (self.words[state[0]], state[1]) for id, state in states.items() if state}
        view = View({id: words for id, (words, is_trashed) in seen.items() if not is_trashed},
                    {id: words for id, (words, is_trashed) in seen.items() if is_trashed})
        client, check = self.sessions[session], self.case.assertEqual
        for id in view.live:
            found = {memo["id"]: len(memo["links"]) for memo in self.pages("backlinks", "memos", {"id": id}, client)}
            found.pop(id, None)
            check(found, view.backlinks(id), f"backlinks of {id}")
        for kind, expected in (("broken", view.broken()), ("ambiguous", view.ambiguous()), ("orphans", view.orphans())):
            check({memo["id"] for memo in self.pages("links", "memos", {"kind": kind}, client)}, expected, kind)
        found = {tag["name"].casefold(): tag["memos"] for tag in self.pages("tags", "tags", {}, client)}
        check(found, view.tags(), "tags")
        tag = self.chance.choice(["home", "a", "일"])
        check({memo["id"] for memo in client.request("list", {"tag": tag})["memos"]}, view.tagged(tag), f"list {tag}")
        self.look_into(client, view)

    def look_into(self, client, view):
        """Compares where the links of a memo lead."""
        if not view.live:
            return
        id, words = self.chance.choice(sorted(view.live.items()))
        links = client.request("outline", {"id": id})["links"]
        told = [(link["target"], link.get("fragment"), link["kind"]) for link in links]
        made = [(link.target, link.fragment, "markdown" if link.is_markdown else "wiki") for link in words.links]
        self.case.assertEqual(told, made)
        for link, own in zip(links, words.links):
            found, _ = view.destinations(own.target)
            problem = view.problem(own)
            told = {"renamed": "nowhere", "broken": "nowhere"}.get(link.get("problem"), link.get("problem"))
            self.case.assertEqual(told, problem, (id, link, view.live, view.trashed))
            if problem in (None, "fragment"):
                self.case.assertEqual({link["id"]}, found)
            if problem == "ambiguous":
                self.case.assertEqual({each["id"] for each in link["candidates"]}, found)

    def pages(self, method, name, params, client):
        """All items of a list, by small pages; the total is how many there are."""
        items, cursor = [], {}
        while True:
            page = client.request(method, params | {"limit": 3} | cursor)
            items += page[name]
            if "nextCursor" not in page:
                self.case.assertEqual(page["total"], len(items), (method, params))
                return items
            cursor = {"cursor": page["nextCursor"]}


if __name__ == "__main__":
    unittest.main()
