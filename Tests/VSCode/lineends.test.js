"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { Client } = require("./client");
const { PROGRAM, idOf, openWindow, until } = require("./host");

/** Opens a memo that another program made, does something, saves, and gives what the memo is then. */
async function edited(t, text, act) {
  const window = openWindow(t);
  const other = new Client(t, window.store);
  const id = await other.create({ text });
  await window.running();
  const document = await window.openMemo(id);
  await until("read", () => window.screen.statusItem.text.includes("saved"));
  await act(document, window);
  await window.run("memo.flush");
  const reader = new Client(t, window.store);
  return reader.text(idOf(document));
}

const place = (line, character) => ({ line, character });
const typeAt = (line, character, text) => (document) => document.type(text, place(line, character));
const erase = (start, end) => (document) => document.edit([{ start, end, text: "" }]);

const CASES = [
  ["opening and saving", "a\nb\r\nc\rd", (document) => document.save(), "a\nb\r\nc\rd"],
  ["typing in a line", "a\nb\r\nc\rd", typeAt(1, 1, "!"), "a\nb!\r\nc\rd"],
  ["a new line, which gets the document's end", "a\r\nb\r\nc\nd", typeAt(2, 1, "\n"), "a\r\nb\r\nc\r\n\nd"],
  ["joining two lines", "a\nb\r\nc\rd", erase(place(0, 1), place(1, 0)), "ab\r\nc\rd"],
  ["a new line after a lone carriage return", "a\nb\rc\n", typeAt(2, 0, "\n"), "a\nb\n\nc\n"],
  [
    "emptying a line between a lone carriage return and a line feed", "a\rb\n\n", erase(place(1, 0), place(1, 1)),
    "a\n\n\n"
  ],
  ["choosing other line ends", "a\nb\r\nc\rd", (document) => document.setEndOfLine("\r\n"), "a\r\nb\r\nc\r\nd"],
  ["typing before a byte order mark", "\ufeffa\r\nb\n", typeAt(1, 1, "!"), "\ufeffa\r\nb!\n"],
  ["half a surrogate pair", "a", typeAt(0, 1, "\ud83d"), "a\ufffd"],
  [
    "a pair that comes in two halves", "a",
    async (document) => {
      document.type("\ud83d");
      document.type("\ude00");
      await document.save();
    },
    "a😀"
  ],
  [
    "an edit that cuts a pair in two", "a😀b",
    (document) => document.edit([{ start: place(0, 2), end: place(0, 3), text: "" }]), "a\ufffdb"
  ],
];

for (const [what, before, act, after] of CASES) {
  test(`no line end changes that the user did not change: ${what}`, async (t) => {
    assert.equal(await edited(t, before, act), after);
  });
}

test("other line ends chosen while there is no server are sent when there is one", async (t) => {
  const text = await edited(t, "a\nb\r\nc\rd", async (document, window) => {
    window.change({ "memo.server.path": "/nowhere" });
    await until("it is gone", () => window.context["memo.state"] === "missing");
    document.setEndOfLine("\r\n");
    document.type("!");
    window.change({ "memo.server.path": PROGRAM });
    await window.running();
    await until("sent", () => !document.isDirty);
  });
  assert.equal(text, "a\r\nb\r\nc\r\nd!");
});

test("a document that VS Code decoded wrongly is put right, and the memo stays as it is", async (t) => {
  const window = openWindow(t);
  const other = new Client(t, window.store);
  const id = await other.create({ text: "메모\n" });
  await window.running();
  const uri = window.vscode.Uri.from({ scheme: "memo", path: `/${id}/x.md` });
  const document = await window.editors.open(uri, { encoding: () => "硫붾え\n" });
  await until("it is right", () => document.getText() === "메모\n");
  assert.equal(await other.text(id), "메모\n");
});

test("a text whose first character is U+FEFF keeps it in the editor, too", async (t) => {
  const window = openWindow(t);
  const other = new Client(t, window.store);
  const id = await other.create({ text: "\ufeffmark" });
  await window.running();
  assert.equal((await window.openMemo(id)).getText(), "\ufeffmark");
});
