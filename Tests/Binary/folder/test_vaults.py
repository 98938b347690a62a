"""Folders of other programs are attached and detached: not a byte of a file changes, nor its time."""

import json
import os
import unittest

from folder.folder_case import FolderCase

OLD = 1_700_000_000_123_456_789


class Vaults(FolderCase):
    def check(self, notes, left):
        """Attaches and detaches the folder; it must have these notes as memos, and nothing of it may change."""
        for path in sorted(self.notes.rglob("*"), reverse=True):
            os.utime(path, ns=(OLD, OLD), follow_symlinks=False)
        before = self.files()
        done = self.attach()
        self.assertEqual((done["takenIn"], done["written"], done["problems"]), (len(notes), 0, []))
        self.assertEqual({fact["path"] for fact in done["skipped"]}, left)
        self.assertEqual(self.files(), before)
        self.assertTrue(self.status()["isEqual"])
        rows = self.here("list", "--format", "{path}\t{modified}").splitlines()
        self.assertEqual({row.split("\t")[0] for row in rows}, set(notes))
        self.assertEqual({row.split("\t")[1][:19] for row in rows}, {"2023-11-14T22:13:20"})
        for name in notes:
            self.assertEqual(json.loads(self.here("show", name, "--json"))["text"].encode(), before[name][0], name)
        self.here("folder", "detach")
        self.assertEqual(self.files(), before)
        self.assertFalse((self.notes / ".memo-ls").exists())
        # Again, and nothing is made twice.
        self.assertEqual(self.attach()["written"], 0)
        self.assertEqual(len(self.here("list", "--ids").splitlines()), len(notes))
        self.assertEqual(self.files(), before)

    def test_a_vault_of_obsidian(self):
        notes = {
            "Home.md": "Welcome. See [[Alpha]] and [[Projects/Beta|beta]], ![[image.png]]\n",
            "Projects/Alpha.md": "no heading, [[Home]] #work\r\nwindows lines\r\n",
            "Projects/Beta.md": "---\ntags: [a, b]\naliases: B\n---\nback to [[Alpha#part]]",
            "Journal/2026/2026-01-02.md": "- [ ] write\n- [x] read ^block\n",
            "Untitled.md": "", "Untitled 1.md": "", "한글 – ünï.md": "한글\n", "Readme.TXT": "\ufeffwith a mark\n",
            "old.markdown": "x",
        }
        for name, text in notes.items():
            self.write(name, text)
        self.write("attachments/image.png", b"\x89PNG\r\n\x1a\n\xff")
        self.write("Board.canvas", "{}")
        self.write(".obsidian/app.json", "{}")
        self.write(".obsidian/plugins/x/README.md", "not a note")
        self.write(".trash/gone.md", "deleted in Obsidian")
        self.write("latin.md", b"caf\xe9\n")
        (self.notes / "link.md").symlink_to("Home.md")
        self.check(notes, {".obsidian", ".trash", "latin.md", "link.md"})

    def test_a_notebook_of_zk(self):
        notes = {
            "202601021504.md": "---\ntitle: First thoughts\ndate: 2026-01-02 15:04:00\ntags: [zettel]\n---\n\n"
                               "See [[202601021505]].\n",
            "202601021505.md": "# Second\n\n[first](202601021504)\n",
            "journal/daily/2026-01-02.md": "# 2026-01-02\n",
        }
        for name, text in notes.items():
            self.write(name, text)
        self.write(".zk/config.toml", "[note]\n")
        self.write(".zk/templates/default.md", "# {{title}}\n")
        self.check(notes, {".zk"})

    def test_a_jekyll_site(self):
        notes = {
            "_posts/2026-01-02-first-post.md": "---\nlayout: post\ntitle:  \"First post\"\n"
                                               "date:   2026-01-02 10:00:00 +0100\n---\n{% include x.html %}\n",
            "_posts/2026-01-03-second.markdown": "---\nlayout: post\n---\n"
                                                 "[first]({% post_url 2026-01-02-first-post %})\n",
            "_drafts/some-day.md": "---\ntitle: Some day\n---\n", "index.md": "---\nlayout: home\n---\n",
            "robots.txt": "User-agent: *\n",
        }
        for name, text in notes.items():
            self.write(name, text)
        self.write("_config.yml", "title: x\n")
        self.write("_site/index.html", "<p>made</p>")
        self.write("_site/copied.md", "made")
        self.write("node_modules/x/readme.md", "not a note")
        self.write(".gitignore", "_site\n.jekyll-cache\n")
        self.check(notes, {".gitignore", "_site", "node_modules"})


if __name__ == "__main__":
    unittest.main()
