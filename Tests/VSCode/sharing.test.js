"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { Client } = require("./client");
const { PROGRAM, idOf, newStore, openWindow, until } = require("./host");
const { seeded } = require("./seeded");

const at = (line, character) => ({ line, character });
const insertion = (place, text) => ({ range: { start: place, end: place }, text });

/** A window with a saved memo, and another program on the same store. */
async function shared(t, text) {
  const window = openWindow(t);
  await window.running();
  const document = await window.newMemo(text);
  await until("saved", () => !document.isDirty);
  const other = new Client(t, window.store);
  const id = idOf(document);
  const change = (...changes) => other.change(id, ...changes);
  return { window, document, other, id, change };
}

/** The same, but VS Code does not save the document: it is dirty from now on. */
async function dirty(t, text) {
  const its = await shared(t, text);
  its.window.editors.save = async () => false;
  its.document.type("x");
  its.document.undo();
  its.document.savedState = -1;
  its.document.isDirty = true;
  await its.window.run("memo.flush");
  return its;
}

test("what another program changes is shown, and is not sent back", async (t) => {
  const { window, document, change, id, other } = await shared(t, "one\ntwo\n");
  await change(insertion(at(1, 0), "between\n"));
  await until("it is shown", () => document.getText() === "one\nbetween\ntwo\n");
  await until("it is clean", () => !document.isDirty);
  await window.run("memo.flush");
  assert.equal((await other.call("stats", {})).editsReceived, 1);
  assert.equal(await other.text(id), "one\nbetween\ntwo\n");
});

test("other line ends elsewhere change nothing on the screen, and stay", async (t) => {
  const { window, document, change, id, other } = await shared(t, "one\ntwo\n");
  await change({ text: "one\r\ntwo\r\n" });
  await until("it is known", () => window.screen.logLines.length > 0 && document.version >= 1 &&
    window.listed().some((memo) => memo.bytes === 10));
  document.type("three");
  await until("saved", async () => await other.text(id) === "one\r\ntwo\r\nthree");
  assert.equal(document.getText(), "one\ntwo\nthree");
});

test("other line ends chosen here while others edit are those of all lines", async (t) => {
  const { window, document, change, id, other } = await shared(t, "one\ntwo\n");
  window.change({ "memo.server.path": "/nowhere" });
  await until("it is gone", () => window.context["memo.state"] === "missing");
  document.setEndOfLine("\r\n");
  await change(insertion(at(0, 0), "zero\n"));
  window.change({ "memo.server.path": PROGRAM });
  await until("saved", async () => await other.text(id) === "zero\r\none\r\ntwo\r\n");
  assert.equal(document.getText(), "zero\r\none\r\ntwo\r\n");
});

test("edits on both sides at once all survive, and all see the same in the end", async (t) => {
  const chance = seeded(t);
  const { document, change, id, other } =
    await shared(t, Array.from({ length: 30 }, (_, line) => `line ${line}\n`).join(""));
  for (let round = 0; round < 8; round++) {
    const theirs = change(insertion(at(2 * round, 0), `t${round} `));
    for (let key = 0; key < 25; key++) {
      document.type(`m${round}.${key} `, at(29 - round, 0));
      if (chance.below(3) === 0) await other.text(id);
    }
    await theirs;
  }
  await until(
    `both are the same, seed ${chance.seed}`,
    async () => !document.isDirty && await other.text(id) === document.getText());
  const text = document.getText();
  for (let round = 0; round < 8; round++) {
    assert.equal(text.split(`t${round} `).length, 2, `t${round}, seed ${chance.seed}`);
    for (let key = 0; key < 25; key++)
      assert.equal(text.split(`m${round}.${key} `).length, 2, `m${round}.${key}, seed ${chance.seed}`);
  }
});

test("what was typed while a change came in is kept on top of it", async (t) => {
  const { window, document, change, id, other } = await dirty(t, "one\n");
  const applied = window.editors.applyEdit.bind(window.editors);
  let typed = 0;
  window.editors.applyEdit = (edit) => {
    const result = applied(edit);
    if (typed++ < 3) document.type(`typed ${typed}\n`);
    return result;
  };
  await change(insertion(at(0, 0), "zero\n"));
  await until("all is there", () => document.getText() === "zero\none\ntyped 1\ntyped 2\ntyped 3\n");
  await until("for both", async () => await other.text(id) === document.getText());
});

test("typing right after a change was put in is not taken for a part of it", async (t) => {
  const { window, document, change, id, other } = await dirty(t, "one\n");
  const applied = window.editors.applyEdit.bind(window.editors);
  window.editors.applyEdit = async (edit) => {
    const result = await applied(edit);
    document.type("more\n");
    return result;
  };
  await change(insertion(at(0, 0), "zero\n"));
  await until("for both", async () => await other.text(id) === "zero\none\nmore\n");
  assert.equal(document.getText(), "zero\none\nmore\n");
});

