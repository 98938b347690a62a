"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { EXTENSION, loadFor, manifest, openWindow, until } = require("./host");
const { Other, newNotes, openNotes } = require("./notes");
const { DocumentModel } = require("./stub/document");

const fileSays = (notes, name, text) => until(`${name} says ${JSON.stringify(text)}`, () => notes.read(name) === text);
const shows = (document, text) =>
  until(`the document shows ${JSON.stringify(text)}`, () => document.getText() === text);

/** A note in a window, and another editor on the same folder. */
async function pair(t, text = "one\ntwo\nthree\n") {
  const notes = newNotes(t, { "a.md": text });
  const other = new Other(t, notes);
  await other.says("a.md", text);
  const window = openNotes(t, notes);
  await window.running();
  const document = await window.open("a.md");
  return { ...window, notes, other, document };
}

/** A note whose memo others change just when the test says so. */
async function note(t, text) {
  const window = openWindow(t);
  const { Note } = loadFor(window.vscode, "documents/note.js");
  const { Lines } = require(path.join(EXTENSION, "src/text/lines"));
  const memo = new Lines(text);
  const closings = [];
  let version = 1;
  const request = async (method, params) => {
    if (method === "openFile") return { memo: { id: "x" } };
    if (method === "getMemo") return { id: "x", version, text: memo.text };
    if (method === "closeFile") closings.push(params.discard);
    if (method !== "updateMemo") return undefined;
    params.contentChanges.forEach((change) => memo.apply(change));
    return { version: ++version, length: memo.length };
  };
  const document = new DocumentModel({}, text, {
    changed: (_, contentChanges) => its.documentChanged({ document, contentChanges }),
  });
  window.editors.models.push(document);
  const its = new Note({
    document, path: "a.md", server: { isRunning: true, request }, log: { warn: () => {} }, onChange: () => {},
  });
  const others = (words) => {
    memo.apply({ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: words });
    version++;
    its.changedElsewhere({});
  };
  return { its, document, closings, others, says: (words) => until(`it says ${words}`, () => memo.text === words) };
}

test("a window with an attached folder shows its memos, and a folder's file wakes the extension", async (t) => {
  const notes = newNotes(t, { "a.md": "# Plan\n", "sub/b.md": "two\n" });
  const window = openNotes(t, notes);
  await window.running();
  const titles = () => window.listed().map((memo) => memo.displayTitle ?? memo).sort().join();
  await until("both are listed", () => titles() === "Plan,b");
  assert.ok(manifest.activationEvents.includes("workspaceContains:.memo-ls/id"));
});

test("what is typed into a file is the memo's at once, and the file's when it is saved", async (t) => {
  const { notes, other, document, save } = await pair(t);
  document.type("four\n");
  await other.says("a.md", "one\ntwo\nthree\nfour\n");
  document.type("five\n");
  await other.says("a.md", "one\ntwo\nthree\nfour\nfive\n");
  assert.equal(notes.read("a.md"), "one\ntwo\nthree\n");
  assert.equal(document.isDirty, true);
  assert.equal(await save(document), true);
  document.type("six\n");
  assert.equal(notes.read("a.md"), "one\ntwo\nthree\nfour\nfive\n");
  await other.says("a.md", "one\ntwo\nthree\nfour\nfive\nsix\n");
  assert.equal(await save(document), true);
  await fileSays(notes, "a.md", "one\ntwo\nthree\nfour\nfive\nsix\n");
  await until("it is clean", () => !document.isDirty);
  assert.deepEqual(Object.keys(await other.memos()), ["a.md"]);
});

test("what others do comes into a clean document by its file, and into a dirty one beside what is typed", async (t) => {
  const { notes, other, document, save } = await pair(t);
  const { "a.md": { id } } = await other.memos();
  const put = (text, line) => other.call("updateMemo", {
    id, contentChanges: [{ range: { start: { line, character: 0 }, end: { line, character: 0 } }, text }],
  });
  await put("zero\n", 0);
  await shows(document, "zero\none\ntwo\nthree\n");
  assert.equal(document.isDirty, false);
  document.type("mine\n");
  await other.says("a.md", "zero\none\ntwo\nthree\nmine\n");
  await put("theirs\n", 0);
  await shows(document, "theirs\nzero\none\ntwo\nthree\nmine\n");
  assert.equal(await save(document), true);
  await other.says("a.md", "theirs\nzero\none\ntwo\nthree\nmine\n");
  await put("more\n", 0);
  await shows(document, "more\ntheirs\nzero\none\ntwo\nthree\nmine\n");
  await fileSays(notes, "a.md", "more\ntheirs\nzero\none\ntwo\nthree\nmine\n");
  assert.equal(document.isDirty, false);
  assert.deepEqual(Object.keys(await other.memos()), ["a.md"]);
});

