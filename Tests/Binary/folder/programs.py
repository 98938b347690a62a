"""Programs that write a text into a file, each in its own way; `vim`, `rsync` and `git` are the real ones."""

import os
import shutil
import subprocess

from memo_client import PATIENCE


class Refused(Exception):
    """A program has left a file alone, since somebody else has changed it."""


class Programs:
    """Runs programs where a folder is, of which a path in this namespace and one in its own are known."""

    def __init__(self, seen, path, enter, home):
        self.seen, self.path, self.enter, self.home = seen, path, enter, home

    def run(self, *arguments):
        """Runs a program in the folder, which must succeed; returns what it prints."""
        environment = os.environ | {"HOME": str(self.home), "GIT_CONFIG_NOSYSTEM": "1"}
        done = subprocess.run(
            [*self.enter, "sh", "-c", 'cd "$0" && exec "$@"', self.path, *arguments], env=environment,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
        if done.returncode != 0:
            raise AssertionError(f"{arguments} ended with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def write(self, kind, name, text):
        """Gives a file a text; raises `Refused` if it stays as it is."""
        WRITERS[kind](self, name, text)

    def writers(self):
        """The kinds of writers that are installed here."""
        return sorted(kind for kind in WRITERS
                      if kind.split()[0] not in ("vim", "rsync") or shutil.which(kind.split()[0]))


def in_place(programs, name, text):
    """As Obsidian and VS Code do, and `>` in a shell."""
    (programs.seen / name).write_text(text)


def atomic(programs, name, text):
    """As most others do."""
    path = programs.seen / name
    draft = path.with_name(f"{path.name}.tmp")
    draft.write_text(text)
    draft.rename(path)


def syncthing(programs, name, text):
    """As Syncthing brings a file from another machine: with the time that it has there."""
    path = programs.seen / name
    draft = path.with_name(f".syncthing.{path.name}.tmp")
    with open(draft, "w") as file:
        for part in (text[:3], text[3:]):
            file.write(part)
            file.flush()
    os.utime(draft, (1_500_000_000 + len(text), 1_500_000_000))
    draft.rename(path)


def rsync(programs, name, text):
    draft = programs.home / "elsewhere" / name
    draft.parent.mkdir(parents=True, exist_ok=True)
    draft.write_text(text)
    programs.run("rsync", "-a", "--ignore-times", str(draft), f"./{name}")


def vim(options):
    """Vim asks whether it is to write, even with `!`, if the file has changed since it was read. Nobody answers here,
    which means no, and is no error. Where another file comes in its place at that moment Vim writes nothing, either."""

    def write(programs, name, text):
        (programs.home / "typed").write_text(text)
        written = programs.home / "written"
        written.unlink(missing_ok=True)
        programs.run(
            "vim", "-Nu", "NONE", "-es", "-c", f"set noswapfile {options}", "-c", "%d _", "-c",
            f"call setline(1, readfile('{programs.home}/typed'))", "-c", "silent! w!", "-c",
            f"if !&modified | call writefile([], '{written}') | endif", "-c", "qa!", name)
        if not written.exists():
            raise Refused

    return write


WRITERS = {"in place": in_place, "atomic": atomic, "syncthing": syncthing, "rsync": rsync} | {
    f"vim {copies} {backup}": vim(f"backupcopy={copies} {backup}")
    for copies in ("yes", "no", "auto", "auto,breakhardlink")
    for backup in ("nobackup nowritebackup", "nobackup writebackup", "backup backupext=.bak")
}