test("a change is not put in twice though the server ends while it is put in", async (t) => {
  const { window, document, change, id, other } = await dirty(t, "one\n");
  const applied = window.editors.applyEdit.bind(window.editors);
  window.editors.applyEdit = async (edit) => {
    window.editors.applyEdit = applied;
    window.killServer();
    await until("it ended", () => window.context["memo.state"] === "waiting");
    const result = await applied(edit);
    document.type("typed\n", at(1, 0));
    return result;
  };
  await change(insertion(at(0, 0), "zero\n"));
  await until("for both", async () => await other.text(id) === "zero\ntyped\none\n");
  assert.equal(document.getText(), "zero\ntyped\none\n");
});

test("an editor that takes no edits is said so, and nothing is lost", async (t) => {
  const { window, document, change } = await dirty(t, "one\n");
  window.editors.readOnly = true;
  await change(insertion(at(0, 0), "zero\n"));
  await window.statusShows("not saved");
  assert.match(window.screen.statusItem.tooltip, /does not take/);
  window.editors.readOnly = false;
  await until("later", () => document.getText() === "zero\none\n");
});

test("properties that others set are counted, so that typing goes on", async (t) => {
  const { document, id, other } = await shared(t, "one");
  await other.call("updateMemo", { id, properties: { pinned: true } });
  await other.call("flush", {});
  await until("it is known", async () => (await other.call("getMemo", { id })).saved);
  document.type(" two");
  await until("saved", async () => await other.text(id) === "one two");
  assert.equal((await other.call("getMemo", { id })).properties.pinned, true);
});

for (const permanent of [false, true]) {
  test(
    `a memo ${permanent ? "destroyed" : "deleted"} elsewhere stays on the screen, and an edit brings it back`,
    async (t) => {
      const { window, document, id, other } = await shared(t, "keep me");
      await other.call("delete", { id, permanent });
      await other.call("flush", {});
      await until("it is told", () => window.said("warning").length > 0);
      assert.match(window.said("warning")[0], /deleted in another editor: keep me/);
      await window.statusShows("Memo deleted");
      assert.equal(document.getText(), "keep me");
      assert.equal(await document.save(), false);
      document.type(" please");
      await until("it is back", async () => {
        const memo = await other.call("getMemo", { id }).catch(() => ({}));
        return memo.text === "keep me please" && !memo.trashedAt;
      });
      await until("and saved", () => !document.isDirty);
    });
}

test("a memo deleted elsewhere can be restored from the message", async (t) => {
  const { window, document, id, other } = await shared(t, "keep me");
  window.screen.answers.push(() => "Restore");
  await other.call("delete", { id });
  await other.call("flush", {});
  await until("it is back", async () => !(await other.call("getMemo", { id })).trashedAt);
  document.type("!");
  await until("saved", async () => await other.text(id) === "keep me!");
});

test("a memo restored elsewhere is live again here", async (t) => {
  const { window, document, id, other } = await shared(t, "one");
  await other.call("delete", { id });
  await other.call("flush", {});
  await window.statusShows("Memo deleted");
  await other.call("restore", { id });
  await other.call("flush", {});
  await window.statusShows("Memo saved");
  document.type("!");
  await until("saved", async () => await other.text(id) === "one!");
});

test("one memo open twice, under an old title and its new one, is the same in both", async (t) => {
  const window = openWindow(t);
  await window.running();
  const first = await window.newMemo("one\n");
  const second = await window.openMemo(idOf(first), "another title");
  await until("saved", () => !first.isDirty);
  first.type("two\n");
  await until("it is in the other", () => second.getText() === "one\ntwo\n");
  second.type("three\n");
  await until("and back", () => first.getText() === "one\ntwo\nthree\n");
});

test("a document that is being read again shows what was typed meanwhile under another name", async (t) => {
  const window = openWindow(t);
  await window.running();
  const first = await window.newMemo("one\n");
  const second = await window.openMemo(idOf(first), "another title");
  await until("saved", () => !first.isDirty);
  const { resolve } = window.editors;
  const read = await new Promise((asked) => {
    window.editors.resolve = function later(...args) {
      window.editors.resolve = resolve;
      return new Promise((done) => asked(() => done(resolve.apply(this, args))));
    };
    first.type("two\n");
  });
  first.type("three\n");
  await until("it is saved", () => !first.isDirty);
  read();
  await until("it is shown", () => second.getText() === "one\ntwo\nthree\n");
});

test("two windows on one store show each other's typing", async (t) => {
  const store = newStore(t);
  const first = openWindow(t, { store });
  await first.running();
  const here = await first.newMemo("from the first\n");
  await until("saved", () => !here.isDirty);
  const second = openWindow(t, { store });
  await second.running();
  const there = await second.openMemo(idOf(here));
  there.type("from the second\n");
  await until("it is here", () => here.getText() === "from the first\nfrom the second\n");
  await until("the list knows the new title", () => first.listed().some((memo) => memo.preview === "from the second"));
});