test("what is not saved is given up with the file, and the history has it", async (t) => {
  const { notes, other, document, editors, screen } = await pair(t);
  document.type("four\n");
  await other.says("a.md", "one\ntwo\nthree\nfour\n");
  screen.answers.push(() => "Don't Save");
  await editors.close(editors.tabs.with(document.uri));
  await other.says("a.md", "one\ntwo\nthree\n");
  assert.equal(notes.read("a.md"), "one\ntwo\nthree\n");
  notes.run("undo", "a.md");
  await fileSays(notes, "a.md", "one\ntwo\nthree\nfour\n");
});

test("nothing is given up where another editor has a part in it", async (t) => {
  const { notes, other, document, editors, screen } = await pair(t);
  document.type("four\n");
  await other.says("a.md", "one\ntwo\nthree\nfour\n");
  const { "a.md": { id } } = await other.memos();
  const start = { line: 0, character: 0 };
  await other.call("updateMemo", { id, contentChanges: [{ range: { start, end: start }, text: "theirs\n" }] });
  await shows(document, "theirs\none\ntwo\nthree\nfour\n");
  screen.answers.push(() => "Don't Save");
  await editors.close(editors.tabs.with(document.uri));
  await fileSays(notes, "a.md", "theirs\none\ntwo\nthree\nfour\n");
});

test("undoing back to what was saved leaves the file to the memo again", async (t) => {
  const { notes, other, document } = await pair(t);
  document.type("four\n");
  await other.says("a.md", "one\ntwo\nthree\nfour\n");
  document.undo();
  await other.says("a.md", "one\ntwo\nthree\n");
  const { "a.md": { id } } = await other.memos();
  await other.call("updateMemo", { id, contentChanges: [{ text: "new\n" }] });
  await fileSays(notes, "a.md", "new\n");
  await shows(document, "new\n");
});

test("into a document that was undone what others do comes by its file, which is left to the memo", async (t) => {
  const { its, document, closings, others, says } = await note(t, "one\n");
  document.type("two\n");
  await says("one\ntwo\n");
  document.undo();
  others("zero\n");
  await says("zero\none\n");
  await until("the file is left", () => closings.length > 0);
  assert.deepEqual([document.getText(), document.isDirty, its.isHeld, closings], ["one\n", false, false, [false]]);
});

test("what is typed right after an undo is the memo's at once, beside what others did", async (t) => {
  const { document, others, says } = await note(t, "one\n");
  document.type("two\n");
  await says("one\ntwo\n");
  document.undo();
  others("zero\n");
  await says("zero\none\n");
  document.type("three\n");
  await says("zero\none\nthree\n");
  await until("it is shown", () => document.getText() === "zero\none\nthree\n");
});

test("what other programs save into an open file is the memo's", async (t) => {
  const { notes, other, document } = await pair(t);
  notes.write("a.md", "outside\n");
  await shows(document, "outside\n");
  await other.says("a.md", "outside\n");
  assert.equal(document.isDirty, false);
});

test("a new file is a memo once it is saved", async (t) => {
  const { notes, other, open, save, vscode, languages } = await pair(t);
  notes.write("new.md", "[[a]]\n");
  const document = await open("new.md");
  await other.says("new.md", "[[a]]\n");
  document.type("more\n");
  await other.says("new.md", "[[a]]\nmore\n");
  assert.equal(await save(document), true);
  await until("its link is known", async () => {
    const token = new vscode.CancellationTokenSource().token;
    const at = new vscode.Position(0, 3);
    const [place] = await languages.providers.definition.provideDefinition(document, at, token) ?? [];
    return place?.uri.path.endsWith("/a.md");
  });
});

test("a memo that is a file opens as that from the list, and by links", async (t) => {
  const notes = newNotes(t, { "a.md": "[[b]]\n", "sub/b.md": "two\n" });
  const window = openNotes(t, notes);
  await window.running();
  await until("both are listed", () => window.listed().length === 2);
  const memo = window.listed().find(({ displayTitle }) => displayTitle === "b");
  await window.run("memo.open", memo);
  const wanted = window.uri("sub/b.md").toString();
  await until("the file is open", () => window.editors.active?.document.uri.toString() === wanted);
  assert.equal(window.editors.tabs.all.length, 1);
});

