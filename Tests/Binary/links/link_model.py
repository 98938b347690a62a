"""What links, tags and names of memos mean, worked out the simplest way from what the texts were made of."""

import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Words:
    """What a memo's text says; the text is made of it, so that nothing has to be read out of a text."""

    title: str
    aliases: tuple = ()
    # What each link names.
    targets: tuple = ()
    tags: tuple = ()
    has_task: bool = False

    def text(self):
        """The text: the front matter, the title, and a line for each link and tag."""
        header = f"---\naliases: [{', '.join(self.aliases)}]\n---\n" if self.aliases else ""
        lines = [self.title, *(f"see [[{target}]]." for target in self.targets)]
        lines += [f"and #{tag} `#no [[no]]`" for tag in self.tags] + ["- [ ] do it"] * self.has_task
        return header + "\n\n".join(lines) + "\n"


def form(name):
    """The form in which names are compared."""
    return " ".join(name.split()).casefold()


def slug(title):
    """How a title of these letters stands in an address."""
    return re.sub(r"[^\w-]", "", title.lower().replace(" ", "-"))


class View:
    """What one session has to say: the memos as it sees them, by id, those in the trash apart."""

    def __init__(self, live, trashed):
        self.live = live
        self.trashed = trashed

    def destinations(self, target):
        """The memos that a link leads to, by the first rule that finds some, and whether they live."""
        for memos, lives in ((self.live, True), (self.trashed, False)):
            rules = (
                lambda id, words: id == target,
                lambda id, words: form(words.title) == form(target),
                lambda id, words: form(target) in map(form, words.aliases),
                lambda id, words: slug(words.title) == form(target),
            )
            for rule in rules:
                if found := {id for id, words in memos.items() if rule(id, words)}:
                    return found, lives
        return set(), False

    def backlinks(self, id):
        """How many links of each memo lead here; those of the memo itself aside."""
        counts = {}
        for source, words in self.live.items():
            leading = [target for target in words.targets if self.leads(target, id)]
            if leading and source != id:
                counts[source] = len(leading)
        return counts

    def leads(self, target, id):
        found, lives = self.destinations(target)
        return lives and id in found

    def broken(self):
        """The memos with a link that leads to no memo that lives."""
        return {id for id, words in self.live.items() if any(not self.destinations(each)[1] for each in words.targets)}

    def ambiguous(self):
        """The memos with a link that leads to several."""
        def is_ambiguous(target):
            found, lives = self.destinations(target)
            return lives and len(found) > 1

        return {id for id, words in self.live.items() if any(map(is_ambiguous, words.targets))}

    def orphans(self):
        """The memos without a link, in or out."""
        return {id for id, words in self.live.items() if not words.targets and not self.backlinks(id)}

    def tags(self):
        """How many memos have each tag; one of a/b has a, too."""
        counts = {}
        for words in self.live.values():
            parts = [form(tag).split("/") for tag in words.tags]
            names = {"/".join(part[:depth + 1]) for part in parts for depth in range(len(part))}
            for name in names:
                counts[name] = counts.get(name, 0) + 1
        return counts

    def tagged(self, tag):
        """The memos that have a tag."""
        return {id for id, words in self.live.items()
                if any(form(each) == tag or form(each).startswith(tag + "/") for each in words.tags)}
