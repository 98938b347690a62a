"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { Client } = require("./client");
const { openWindow, until } = require("./host");

/** The files of a window with one memo, "first", that is not open. */
async function files(t, text = "한글\nbody") {
  const window = openWindow(t);
  const other = new Client(t, window.store);
  await other.create({ id: "first", text });
  await window.running();
  const { Uri, FileType } = window.vscode;
  const uri = (path) => Uri.from({ scheme: "memo", path });
  return { window, other, files: window.editors.providers.get("memo"), uri, FileType };
}

const fails = (action, code) => assert.rejects(async () => action(), (error) => {
  assert.equal(error.code, code);
  return true;
});
const ANY = { create: true, overwrite: true };

test("a memo is a file of its size, its folder is its id, and the root lists the ids", async (t) => {
  const { files: memos, uri, FileType } = await files(t);
  assert.equal((await memos.stat(uri("/first/x.md"))).size, (await memos.readFile(uri("/first/x.md"))).length);
  assert.equal((await memos.stat(uri("/"))).type, FileType.Directory);
  assert.equal((await memos.stat(uri("/first"))).type, FileType.Directory);
  assert.deepEqual(await memos.readDirectory(uri("/")), [["first", FileType.Directory]]);
  assert.deepEqual(await memos.readDirectory(uri("/first")), [["한글.md", FileType.File]]);
  assert.equal(Buffer.from(await memos.readFile(uri("/first/x.md"))).toString(), "\ufeff한글\nbody");
  memos.watch().dispose();
});

test("a file that is not open can be written, made and deleted by other extensions", async (t) => {
  const { files: memos, uri, other } = await files(t);
  await memos.writeFile(uri("/first/x.md"), Buffer.from("new"), ANY);
  await memos.writeFile(uri("/second/y.md"), Buffer.from("made"), ANY);
  assert.equal(await other.text("second"), "made");
  await until("written", async () => await other.text("first") === "new");
  await memos.delete(uri("/second/y.md"));
  await until("deleted", async () => (await other.call("getMemo", { id: "second" })).trashedAt);
});

test("what cannot be done with a file is said by its kind", async (t) => {
  const { files: memos, uri } = await files(t);
  await fails(() => memos.stat(uri("/nobody/x.md")), "FileNotFound");
  await fails(() => memos.readFile(uri("/first")), "FileIsADirectory");
  await fails(() => memos.writeFile(uri("/first"), Buffer.from(""), ANY), "FileIsADirectory");
  await fails(
    () => memos.writeFile(uri("/nobody/x.md"), Buffer.from(""), { create: false, overwrite: true }), "FileNotFound");
  await fails(
    () => memos.writeFile(uri("/first/x.md"), Buffer.from(""), { create: true, overwrite: false }), "FileExists");
  await fails(() => memos.writeFile(uri("/no id/x.md"), Buffer.from(""), ANY), "Unavailable");
  await fails(() => memos.createDirectory(uri("/new")), "NoPermissions");
  await fails(() => memos.rename(uri("/first/x.md")), "NoPermissions");
  await fails(() => memos.delete(uri("/")), "NoPermissions");
});

test("an end of an id, as lists print it, names the memo if no other one's ends so", async (t) => {
  const { window, other, uri, files: memos } = await files(t);
  const id = await other.create({ text: "one" });
  const end = id.slice(-8);
  const document = await window.editors.open(uri(`/${end.toUpperCase()}/x.md`));
  assert.equal(document.getText(), "one");
  document.type("!");
  await until("it is the memo's", async () => await other.text(id) === "one!");
  await window.run("memo.delete", document.uri);
  await other.call("delete", { id: "first" });
  assert.equal(Buffer.from(await memos.readFile(uri("/irst/x.md"))).toString(), "\ufeff한글\nbody");
  await other.create({ id: `other-${id}`, text: "two" });
  await fails(() => memos.stat(uri(`/${id.slice(-9)}/x.md`)), "Unavailable");
  await fails(() => memos.stat(uri("/rst/x.md")), "FileNotFound");
  await fails(() => memos.stat(uri("/nobody/x.md")), "FileNotFound");
});

test("what a reload brings back under an end of an id is that memo, and no new one", async (t) => {
  const { window, other, uri } = await files(t);
  const id = await other.create({ text: "one" });
  const name = uri(`/${id.slice(-8)}/x.md`);
  await window.editors.open(name);
  await window.close();
  const again = openWindow(t, { store: window.store, memento: window.memento });
  await again.running();
  const document = await again.editors.open(name, { backup: "one two" });
  await until("it is the memo's", async () => await other.text(id) === "one two");
  assert.equal((await other.call("list", {})).total, 2);
  assert.equal(document.getText(), "one two");
});

test("a memo in the trash can be read but not written", async (t) => {
  const { files: memos, uri, window } = await files(t);
  await memos.delete(uri("/first/x.md"));
  assert.equal((await memos.stat(uri("/first/x.md"))).permissions, window.vscode.FilePermission.Readonly);
  const document = await window.openMemo("first");
  assert.equal(document.getText(), "한글\nbody");
});

test("a title that is no name, or a long one, still makes a file's name", async (t) => {
  const window = openWindow(t);
  const { fileName } = require("./host").loadFor(window.vscode, "documents/addresses.js");
  assert.equal(fileName(""), "Untitled.md");
  assert.equal(fileName(" .. "), "Untitled.md");
  assert.equal(fileName("a/b\\c\td"), "a b c d.md");
  assert.equal(fileName("😀".repeat(200)), `${"😀".repeat(80)}.md`);
});

test("saving by the user saves at once, and says why if it cannot", async (t) => {
  const { window, other } = await files(t);
  const document = await window.openMemo("first");
  document.type("!");
  assert.equal(await document.save(), true);
  assert.equal(document.isDirty, false);
  await until("saved", async () => await other.text("first") === "한글\nbody!");
});

test("what an editor shows otherwise than was told is put right when it is saved", async (t) => {
  const { window, other } = await files(t);
  const document = await window.openMemo("first");
  await until("read", () => window.screen.statusItem.text.includes("Memo saved"));
  document.lines.push("an edit that nobody told of");
  document.isDirty = true;
  assert.equal(await document.save(), true);
  await until("put right", async () => await other.text("first") === "한글\nbody\nan edit that nobody told of");
});

test("closing a document does not lose what was typed just before", async (t) => {
  const { window, other } = await files(t);
  const document = await window.openMemo("first");
  document.type("!");
  window.editors.closeDocument(document);
  await until("saved", async () => await other.text("first") === "한글\nbody!");
});
