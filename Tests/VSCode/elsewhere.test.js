"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { Client } = require("./client");
const { idOf, newStore, openWindow, until } = require("./host");

const at = (line, character) => ({ line, character });
const insertion = (place, text) => ({ range: { start: place, end: place }, text });

/** A memo that another program made, open in a background tab; what VS Code saves, trims and asks others about. */
async function opened(t, text, { settings } = {}) {
  const window = openWindow(t, { settings });
  const other = new Client(t, window.store);
  const id = await other.create({ text });
  await window.running();
  const uri = window.vscode.Uri.from({ scheme: "memo", path: `/${id}/memo.md` });
  const document = await window.editors.openTab(uri, { pinned: true });
  const asked = [];
  window.editors.participants.push((saved, reason) => asked.push([saved, reason]));
  const applied = t.mock.method(window.editors, "applyEdit").mock;
  await window.statusShows("Memo saved");
  return { window, other, id, document, asked, applied };
}

for (const place of ["in front", "in the background"]) {
  test(`what others change reaches a clean document without an edit or a save: ${place}`, async (t) => {
    const { window, other, id, document, asked, applied } = await opened(t, "one\ntwo\n");
    if (place === "in the background") await window.newMemo();
    const dirty = [];
    window.editors.changed.event((event) => event.document === document && dirty.push(event.document.isDirty));
    await other.change(id, insertion(at(1, 0), "between \n"));
    await until("it is shown", () => document.getText() === "one\nbetween \ntwo\n");
    await window.run("memo.flush");
    assert.deepEqual(dirty, [false]);
    assert.equal(applied.callCount(), 0);
    assert.deepEqual(asked, []);
    assert.equal(window.editors.saves.some((save) => save.document === document), false);
    assert.equal(await other.text(id), "one\nbetween \ntwo\n");
    assert.equal((await other.call("stats", {})).editsReceived, 1);
  });
}

test("a change that leaves a text as long as it was is shown without an edit, too", async (t) => {
  const { document, other, id, applied } = await opened(t, "one\n");
  await other.change(id, { text: "two\n" });
  await until("it is shown", () => document.getText() === "two\n");
  assert.equal(applied.callCount(), 0);
});

test("what is typed in one window is not trimmed by another one that has the memo in a background tab", async (t) => {
  const settings = { "files.trimTrailingWhitespace": true };
  const store = newStore(t);
  const first = openWindow(t, { store, settings });
  await first.running();
  const here = await first.newMemo("Notes\n");
  await first.statusShows("Memo saved");
  const second = openWindow(t, { store, settings });
  await second.running();
  const there = await second.editors.openTab(here.uri, { pinned: true });
  await second.newMemo("another one in front");
  for (const word of ["The ", "quick ", "brown ", "fox"]) {
    here.type(word);
    const text = here.getText();
    await until(`"${word}" is there`, () => there.getText() === text);
    await until("it is saved", () => !here.isDirty);
  }
  assert.equal(await new Client(t, store).text(idOf(here)), "Notes\nThe quick brown fox");
  assert.equal(here.getText(), "Notes\nThe quick brown fox");
});

test("autosave in front asks nobody else, trims nothing, and takes the dot off", async (t) => {
  const { window, document, asked, other, id } =
    await opened(t, "one\n", { settings: { "files.trimTrailingWhitespace": true } });
  document.type("two ");
  await until("the dot is gone", () => !document.isDirty);
  assert.deepEqual(asked, []);
  assert.equal(document.getText(), "one\ntwo ");
  await until("it is stored", async () => await other.text(id) === "one\ntwo ");
  assert.ok(window.editors.saves.every(({ skipsParticipants }) => skipsParticipants));
});

test("a save by hand runs what the user wants to run, and what that changes is stored", async (t) => {
  const { document, asked, other, id } =
    await opened(t, "one\n", { settings: { "files.trimTrailingWhitespace": true } });
  document.type("two ");
  await document.save();
  assert.deepEqual(asked.map(([, reason]) => reason), ["manual"]);
  await until("it is stored", async () => await other.text(id) === "one\ntwo");
});

