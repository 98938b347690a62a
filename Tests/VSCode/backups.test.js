"use strict";

const assert = require("node:assert/strict");
const childProcess = require("node:child_process");
const { test } = require("node:test");
const { Client } = require("./client");
const { idOf, newStore, openWindow, until } = require("./host");
const { seeded } = require("./seeded");

/** A memo that a window has saved; then the window is gone, and another program may do something. */
async function left(t, text, { settings, meanwhile = () => {} } = {}) {
  const store = newStore(t);
  const first = openWindow(t, { store, settings });
  await first.running();
  const document = await first.newMemo(text);
  await first.editors.show(document);
  await first.statusShows("Memo saved");
  await first.close();
  const other = new Client(t, store);
  await meanwhile(other, idOf(document));
  /** The next window, in which VS Code shows what it kept. */
  const reopen = async (backup, memento = first.memento) => {
    const window = openWindow(t, { store, settings, memento });
    await window.running();
    return { window, document: await window.editors.open(document.uri, { backup }) };
  };
  return { reopen, saved: document, other };
}

/** Makes the memo's text another one elsewhere. */
const becomes = (text) => async (other, id) => {
  await other.call("updateMemo", { id, contentChanges: [{ text }] });
  await other.call("flush", {});
};

test("what was typed while no extension ran is sent when one does", async (t) => {
  const { reopen, other } = await left(t, "one\n");
  const { document } = await reopen("one\ntwo\n");
  await until("it is saved", async () => await other.text(idOf(document)) === "one\ntwo\n");
  assert.equal(document.getText(), "one\ntwo\n");
});

test("what others took back to what it was before stays so", async (t) => {
  const { reopen, saved, other } = await left(t, "one\n", { meanwhile: becomes("") });
  const { document } = await reopen(saved.getText());
  await until("it is shown", () => document.getText() === "");
  assert.equal(await other.text(idOf(document)), "");
});

test("what was typed while no extension ran stays where others went on, too", async (t) => {
  const { reopen, other } = await left(t, "one\n", { meanwhile: becomes("one\ntheirs\n") });
  const { document } = await reopen("mine\none\n");
  document.type("more");
  await until("it is saved", async () => await other.text(idOf(document)) === "mine\none\ntheirs\nmore");
  assert.equal(document.getText(), "mine\none\ntheirs\nmore");
});

test("a document that VS Code called dirty, but that was saved, brings nothing back that others removed", async (t) => {
  const { reopen, saved, other } = await left(t, "one\ntwo\n", { meanwhile: becomes("two\n") });
  const { document } = await reopen(saved.getText());
  await until("it is shown", () => document.getText() === "two\n");
  assert.equal(await other.text(idOf(document)), "two\n");
});

test("where nobody knows what a document began as, nothing of either text is missing", async (t) => {
  const { reopen } = await left(t, "one\ntwo\n", { meanwhile: becomes("two\ntheirs\n") });
  const { document } = await reopen("one\ntwo\n", new Map());
  await until("it is shown", () => document.getText() === "one\ntwo\ntheirs\n");
});

test("a document in another language is the same memo, and typing goes on", async (t) => {
  const window = openWindow(t);
  await window.running();
  const document = await window.newMemo("one");
  window.editors.setLanguage(document, "plaintext");
  document.type(" two");
  await window.statusShows("Memo saved");
  await until("its dot is gone", () => !document.isDirty);
  assert.equal(await new Client(t, window.store).text(idOf(document)), "one two");
});

for (const [when, wait] of [
  ["at once", async () => {}],
  ["when all was delivered", (window) => window.run("memo.flush")],
  ["when all was saved and clean", (window, document) => until("the dot is gone", () => !document.isDirty)],
]) {
  test(`what is deleted after a crash of the extension stays deleted, if nobody else came: ${when}`, async (t) => {
    const first = openWindow(t);
    await first.running();
    const document = await first.newMemo("one\n");
    await first.statusShows("Memo saved");
    for (const key of "two\nthree\n") document.type(key);
    await wait(first, document);
    first.crash();
    document.edit([{ start: { line: 0, character: 0 }, end: { line: 2, character: 0 }, text: "" }]);
    const second = openWindow(t, { store: first.store, memento: first.memento });
    await second.running();
    const again = await second.editors.open(document.uri, { backup: document.getText() });
    const other = new Client(t, first.store);
    await until("it is stored", async () => await other.text(idOf(again)) === "three\n");
    assert.equal(again.getText(), "three\n");
  });
}

test("what a crashed extension's server saves late is not taken for another's", async (t) => {
  const spawned = t.mock.method(childProcess, "spawn").mock;
  const first = openWindow(t);
  await first.running();
  const [{ result: server }] = spawned.calls;
  const document = await first.newMemo("one\n");
  await until("it is clean", () => !document.isDirty);
  server.kill("SIGSTOP");
  for (const key of "two\nthree\n") document.type(key);
  first.crash({ leavesServer: true });
  server.stdin.end();
  server.stdout.destroy();
  document.edit([{ start: { line: 0, character: 0 }, end: { line: 2, character: 0 }, text: "" }]);
  const second = openWindow(t, { store: first.store, memento: first.memento });
  const again = second.editors.open(document.uri, { backup: document.getText() });
  await until("its end is awaited", () => second.screen.logLines.some((line) => /crashed/.test(line)));
  server.kill("SIGCONT");
  await second.running();
  const other = new Client(t, first.store);
  await until("it is stored", async () => await other.text(idOf(document)) === "three\n");
  assert.equal((await again).getText(), "three\n");
});

for (const how of ["with edits on their way", "with all delivered"]) {
  test(`whatever is typed before, while and after the extension is gone is there, once: ${how}`, async (t) => {
    const chance = seeded(t);
    const typed = [];
    const type = (document, count) => {
      for (; count > 0; count--) {
        typed.push(`<${typed.length}>`);
        document.type(typed.at(-1), { line: chance.below(10), character: 3 });
      }
    };
    const first = openWindow(t);
    await first.running();
    const document = await first.newMemo(Array.from({ length: 12 }, (_, line) => `line ${line}\n`).join(""));
    await first.statusShows("Memo saved");
    const other = new Client(t, first.store);
    type(document, 10);
    if (how === "with all delivered") await first.run("memo.flush");
    first.crash();
    type(document, 5);
    await becomes(`${await other.text(idOf(document))}theirs`)(other, idOf(document));
    const second = openWindow(t, { store: first.store, memento: first.memento });
    await second.running();
    const again = await second.editors.open(document.uri, { backup: document.getText() });
    type(again, 3);
    await until("it is saved", async () => await other.text(idOf(again)) === again.getText());
    for (const text of [...typed, "theirs"])
      assert.equal(again.getText().split(text).length, 2, `${text}, seed ${chance.seed}`);
  });
}
