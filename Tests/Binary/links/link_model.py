"""What links, tags and names of memos mean, worked out the simplest way from what the texts were made of."""

import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Link:
    """A link in a text: what it names, which part of that, if it says so, and whether it is Markdown's or a wiki's."""

    target: str
    fragment: str | None = None
    is_markdown: bool = False

    def text(self):
        name = self.target if self.fragment is None else f"{self.target}#{self.fragment}"
        return f"[there](<{name}>)" if self.is_markdown else f"[[{name}]]"


@dataclasses.dataclass(frozen=True)
class Words:
    """What a memo's text says; the text is made of it, so that nothing has to be read out of a text."""

    title: str
    aliases: tuple = ()
    headings: tuple = ()
    links: tuple = ()
    tags: tuple = ()
    header_tags: tuple = ()
    has_task: bool = False

    def text(self):
        """The text: the front matter, the title, and a line for each heading, link and tag."""
        lists = {"aliases": self.aliases, "tags": self.header_tags}
        header = "".join(f"{name}: [{', '.join(words)}]\n" for name, words in lists.items() if words)
        lines = [self.title, *(f"## {heading}" for heading in self.headings)]
        lines += [f"see {link.text()}." for link in self.links]
        lines += [f"and #{tag} `#no [[no]]`" for tag in self.tags] + ["- [ ] do it"] * self.has_task
        return (f"---\n{header}---\n" if header else "") + "\n\n".join(lines) + "\n"

    def has_part(self, fragment):
        """Whether a heading is called so, or by its slug."""
        return any(form(fragment) in (form(heading), slug(heading)) for heading in self.headings)


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
            leading = [link for link in words.links if self.leads(link.target, id)]
            if leading and source != id:
                counts[source] = len(leading)
        return counts

    def leads(self, target, id):
        found, lives = self.destinations(target)
        return lives and id in found

    def problem(self, link):
        """What is wrong with a link; None if it leads to one memo that lives, and to a part that is there."""
        found, lives = self.destinations(link.target)
        if not lives:
            return "trashed" if found else "nowhere"
        if len(found) > 1:
            return "ambiguous"
        is_there = link.fragment is None or self.live[next(iter(found))].has_part(link.fragment)
        return None if is_there else "fragment"

    def broken(self):
        """The memos with a link that has a problem, though it is not ambiguous."""
        return {id for id, words in self.live.items()
                if any(self.problem(link) not in (None, "ambiguous") for link in words.links)}

    def ambiguous(self):
        """The memos with a link that leads to several."""
        return {id for id, words in self.live.items() if any(self.problem(link) == "ambiguous" for link in words.links)}

    def orphans(self):
        """The memos without a link, in or out."""
        return {id for id, words in self.live.items() if not words.links and not self.backlinks(id)}

    def tags(self):
        """How many memos have each tag; one of a/b has a, too."""
        counts = {}
        for words in self.live.values():
            parts = [form(tag).split("/") for tag in words.tags + words.header_tags]
            names = {"/".join(part[:depth + 1]) for part in parts for depth in range(len(part))}
            for name in names:
                counts[name] = counts.get(name, 0) + 1
        return counts

    def tagged(self, tag):
        """The memos that have a tag."""
        return {id for id, words in self.live.items()
                if any(form(each) == tag or form(each).startswith(tag + "/")
                       for each in words.tags + words.header_tags)}
