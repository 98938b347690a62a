"""The page's table of what works where says "yes" for what a test drives, and "not tried" for nothing else."""

import re
import unittest

from lsp.lsp_case import SETTINGS

TESTS = SETTINGS.parents[1] / "Tests"
NEOVIM, NEOVIM_FOLDERS = "Binary/lsp/test_neovim.py", "Binary/lsp/test_neovim_folders.py"
EGLOT, EMACS = "Binary/lsp/test_eglot.py", "Binary/lsp/memo-tests.el"
COLUMNS = ["Neovim 0.7, 0.11", "Emacs 28 with Eglot 1.9", "any client"]


def swift(name):
    return f"LanguageServerTests/{name}Tests.swift"


# For each row of the table and each of its columns that says "yes": a file of tests, and the test in it, with what it
# calls to have the feature. A column without one is not tried.
DRIVEN = {
    "problems are shown": [
        (NEOVIM, "FILES", "vim.diagnostic.get|codes()"), (EGLOT, "SCRIPT", "flymake-diagnostics"),
        (swift("Diagnostic"), "", "textDocument/publishDiagnostics")],
    "notes are completed": [
        (NEOVIM, "FILES", "textDocument/completion"), (EGLOT, "SCRIPT", "completion-at-point"),
        (swift("Completion"), "", "textDocument/completion")],
    "headings and blocks are completed": [
        (NEOVIM, "COMPLETED", "[[other#He"), None, (swift("Completion"), "", "[[plan#^")],
    "paths are completed": [None, None, (swift("FolderDocument"), "a path is completed by", "textDocument/completion")],
    "a link leads to its note": [
        (NEOVIM, "FILES", "textDocument/definition"), (EGLOT, "SCRIPT", "xref-backend-definitions"),
        (swift("Navigation"), "", "textDocument/definition")],
    "a preview of what a link leads to": [
        (NEOVIM, "MEMOS", "textDocument/hover"), None, (swift("Navigation"), "", "textDocument/hover")],
    "a title is renamed with all links to it": [
        (NEOVIM_FOLDERS, "AT_ONCE", "vim.lsp.buf.rename"), (EMACS, "memo-tests-served", "eglot-rename"),
        (swift("Rename"), "", "textDocument/rename")],
    "and with its file": [
        (NEOVIM_FOLDERS, "MOVED", "apply_workspace_edit"), None,
        ("Binary/lsp/test_folders.py", "", "textDocument/rename")],
    "the action that makes the file that a link misses": [
        (NEOVIM_FOLDERS, "MADE", "textDocument/codeAction"), None,
        (swift("Action"), "makes the file", "textDocument/codeAction|actions(")],
    "other actions, code lenses, inlay hints": [
        None, None, (swift("Action"), "is told more, unless settings say otherwise", "textDocument/codeLens")],
    "symbols, folding, selection, formatting": [
        None, None, (swift("Writing"), "", "textDocument/selectionRange")],
    "`memo.daily`, `memo.backlinks`": [
        (NEOVIM_FOLDERS, "SHOWN", "memo.daily"), None, (swift("Action"), "to a memo by a command", 'run("daily"')],
    "the other commands": [None, None, (swift("Action"), "to a memo by a command", 'run("pin"')],
    "links follow files that the editor moves": [
        None, None, (swift("Action"), "keeps links to files that are renamed", "workspace/willRenameFiles")],
    "a file that the editor makes begins with its folder's template": [
        (NEOVIM_FOLDERS, "BEGUN", "workspace/willCreateFiles"), None,
        (swift("NewFile"), "", "workspace/willCreateFiles")],
    "progress of looking through a store": [None, None, (swift("Progress"), "", "$/progress")],
    "in an attached folder: what you type is kept, others' changes come in": [
        (NEOVIM_FOLDERS, "VAULT", "from elsewhere"), (EMACS, "memo-tests-outside", "write-region"),
        (swift("FolderDocument"), "what others write into an open file", "session.")],
    "what is closed without a save goes": [
        (NEOVIM_FOLDERS, "VAULT", "bdelete!"), None, (swift("FolderDocument"), "", "session.close(")],
    "memos as documents": [
        (NEOVIM, "MEMOS", "memo:///m1"), (EMACS, "memo-tests-served", "memo:///"),
        (swift("MemoDocument"), "", "MemoSession.uri")],
    "several workspace folders": [
        None, None, ("Binary/lsp/test_plain.py", "documents_of_each_workspace_folder", "didChangeWorkspaceFolders")],
}


class Claims(unittest.TestCase):
    def rows(self):
        """The table, by what its rows are about."""
        page = (SETTINGS / "README.md").read_text()
        lines = page[page.index("| what works |") :].split("\n\n")[0].splitlines()
        cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
        self.assertEqual(cells[0][1:], COLUMNS)
        return {row[0]: row[1:] for row in cells[2:]}

    def part(self, text, name):
        """What a file says of one test: a script of this name, or what is behind its first line up to the next test."""
        if not name:
            return text
        self.assertIn(name, text)
        if found := re.search(rf'^{re.escape(name)} = r?"""(.*?)"""', text, re.DOTALL | re.MULTILINE):
            self.assertGreater(len(re.findall(rf"\b{re.escape(name)}\b", text)), 1, f"{name} is run by nothing")
            return found.group(1)
        rest = text[text.index(name) :]
        return re.split(r"\n\n  @Test|\n    def test_|\n\(ert-deftest", rest)[0]

    def test_each_row_says_what_tests_drive(self):
        rows = self.rows()
        self.assertEqual(list(rows), list(DRIVEN))
        for what, driven in DRIVEN.items():
            for column, said, evidence in zip(COLUMNS, rows[what], driven, strict=True):
                with self.subTest(what=what, column=column):
                    self.assertEqual(said, "yes" if evidence else "not tried")
                    if evidence:
                        file, name, called = evidence
                        words = self.part((TESTS / file).read_text(), name)
                        self.assertTrue(any(one in words for one in called.split("|")), f"{file} {name}: {called}")

    def test_an_editor_that_tests_drive_has_some(self):
        page = (SETTINGS / "README.md").read_text()
        lines = page[page.index("| editor |") :].split("\n\n")[0].splitlines()[2:]
        tested = {path.stem for path in (TESTS / "Binary" / "lsp").glob("test_*.py")}
        for line in lines:
            editor, file, _, tried = [cell.strip() for cell in line.split("|")[1:-1]]
            with self.subTest(editor=editor):
                name = editor.split("with ")[-1].lower()
                self.assertEqual("in `make test`" in tried, f"test_{name}" in tested)
                if file.startswith("`") and not file.startswith("`.."):
                    self.assertTrue((SETTINGS / file.strip("`")).exists())


if __name__ == "__main__":
    unittest.main()