test("files that are no notes, and all without an attached folder, are left alone", async (t) => {
  const notes = newNotes(t, { "a.md": "one\n", ".gitignore": "left.md\n", "left.md": "left\n", "data.json": "{}" });
  const window = openNotes(t, notes);
  await window.running();
  for (const name of ["left.md", "data.json"]) {
    const document = await window.open(name);
    document.type("typed");
    assert.equal(await window.save(document), true);
    const token = new window.vscode.CancellationTokenSource().token;
    const at = new window.vscode.Position(0, 0);
    assert.equal(await window.languages.providers.definition.provideDefinition(document, at, token), undefined);
  }
  assert.equal(notes.read("left.md"), "left\ntyped");
  await until("only one is a memo", () => window.listed().length === 1);
});

test("with the setting off, without trust, or with a store that is named, a folder's files stay files", async (t) => {
  const notes = newNotes(t, { "a.md": "one\n" });
  const store = path.join(notes.home, "own", "memos.sqlite");
  for (const options of [
    { settings: { "memo.folders": false } },
    { isTrusted: false },
    { settings: { "memo.server.args": ["--store", store] } },
  ]) {
    const window = openNotes(t, notes, options);
    await window.running();
    const document = await window.open("a.md");
    document.type("typed\n");
    await window.save(document);
    assert.equal(window.listed().length, 0);
    await window.close();
    notes.write("a.md", "one\n");
  }
});

test("a folder that is refused is told, and the user's own memos are shown", async (t) => {
  const notes = newNotes(t, { "a.md": "one\n" });
  const copy = path.join(notes.home, "copy");
  fs.cpSync(notes.root, copy, { recursive: true });
  const window = openNotes(t, { ...notes, root: copy });
  await window.running();
  assert.match(window.said("warning").join(), /copy/);
  await window.newMemo("mine");
  await until("it is listed", () => window.listed().length === 1);
  assert.equal(fs.readFileSync(path.join(copy, "a.md"), "utf8"), "one\n");
});

test("what was typed while no extension ran is the memo's, once, and nothing of the memo is missing", async (t) => {
  const notes = newNotes(t, { "a.md": "one\ntwo\n" });
  const other = new Other(t, notes);
  await other.says("a.md", "one\ntwo\n");
  const { "a.md": { id } } = await other.memos();
  await other.call("openFile", { path: "a.md", hold: true });
  await other.call("updateMemo", { id, contentChanges: [{ text: "theirs\none\ntwo\nthree\n" }] });
  await other.call("flush", {});
  const window = openNotes(t, notes);
  const document = await window.editors.open(window.uri("a.md"), { backup: "one\ntwo\nthree\nfour\n" });
  await window.running();
  await shows(document, "theirs\none\ntwo\nthree\nfour\n");
  await other.says("a.md", "theirs\none\ntwo\nthree\nfour\n");
  assert.equal(notes.read("a.md"), "one\ntwo\n");
});

test("a server that comes anew learns what is open, and what was typed meanwhile", async (t) => {
  const { other, document, killServer } = await pair(t);
  document.type("four\n");
  await other.says("a.md", "one\ntwo\nthree\nfour\n");
  killServer();
  document.type("five\n");
  await other.says("a.md", "one\ntwo\nthree\nfour\nfive\n");
  assert.equal(document.getText(), "one\ntwo\nthree\nfour\nfive\n");
});

test("what a document had that goes without being saved goes from the memo, too", async (t) => {
  const { notes, other, document, editors } = await pair(t);
  document.type("four\n");
  await other.says("a.md", "one\ntwo\nthree\nfour\n");
  editors.closeDocument(document);
  await other.says("a.md", "one\ntwo\nthree\n");
  assert.equal(notes.read("a.md"), "one\ntwo\nthree\n");
});

test("a folder that the arguments name is served, whatever else is open", async (t) => {
  const notes = newNotes(t, { "a.md": "one\n" });
  for (const args of [["--folder", notes.root], [`--folder=${notes.root}`]]) {
    const window = openNotes(t, notes, {
      folders: [path.join(notes.home, "gone")], settings: { "memo.server.args": args },
    });
    await window.running();
    await until("its memo is listed", () => window.listed().map((memo) => memo.displayTitle).join() === "a");
    await window.close();
  }
});

test("a folder that is gone is none", async (t) => {
  const notes = newNotes(t, { "a.md": "one\n" });
  const window = openNotes(t, notes, { folders: [path.join(notes.home, "gone")] });
  await window.running();
  await window.newMemo("mine");
  await until("it is listed", () => window.listed().length === 1);
});
