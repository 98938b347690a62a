"use strict";

const assert = require("node:assert/strict");
const childProcess = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { Client } = require("./client");
const { EXTENSION, PROGRAM, idOf, newStore, openWindow, until } = require("./host");
const { seeded } = require("./seeded");
const { locate } = require(path.join(EXTENSION, "src/server/locate"));

/** A folder of its own with programs of these names in it; scripts where a text is given. */
function programs(t, names) {
  const folder = path.dirname(newStore(t));
  for (const [name, text] of Object.entries(names)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text, { mode: 0o755 });
  }
  return folder;
}

test("the server is found where the setting says, on the path, in ~/.local/bin, or with the extension", (t) => {
  const home =
    programs(t, { "path/memo-ls": "", "path/other": "", ".local/bin/memo-ls": "", "extension/server/memo-ls": "" });
  fs.mkdirSync(path.join(home, "folder/memo-ls"), { recursive: true });
  const at = (name) => path.join(home, name);
  const find = (setting, PATH, from = home) =>
    locate({ setting, extensionPath: at("extension"), environment: { PATH }, home: from });
  assert.equal(find("", `${at("folder")}:${at("path")}`), at("path/memo-ls"));
  assert.equal(find("", at("nowhere")), at(".local/bin/memo-ls"));
  assert.equal(find("", undefined, at("nowhere")), at("extension/server/memo-ls"));
  assert.equal(find("other", at("path")), at("path/other"));
  assert.equal(find("~/path/memo-ls"), at("path/memo-ls"));
  assert.equal(find(at("missing/memo-ls"), at("path")), undefined);
  assert.equal(find("", "", at("nowhere")), at("extension/server/memo-ls"));
  assert.equal(locate({ setting: "memo-ls", extensionPath: at("extension"), environment: {}, home }), undefined);
});

test("without a server a message says what to do, and the setting mends it", async (t) => {
  const window = openWindow(t, { settings: { "memo.server.path": "/nowhere/memo-ls" } });
  await until("it is told", () => window.said("error").length > 0);
  assert.deepEqual(
    window.said("error"), ["There is no program /nowhere/memo-ls, which the setting memo.server.path names."]);
  assert.deepEqual(window.screen.messages[0].choices, ["Open Settings", "Try Again"]);
  assert.equal(window.context["memo.state"], "missing");
  assert.match(window.screen.statusItem.text, /Memo not saved/);
  assert.match(window.screen.statusItem.tooltip, /no program/);
  assert.equal(await window.run("memo.new"), undefined);
  assert.equal(window.said("error").length, 2);
  window.change({ "memo.server.path": PROGRAM });
  await window.running();
  await window.newMemo("works");
});

for (const [choice, command] of [["Open Settings", "workbench.action.openSettings"], ["Try Again", undefined]]) {
  test(`the message of a missing server offers: ${choice}`, async (t) => {
    const window = openWindow(t, { settings: { "memo.server.path": "memo-ls-is-not-there" } });
    window.screen.answers.push(() => choice);
    window.change({ "memo.server.path": "memo-ls-is-not-there-either" });
    await until(
      "it was done",
      () => (command ? window.executed.some(([name]) => name === command) : window.said("error").length >= 3));
  });
}

test("a server that keeps ending is started again and again, later each time, and told of once", async (t) => {
  const folder = programs(t, { "memo-ls": "#!/bin/sh\necho 'memo-ls: error: no luck' >&2\nexit 64\n" });
  const window = openWindow(t, { settings: { "memo.server.path": path.join(folder, "memo-ls") } });
  window.screen.answers.push(() => "Show Log");
  await until("it is told", () => window.said("error").length > 0);
  assert.match(window.said("error")[0], /memo-ls ended \(64: memo-ls: error: no luck\)/);
  const waits = window.screen.logLines.map((line) => /again in (\d+) ms/.exec(line)?.[1]).filter(Boolean);
  assert.deepEqual(waits.slice(0, 3), ["500", "1000", "2000"]);
  await until("the log is shown", () => window.screen.logShown > 0);
  fs.copyFileSync(PROGRAM, path.join(folder, "memo-ls"));
  await window.run("memo.restartServer");
  await window.running();
});