for (const what of ["tab", "editor"]) {
  test(`another document that comes to the front is not saved for the memo: its ${what} is there first`, async (t) => {
    const { window, document, asked } = await opened(t, "one\n");
    const [tab] = window.editors.tabs.all;
    const { active } = window.editors;
    const other = await window.newMemo();
    window.editors.saves.length = asked.length = 0;
    if (what === "tab") window.editors.active = active;
    else window.editors.tabs.activeGroup.activeTab = tab;
    document.type("two");
    await window.run("memo.flush");
    if (what === "editor") {
      assert.deepEqual(window.editors.saves, []);
      window.editors.tabs.open(new window.vscode.TabInputText(other.uri));
    }
    await until("the dot is gone", () => !document.isDirty);
    assert.deepEqual(window.editors.saves.map((save) => [save.document, save.skipsParticipants]), [[document, false]]);
  });
}

test("what the user typed and went away from is saved, once they are elsewhere", async (t) => {
  const { window, document, asked } = await opened(t, "one\n");
  document.type("two");
  await window.newMemo();
  await until("the dot is gone", () => !document.isDirty);
  assert.equal(asked.length, 1);
});

test("a text in the background with others' words in it waits for the user, and is never saved for them", async (t) => {
  const { window, document, asked, other, id } =
    await opened(t, "one\n", { settings: { "files.trimTrailingWhitespace": true } });
  const save = window.editors.save.bind(window.editors);
  window.editors.save = async () => false;
  document.type("mine");
  await window.newMemo();
  await other.change(id, insertion(at(0, 3), " theirs "));
  await until("it is shown", () => document.getText() === "one theirs \nmine");
  window.editors.save = save;
  await other.change(id, insertion(at(0, 0), "zero "));
  await until("it is shown", () => document.getText() === "zero one theirs \nmine");
  await window.run("memo.flush");
  assert.equal(document.isDirty, true);
  assert.deepEqual(asked, []);
  await window.editors.show(document);
  await until("the dot is gone", () => !document.isDirty);
  await until("it is stored", async () => await other.text(id) === "zero one theirs \nmine");
  assert.deepEqual(asked, []);
});

test("what is typed while VS Code reads a change stays, and so does the change", async (t) => {
  const { window, document, other, id } = await opened(t, "one\n");
  const { resolve } = window.editors;
  window.editors.resolve = function typedMeanwhile(...args) {
    window.editors.resolve = resolve;
    const done = resolve.apply(this, args);
    document.type("mine");
    return done;
  };
  await other.change(id, insertion(at(0, 0), "zero\n"));
  await until("both are there", () => document.getText() === "zero\none\nmine");
  await until("for both", async () => await other.text(id) === "zero\none\nmine");
  await until("the dot is gone, so no conflict was seen", () => !document.isDirty);
});

test("an editor that does not read the file again gets an edit", async (t) => {
  const { window, document, other, id } = await opened(t, "one\n");
  window.editors.resolve = async () => {};
  await other.change(id, insertion(at(0, 0), "zero\n"));
  await until("it is shown", () => document.getText() === "zero\none\n");
  await window.run("memo.flush");
  await window.editors.show(document);
  assert.equal(await other.text(id), "zero\none\n");
  assert.deepEqual(window.editors.saves, []);
});

test("other line ends that others chose are no edit of the user's", async (t) => {
  const { document, other, id, window } = await opened(t, "one\ntwo\n");
  await other.change(id, { text: "one\r\ntwo\r\nthree\r\n" });
  await until("it is shown", () => document.getText() === "one\r\ntwo\r\nthree\r\n");
  document.type("!");
  await window.run("memo.flush");
  await until("stored", async () => await other.text(id) === "one\r\ntwo\r\nthree\r\n!");
});

test("line ends that the user chooses after the file was read again are an edit", async (t) => {
  const { window, document, other, id } = await opened(t, "one\ntwo\n");
  await window.editors.files().readFile(document.uri);
  document.setEndOfLine("\r\n");
  await until("stored", async () => await other.text(id) === "one\r\ntwo\r\n");
});

test("Revert File shows what is stored, and typing goes on", async (t) => {
  const { window, document, other, id } = await opened(t, "one\n");
  document.type("two");
  await window.editors.revert(document);
  assert.equal(document.isDirty, false);
  document.type("!");
  await until("stored", async () => await other.text(id) === "one\ntwo!");
});

test("a provider that is registered again brings the text, and nothing is sent for that", async (t) => {
  const { window, document, other, id } = await opened(t, "one\n");
  const provider = window.editors.providers.get("memo");
  window.editors.unregister("memo");
  window.editors.register("memo", provider);
  await other.change(id, insertion(at(0, 0), "zero\n"));
  await until("it is shown", () => document.getText() === "zero\none\n");
  assert.equal((await other.call("stats", {})).editsReceived, 1);
});
