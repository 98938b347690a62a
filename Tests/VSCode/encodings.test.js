"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { Client } = require("./client");
const { openWindow, until } = require("./host");

const TEXT = "한글 메모\n둘째 줄 😀\n";
const SETTINGS = {
  "EUC-KR": { "files.encoding": "euckr" },
  "UTF-16 LE": { "files.encoding": "utf16le" },
  "one that VS Code guesses": { "files.autoGuessEncoding": true },
};

/** A memo with that text, open in a window with those settings. */
async function opened(t, settings, { text = TEXT, ...options } = {}) {
  const window = openWindow(t, { settings, ...options });
  const other = new Client(t, window.store);
  const id = await other.create({ text });
  await window.running();
  const uri = window.vscode.Uri.from({ scheme: "memo", path: `/${id}/memo.md` });
  const document = await window.editors.openTab(uri, { pinned: true });
  await window.statusShows("Memo saved");
  const stored = async (expected) => {
    await window.run("memo.flush");
    await until(`stored: ${expected}`, async () => await other.text(id) === expected);
  };
  return { window, document, stored, other, id };
}

for (const [name, settings] of Object.entries(SETTINGS)) {
  test(`with ${name} as its encoding a memo opens, is reverted and undone, and stays what it is`, async (t) => {
    const { window, document, stored } = await opened(t, settings);
    assert.equal(document.getText(), TEXT);
    document.type("셋째");
    await window.editors.revert(document);
    assert.equal(document.getText(), `${TEXT}셋째`);
    document.undo();
    assert.equal(document.getText(), TEXT);
    await stored(TEXT);
    await window.editors.revert(document);
    document.type("끝");
    await document.save();
    await stored(`${TEXT}끝`);
    assert.equal(document.getText(), `${TEXT}끝`);
  });

  test(`with ${name} as its encoding others' changes are read as they are`, async (t) => {
    const { window, document, other, id } = await opened(t, settings);
    await other.change(id, { text: `${TEXT}남의 글` });
    await until("it is shown", () => document.getText() === `${TEXT}남의 글`);
    const provider = window.editors.providers.get("memo");
    window.editors.unregister("memo");
    window.editors.register("memo", provider);
    await other.change(id, { text: "다시" });
    await until("it is shown", () => document.getText() === "다시");
    assert.equal((await other.call("stats", {})).editsReceived, 2);
  });

  test(`with ${name} as its encoding what VS Code kept over a reload is saved as it is`, async (t) => {
    const first = await opened(t, settings);
    first.document.type("😀 셋째 ü");
    await first.stored(`${TEXT}😀 셋째 ü`);
    await first.window.close();
    const window = openWindow(t, { settings, store: first.window.store, memento: first.window.memento });
    await window.running();
    const backup = `${TEXT}😀 셋째 ü 끝`;
    const document = await window.editors.open(first.document.uri, { backup });
    await until("it is clean", () => !document.isDirty);
    assert.equal(document.getText(), backup);
    await until("it is stored", async () => await first.other.text(first.id) === backup);
  });
}

test("a memo that the user opens again in another encoding is put right, and not stored so, not even by undo",
  async (t) => {
    const { window, document, stored } = await opened(t, {});
    await window.editors.reopenWith(document, "windows1252");
    assert.notEqual(document.getText(), TEXT);
    await until("it is right", () => document.getText() === TEXT);
    document.undo();
    await until("it is right again", () => document.getText() === TEXT);
    await stored(TEXT);
    document.type("끝");
    await stored(`${TEXT}끝`);
  });

test("a text that begins with a byte order mark keeps it, opened, saved and written by others", async (t) => {
  const { window, document, stored } = await opened(t, {}, { text: "\ufeffmark" });
  assert.equal(document.getText(), "\ufeffmark");
  document.type("!");
  await document.save();
  await stored("\ufeffmark!");
  await window.vscode.workspace.fs.writeFile(document.uri, Buffer.from("\ufeff\ufeffother"));
  await until("it is shown", () => document.getText() === "\ufeffother");
  await stored("\ufeffother");
});

test("a closed memo takes no bytes that are no UTF-8", async (t) => {
  const window = openWindow(t);
  const other = new Client(t, window.store);
  await other.create({ id: "closed", text: TEXT });
  await window.running();
  const uri = window.vscode.Uri.from({ scheme: "memo", path: "/closed/memo.md" });
  await assert.rejects(window.vscode.workspace.fs.writeFile(uri, Buffer.from([0xc7, 0xd1])), /UTF-8/);
  assert.equal(await other.text("closed"), TEXT);
});