test("settings of a wrong type, and a program that cannot be started, are said as what is wrong", async (t) => {
  const folder = programs(t, { "memo-ls": "" });
  const wrong = [
    [{ "memo.server.args": "--nonsense" }, /nonsense/],
    [{ "memo.server.args": ["\0"] }, /null bytes/],
    [{ "memo.autosave.delay": -5 }, /delayMs must be between/],
    [{ "memo.server.path": folder }, /no program/],
    [{ "memo.server.path": 5 }, /no program 5/],
  ];
  const right = { "memo.server.path": PROGRAM, "memo.server.args": [], "memo.autosave.delay": 30 };
  for (const [setting, words] of wrong) {
    const window = openWindow(t, { settings: setting });
    await until(String(words), () => words.test(window.screen.statusItem.tooltip));
    window.change({ ...right, "memo.server.args": ["--store", window.store] });
    await window.running();
  }
});

/** A window whose server programs, all that were ever started, are known. */
function windowWithPrograms(t, settings) {
  const spawned = t.mock.method(childProcess, "spawn").mock;
  const window = openWindow(t, { settings });
  const left = () => spawned.calls.map(({ result }) => result).filter((each) => each.exitCode === null);
  return { window, left };
}

test("however often the server is restarted at once, one runs, and none is left behind", async (t) => {
  const { window, left } = windowWithPrograms(t);
  for (let delay = 31; delay < 34; delay++) window.change({ "memo.autosave.delay": delay });
  await window.running();
  for (let delay = 34; delay < 37; delay++) window.change({ "memo.autosave.delay": delay });
  await until("the one before ended", () => left().length === 1);
  await window.running();
  await window.newMemo("works");
  await window.statusShows("Memo saved");
  const ready = window.screen.logLines.filter((line) => /is ready/.test(line));
  assert.deepEqual(ready, [...new Set(ready)]);
  window.change({ "memo.autosave.delay": 30 });
  await window.close();
  await until("all ended", () => left().length === 0);
});

test("trying again, when the server runs already, starts no other", async (t) => {
  const { window, left } = windowWithPrograms(t, { "memo.server.path": "/nowhere" });
  let answer;
  window.screen.answers.push(() => new Promise((resolve) => (answer = resolve)));
  window.change({ "memo.server.path": "/nowhere/else" });
  await until("it is asked", () => answer);
  window.change({ "memo.server.path": PROGRAM });
  await window.running();
  answer("Try Again");
  await window.newMemo("works");
  await window.close();
  await until("all ended", () => left().length === 0);
});

test("a program that is no server is found out", async (t) => {
  const folder = programs(
    t, { "memo-ls": "#!/bin/sh\necho 'Hello, this is another program with that name.'\nsleep 60\n" });
  const window = openWindow(t, { settings: { "memo.server.path": path.join(folder, "memo-ls") } });
  await until("it ended", () => window.context["memo.state"] === "waiting");
  assert.match(window.screen.statusItem.tooltip, /is this program really memo-ls\?/);
});

test("with a program that never answers, log, settings and restart can be had all the same", async (t) => {
  const folder = programs(t, { "memo-ls": "#!/bin/sh\nexec sleep 60\n" });
  const window = openWindow(t, { settings: { "memo.server.path": path.join(folder, "memo-ls") } });
  assert.equal(window.context["memo.state"], "starting");
  await window.run("memo.showLog");
  await window.run("memo.openSettings");
  assert.equal(window.screen.logShown, 1);
  window.change({ "memo.server.path": PROGRAM });
  await window.running();
});

