"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { Client } = require("./client");
const { idOf, newStore, openWindow, until } = require("./host");

const SOON_MS = 5000;

/** The process of a window's server. */
const processOf = ({ screen }) =>
  Number(screen.logLines.map((line) => /is ready, process (\d+)/.exec(line)?.[1]).filter(Boolean).at(-1));

test("a server that hangs is said within five seconds, what is typed is not called safe, and it goes on after",
  async (t) => {
    const window = openWindow(t, { settings: { "memo.trace.server": "messages" } });
    await window.running();
    const document = await window.newMemo("one");
    await window.statusShows("Memo saved");
    const server = processOf(window);
    process.kill(server, "SIGSTOP");
    try {
      const start = Date.now();
      document.type(" two");
      assert.match(window.screen.statusItem.tooltip, /on its way/);
      await until("it is said", () => window.said("warning").length > 0);
      assert.ok(Date.now() - start < SOON_MS);
      assert.match(window.said("warning")[0], /^memo-ls does not answer/);
      assert.match(window.screen.statusItem.text, /not saved/);
      assert.doesNotMatch(window.screen.statusItem.tooltip, /safe/);
      document.type(" three");
      const asked = window.screen.logLines.slice(window.screen.logLines.indexOf("warn: memo-ls does not answer"));
      assert.deepEqual(asked.filter((line) => /sent getMemo/.test(line)), []);
    } finally {
      process.kill(server, "SIGCONT");
    }
    await window.statusShows("Memo saved");
    assert.equal(await new Client(t, window.store).text(idOf(document)), "one two three");
    assert.equal(window.said("warning").length, 1);
  });

test("a program that never answers at all is said within five seconds, too, and can be started anew", async (t) => {
  const program = path.join(path.dirname(newStore(t)), "memo-ls");
  fs.writeFileSync(program, "#!/bin/sh\nexec sleep 60\n", { mode: 0o755 });
  const start = Date.now();
  const window = openWindow(t, { settings: { "memo.server.path": program } });
  window.screen.answers.push(() => "Show Log");
  await until("it is said", () => window.said("warning").length > 0);
  assert.ok(Date.now() - start < SOON_MS);
  assert.match(window.screen.statusItem.tooltip, /does not answer/);
  await until("the log is shown", () => window.screen.logShown === 1);
  window.run("memo.new");
  await new Promise(setImmediate);
  assert.deepEqual(window.said("error"), [], "it waits while the program starts");
});

test("a window that was busy itself says nothing of the server", async (t) => {
  const window = openWindow(t);
  await window.running();
  const document = await window.newMemo("one");
  const end = Date.now() + 3500;
  while (Date.now() < end);
  await window.statusShows("Memo saved");
  assert.equal(document.getText(), "one");
  assert.deepEqual(window.said("warning"), []);
});

test("what is typed is called safe once the server has it, and not before", async (t) => {
  const window = openWindow(t, { settings: { "memo.autosave.delay": 60000, "memo.autosave.maxDelay": 60000 } });
  await window.running();
  const document = await window.newMemo("one");
  assert.match(window.screen.statusItem.tooltip, /on its way/);
  await until("it is safe", () => /safe already/.test(window.screen.statusItem.tooltip));
  window.killServer();
  await until("it ended", () => window.context["memo.state"] === "waiting");
  await until("and it is there", async () =>
    (await new Client(t, window.store).call("getMemo", { id: idOf(document) }).catch(() => ({}))).text === "one");
});
