"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { Client } = require("./client");
const { loadFor, openWindow, until } = require("./host");

const LARGE = "a line\n".repeat(100);

/** A window on a store with one memo that is too large for VS Code to share with extensions; here the limit is low. */
async function large(t) {
  const window = openWindow(t);
  window.editors.largestShared = 500;
  const other = new Client(t, window.store);
  await other.create({ id: "large", text: LARGE });
  await window.running();
  await until("it is listed", () => window.listed().length === 1);
  await window.click(window.listed()[0]);
  return { window, other, model: window.editors.models[0] };
}

test("a memo over 50 MB opens, is saved, and another's change reaches it", async (t) => {
  const { window, other, model } = await large(t);
  assert.deepEqual(window.editors.documents, []);
  assert.equal(model.getText(), LARGE);
  assert.ok(model.stat.mtime > Date.now() - 600000);
  model.type("saved by hand");
  assert.equal(await model.save(), true);
  await until("it is stored", async () => (await other.text("large")).endsWith("saved by hand"));
  const place = { line: 0, character: 0 };
  await other.change("large", { range: { start: place, end: place }, text: "theirs\n" });
  await until("it is shown", () => model.lines[0] === "theirs");
  assert.equal(model.lines.at(-1), "saved by hand");
  assert.equal(model.isDirty, false);
  model.type(" again");
  await other.change("large", { range: { start: place, end: place }, text: "and again\n" });
  const provider = window.editors.providers.get("memo");
  await until("it is known", async () => (await provider.stat(model.uri)).mtime > model.stat.mtime);
  assert.equal(await model.save(), false);
  assert.match(window.editors.saveError.message, /newer/);
  assert.match((await other.text("large")).slice(0, 20), /^and again\ntheirs\n/);
});

test("what changes between VS Code's look and its save is a conflict, too", async (t) => {
  const window = openWindow(t);
  const other = new Client(t, window.store);
  await other.create({ id: "one", text: "one" });
  await window.running();
  const files = window.editors.providers.get("memo");
  const uri = window.vscode.Uri.from({ scheme: "memo", path: "/one/one.md" });
  const { mtime } = await files.stat(uri);
  await other.change("one", { text: "theirs" });
  const reader = new Client(t, window.store);
  await until("it is there", async () => (await files.readFile(uri)).includes("theirs"));
  await assert.rejects(
    files.writeFile(uri, Buffer.from("mine"), { create: true, overwrite: true }), /changed elsewhere meanwhile/);
  assert.equal(await reader.text("one"), "theirs");
  assert.ok((await files.stat(uri)).mtime > mtime);
  await files.writeFile(uri, Buffer.from("mine"), { create: true, overwrite: true });
  await until("it is written", async () => await reader.text("one") === "mine");
});

for (const state of ["clean", "dirty"]) {
  test(`what another extension writes to an open memo is an edit: ${state}`, async (t) => {
    const window = openWindow(t);
    await window.running();
    const document = await window.newMemo("one\ntwo\n");
    await until("it is clean", () => !document.isDirty);
    if (state === "dirty") {
      window.editors.save = async () => false;
      document.type("typed\n");
    }
    await window.vscode.workspace.fs.writeFile(document.uri, Buffer.from("one\nwritten\n"));
    await until("it is shown", () => document.getText() === "one\nwritten\n");
    assert.equal(document.isDirty, state === "dirty");
    document.type("after");
    const other = new Client(t, window.store);
    await until("it is stored", async () => await other.text(window.idOf(document)) === "one\nwritten\nafter");
  });
}

test("what another extension writes to a clean memo is an edit also if the memo was like that before", async (t) => {
  const window = openWindow(t);
  await window.running();
  const document = await window.newMemo("one");
  await until("it is clean", () => !document.isDirty);
  document.type(" two");
  await until("it is clean", () => !document.isDirty);
  const { now } = Date;
  t.mock.method(Date, "now", () => now() + 10000);
  document.type("!");
  await until("it is clean", () => !document.isDirty);
  await window.vscode.workspace.fs.writeFile(document.uri, Buffer.from("one"));
  await until("it is shown", () => document.getText() === "one");
});

test("a save of what was typed a moment ago is no edit that takes back the rest", async (t) => {
  const window = openWindow(t);
  await window.running();
  const document = await window.newMemo("one");
  const provider = window.editors.providers.get("memo");
  const { stat } = provider;
  provider.stat = async function typedMeanwhile(uri) {
    const answer = await stat.call(this, uri);
    document.type("!");
    return answer;
  };
  for (let count = 0; count < 5; count++) await document.save();
  provider.stat = stat;
  const typed = document.getText();
  assert.match(typed, /^one!{5,}$/);
  const other = new Client(t, window.store);
  await until("all is stored", async () => await other.text(window.idOf(document)) === document.getText());
  assert.ok(document.getText().startsWith(typed));
});

test("a long text's states are told apart by their lengths and by samples", (t) => {
  const { States } = loadFor(openWindow(t).vscode, "documents/states.js");
  const states = new States();
  const long = "word ".repeat(300000);
  for (const text of [long, `${long}!`, `!${long.slice(1)}`]) {
    assert.equal(states.had(text), false);
    states.add(text);
    assert.equal(states.had(text), true);
  }
  const { now } = Date;
  t.mock.method(Date, "now", () => now() + 10000);
  states.settle();
  assert.deepEqual([states.had(long), states.had(`!${long.slice(1)}`)], [false, true]);
});

test("what is not there is not found: no memo, no folder, and nothing beside a memo", async (t) => {
  const window = openWindow(t);
  const other = new Client(t, window.store);
  await other.create({ id: "one", text: "one" });
  await window.running();
  const files = window.editors.providers.get("memo");
  const paths = ["/nobody", "/nobody/x.md", "/one/.editorconfig", "/one/package.json", "/one/x.md/y.md", "/no id/x.md",
    "/.vscode/settings.json"];
  for (const path of paths) {
    const uri = window.vscode.Uri.from({ scheme: "memo", path });
    await assert.rejects(async () => files.stat(uri), { code: "FileNotFound" }, path);
    if (path.split("/").length < 3) continue;
    await assert.rejects(async () => files.readFile(uri), { code: "FileNotFound" }, path);
  }
});