test("nothing is lost when the server is killed while typing goes on", async (t) => {
  const chance = seeded(t);
  const window = openWindow(t);
  await window.running();
  const document = await window.newMemo();
  let kills = 0;
  for (let key = 0; key < 1500; key++) {
    const place = chance.below(3) ? undefined : { line: 0, character: 0 };
    document.type(chance.one(["a", "b", "한", "😀", " ", "\n"]), place);
    if (key % 500 === 250) {
      await until("it runs", () => window.context["memo.state"] === "running");
      for (let more = 0; more < 60; more++) document.type("kill");
      window.killServer();
      kills++;
    }
    if (key % 10 === 0) await new Promise(setImmediate);
  }
  await until("all is saved", () => window.screen.statusItem.text.includes("Memo saved") && !document.isDirty);
  const other = new Client(t, window.store);
  assert.equal(await other.text(idOf(document)), document.getText(), `seed ${chance.seed}`);
  assert.equal(kills, 3);
});

test("what is typed without a server, over a reload of the window too, is sent when there is one", async (t) => {
  const store = newStore(t);
  const first = openWindow(t, { store });
  await first.running();
  const document = await first.newMemo("one\ntwo\n");
  await until("saved", () => !document.isDirty);
  first.change({ "memo.server.path": "/nowhere/memo-ls" });
  await until("it is gone", () => first.context["memo.state"] === "missing");
  document.type("typed without a server\n");
  assert.match(first.screen.statusItem.text, /not saved/);
  await assert.rejects(
    Promise.resolve(first.editors.providers.get("memo").writeFile(document.uri, Buffer.from(""), {})),
    /There is no program/);
  await first.close();

  const other = new Client(t, store);
  const start = { line: 0, character: 0 };
  await other.change(idOf(document), { range: { start, end: start }, text: "zero\n" });

  const second = openWindow(t, { store, memento: first.memento });
  const restored = await second.editors.open(second.vscode.Uri.from(document.uri), { backup: document.getText() });
  await second.editors.show(restored);
  await until("both are there", () => restored.getText() === "zero\none\ntwo\ntyped without a server\n");
  await until("and saved", () => !restored.isDirty);
  await until("for others too", async () => await other.text(idOf(document)) === restored.getText());
  assert.deepEqual([...second.memento.keys()].filter((key) => key.startsWith("memo.unsent")), []);
});

test("a reload of the window keeps what was typed just before", async (t) => {
  const store = newStore(t);
  const first = openWindow(t, { store });
  await first.running();
  const document = await first.newMemo();
  document.type("the very last word");
  await first.close();
  const second = openWindow(t, { store });
  await second.running();
  const restored = await second.editors.open(document.uri, { backup: document.getText() });
  await until("it is clean", () => !restored.isDirty);
  assert.equal(restored.getText(), "the very last word");
});

test("an edit that the server cannot take now is said so, kept, and sent again", async (t) => {
  const store = newStore(t);
  const args = ["--store", store, "--max-memo-bytes", "100"];
  const window = openWindow(t, { store, settings: { "memo.server.args": args } });
  await window.running();
  const document = await window.newMemo("x".repeat(90));
  document.type("y".repeat(20));
  await window.statusShows("not saved");
  assert.match(window.screen.statusItem.tooltip, /100/);
  assert.equal(await document.save(), false);
  document.edit([{ start: { line: 0, character: 0 }, end: { line: 0, character: 50 }, text: "" }]);
  await window.statusShows("Memo saved");
  const other = new Client(t, window.store);
  assert.equal(await other.text(idOf(document)), document.getText());
});

test("the trace shows messages, and their words only if asked for", async (t) => {
  const window = openWindow(t, { settings: { "memo.trace.server": "messages" } });
  await window.running();
  await window.newMemo("secret");
  await window.statusShows("Memo saved");
  const lines = window.screen.logLines.join("\n");
  assert.match(lines, /sent updateMemo \(\d+\)/);
  assert.match(lines, /received didSaveMemo/);
  assert.doesNotMatch(lines, /secret/);
  window.change({ "memo.trace.server": "verbose" });
  await window.newMemo("shown");
  await window.statusShows("Memo saved");
  assert.match(window.screen.logLines.join("\n"), /shown/);
});
