"use strict";

const assert = require("node:assert/strict");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const { Client } = require("./client");
const { idOf, openWindow, until } = require("./host");

/** A window whose list has these memos, each with its first line as its id. */
async function listing(t, ...texts) {
  const window = openWindow(t);
  const other = new Client(t, window.store);
  for (const text of texts) await other.call("createMemo", { id: text.split("\n")[0], text });
  await other.call("flush", {});
  await window.running();
  await until("they are listed", () => window.listed().length >= texts.length);
  const memo = (id, view) => window.listed(view).find((each) => each.id === id);
  const say = (choice) =>
    window.screen.answers.push((message, choices) => (typeof choice === "function" ? choice(choices) : choice));
  return { window, other, memo, say };
}

test("a memo is opened from the list, beside too, and not twice under two titles", async (t) => {
  const { window, memo } = await listing(t, "one");
  await window.run("memo.open", memo("one"));
  const { document } = window.editors.active;
  assert.equal(document.uri.path, "/one/one.md");
  document.type(" more");
  await window.run("memo.openBeside", { ...memo("one"), displayTitle: "one more" });
  assert.equal(window.editors.active.document, document);
  assert.equal(window.editors.active.viewColumn, 2);
  assert.deepEqual(window.editors.tabs.all.map(({ input }) => input.uri), [document.uri, document.uri]);
});

test("a memo in a tab that VS Code has not loaded yet is opened there", async (t) => {
  const { window, memo } = await listing(t, "one");
  const { TabInputText, Uri } = window.vscode;
  window.editors.tabs.open(new TabInputText(Uri.from({ scheme: "memo", path: "/one/old title.md" })));
  await window.run("memo.open", memo("one"));
  assert.equal(window.editors.active.document.uri.path, "/one/old title.md");
});

test("a memo that is open without a tab of its own, as beside its history, is opened as that document", async (t) => {
  const { window, memo } = await listing(t, "one");
  const document = await window.openMemo("one", "old title");
  await window.run("memo.open", memo("one"));
  assert.equal(window.editors.active.document, document);
});

test("deleting asks, closes the tab, and fills the trash, from where a memo comes back", async (t) => {
  const { window, memo, say, other } = await listing(t, "one", "two");
  await window.run("memo.open", memo("one"));
  window.editors.active.document.type("!");
  say(undefined);
  await window.run("memo.delete", memo("one"));
  assert.equal(window.screen.messages.at(-1).message, "Really delete \"one\"?");
  assert.equal(window.screen.messages.at(-1).modal, true);
  assert.equal(window.editors.tabs.all.length, 1);
  say("Delete");
  await window.run("memo.delete", memo("one"));
  assert.equal(window.editors.tabs.all.length, 0);
  await until("it is in the trash", () => memo("one", "memo.trash") && !memo("one"));
  assert.equal(window.item(memo("one", "memo.trash"), "memo.trash").contextValue, "trashed");
  await window.run("memo.restore", memo("one", "memo.trash"));
  await until("it is back", () => memo("one") && !memo("one", "memo.trash"));
  await until("as it was", async () => await other.text("one") === "one!");
});

test("deleting for good asks, too, for many at once", async (t) => {
  const { window, memo, say, other } = await listing(t, "one", "two");
  say("Delete");
  await window.run("memo.delete", memo("one"), [memo("one"), memo("two")]);
  assert.deepEqual(window.said("warning"), ["Really delete 2 memos?"]);
  await until("they are in the trash", () => window.listed("memo.trash").length === 2);
  const both = window.listed("memo.trash");
  say(undefined);
  await window.run("memo.deleteForGood", both[0], both);
  say("Delete for Good");
  await window.run("memo.deleteForGood", both[0], both);
  await until("the trash is empty", () => window.listed("memo.trash").length === 0);
  await until("they are gone", () => other.text("one").then(() => false, () => true));
});

test("a memo that was restored elsewhere while a person was asked is not destroyed", async (t) => {
  const { window, memo, say, other } = await listing(t, "one");
  say("Delete");
  await window.run("memo.delete", memo("one"));
  await until("it is in the trash", () => memo("one", "memo.trash"));
  const asked = memo("one", "memo.trash");
  await until("others know that it is", async () => (await other.call("getMemo", { id: "one" })).trashedAt);
  await other.call("restore", { id: "one" });
  await other.call("flush", {});
  await until("it is back", () => memo("one"));
  say("Delete for Good");
  await window.run("memo.deleteForGood", asked, [asked]);
  assert.deepEqual(window.said("error"), ["The memo was changed meanwhile: try again."]);
  assert.ok(memo("one"));
});

test("a memo deleted while it stands beside its history is called so, and an edit brings it back", async (t) => {
  const { window, memo, say, other } = await listing(t, "one");
  const document = await window.openMemo("one");
  await window.run("vscode.diff", window.vscode.Uri.parse("memo-history:/one/2/x.md"), document.uri, "beside");
  await window.statusShows("Memo saved");
  say("Delete");
  await window.run("memo.delete", memo("one"));
  await window.statusShows("Memo deleted");
  document.type("!");
  await until("it is back", async () => await other.text("one") === "one!");
});

test("a command without a memo means the one in the editor, else asks which", async (t) => {
  const { window, say } = await listing(t, "one", "two");
  say((items) => items.find(({ label }) => label === "two"));
  await window.run("memo.openBeside");
  assert.equal(idOf(window.editors.active.document), "two");
  say(undefined);
  await window.run("memo.delete");
  assert.equal(window.screen.messages.at(-1).message, "Really delete this memo?");
  say(undefined);
  await window.run("memo.delete", window.editors.active.document.uri);
  window.editors.activate(undefined);
  say(undefined);
  const asked = window.screen.messages.length;
  await window.run("memo.delete");
  assert.equal(window.screen.messages.length, asked + 1);
});

test("a memo is pinned and unpinned, open or not; a pinned one comes first", async (t) => {
  const { window, memo } = await listing(t, "one", "two");
  const shows = (value) => until(value, () => window.item(memo("one")).contextValue === value);
  await window.run("memo.pin", memo("one"));
  await shows("memo.pinned");
  await window.run("memo.open", memo("two"));
  window.editors.active.document.type(" is newer");
  await until("the newer one is listed", () => memo("two").displayTitle === "two is newer");
  assert.equal(window.listed()[0].id, "one");
  await window.run("memo.open", memo("one"));
  await until("read", () => window.screen.statusItem.text.includes("Memo saved"));
  await window.run("memo.unpin", memo("one"));
  await shows("memo.unpinned");
  window.editors.active.document.type("!");
  await until("typing goes on", () => memo("one")?.displayTitle === "one!");
});

test("tags are chosen from those there are, and typed", async (t) => {
  const { window, memo, other } = await listing(t, "one", "two");
  await other.call("updateMemo", { id: "two", properties: { tags: ["work"] } });
  await other.call("flush", {});
  await until("it is listed", () => memo("two").properties.tags);
  const given = window.run("memo.tags", memo("one"));
  const { pick, events } = await until("it asks", () => window.screen.pick);
  assert.deepEqual(pick.items.map(({ label }) => label), ["work"]);
  pick.selectedItems = [pick.items[0]];
  events.value.fire("two words ");
  assert.deepEqual(pick.items.map(({ label }) => label), ["two words", "work"]);
  pick.selectedItems = [...pick.selectedItems, pick.items[0]];
  events.value.fire("");
  assert.equal(pick.selectedItems.length, 2);
  events.accept.fire();
  await given;
  await until("it has them", () => memo("one").properties.tags?.length === 2);
  assert.match(window.item(memo("one")).description, /#work · #two words|#two words · #work/);
  await other.call("updateMemo", { id: "two", contentChanges: [{ text: "Two #said" }] });
  await other.call("flush", {});
  await until("it is listed", () => memo("two").textTags);
  assert.match(window.item(memo("two")).description, / · #work · #said$/);
});

for (const [what, typed, ticked, tags] of [
       ["a new one is typed", "urgent", [], ["urgent"]], ["one that there is is typed", "work", [], ["work"]],
       ["a part is typed, and what it found is ticked", "wo", ["work"], ["work"]]]) {
  test(`Enter takes the tags that are meant: ${what}`, async (t) => {
    const { window, memo, other } = await listing(t, "one", "two");
    await other.call("updateMemo", { id: "two", properties: { tags: ["work"] } });
    await other.call("flush", {});
    await until("it is listed", () => memo("two").properties.tags);
    window.run("memo.tags", memo("one"));
    const { pick, events } = await until("it asks", () => window.screen.pick);
    events.value.fire(typed);
    pick.selectedItems = [...pick.selectedItems, ...pick.items.filter(({ label }) => ticked.includes(label))];
    events.accept.fire();
    await until("it has them", () => memo("one").properties.tags);
    assert.deepEqual(memo("one").properties.tags, tags);
  });
}

test("giving up the choice of tags leaves them, and choosing none removes them", async (t) => {
  const { window, memo, other } = await listing(t, "one");
  await other.call("updateMemo", { id: "one", properties: { tags: ["work"] } });
  await other.call("flush", {});
  const choose = async (event) => {
    window.screen.pick = undefined;
    const given = window.run("memo.tags", memo("one"));
    const { pick, events } = await until("it asks", () => window.screen.pick);
    pick.selectedItems = [];
    events[event].fire();
    await given;
    return (await other.call("getMemo", { id: "one" })).properties.tags;
  };
  assert.deepEqual(await choose("hide"), ["work"]);
  await choose("accept");
  await until("none is left", async () => (await other.call("getMemo", { id: "one" })).properties.tags === undefined);
});

test("a tag that the server refuses is said, and holds up nothing that is typed", async (t) => {
  const { window, memo, other } = await listing(t, "one");
  await window.run("memo.open", memo("one"));
  const { document } = window.editors.active;
  await window.statusShows("Memo saved");
  window.run("memo.tags", document.uri);
  const { pick, events } = await until("it asks", () => window.screen.pick);
  events.value.fire("long".repeat(30));
  pick.selectedItems = [pick.items[0]];
  events.accept.fire();
  document.type(" more");
  await until("it is said", () => /tag has 1 to 100 characters/.test(window.said("error")[0]));
  await until("typing is saved", async () => await other.text("one") === "one more");
});

test("what the server refuses is said, and a method it lacks as what it is", async (t) => {
  const { window, memo } = await listing(t, "one");
  await window.run("memo.restore", { id: "nobody" });
  assert.match(window.said("error")[0], /no such memo/);
  await window.run(
    "memo.restoreRevision", window.vscode.Uri.from({ scheme: "memo-history", path: "/one/no such/x.md" }));
  assert.equal(window.said("error").length, 2);
  assert.ok(memo("one"));
});

test("the log and the settings are shown", async (t) => {
  const { window } = await listing(t);
  await window.run("memo.showLog");
  assert.equal(window.screen.logShown, 1);
  await window.run("memo.openSettings");
  assert.deepEqual(window.executed.at(-1), ["workbench.action.openSettings", "@ext:memo-ls.memo-ls"]);
});

/** Shares a memo as the user wants it, and gives what came of it. */
async function share(t, text, target, savePath) {
  const { window, memo, say } = await listing(t, text);
  say((items) => items.find((item) => item.target === target));
  window.screen.savePath = savePath ?? ((suggested) => {
    assert.equal(path.dirname(suggested.path), os.homedir());
    return window.vscode.Uri.file(`/home/me/${path.basename(suggested.path)}`);
  });
  await window.run("memo.share", memo(text.split("\n")[0]));
  assert.deepEqual(window.said("error").length, text.length > 1000 ? 1 : 0);
  return window;
}

test("a memo is shared through the clipboard", async (t) => {
  const { outside } = await share(t, "one\nbody", "clipboard");
  assert.equal(outside.clipboard, "one\nbody");
});

test("a memo is shared with all that was typed just before", async (t) => {
  const { window, memo, say } = await listing(t, "one");
  await window.run("memo.open", memo("one"));
  const typed = [..."one and many more"].slice(3);
  typed.forEach((letter) => window.editors.active.document.type(letter));
  say((items) => items.find(({ target }) => target === "clipboard"));
  await window.run("memo.share", memo("one"));
  assert.equal(window.outside.clipboard, "one and many more");
});

test("a memo is shared as a mail whose link nobody escapes again", async (t) => {
  const { outside } = await share(t, "one\na & b # c", "mail");
  assert.deepEqual(outside.opened, ["mailto:?subject=one&body=one%0D%0Aa%20%26%20b%20%23%20c"]);
});

test("a memo too long for a mail is not cut, but refused with a reason", async (t) => {
  const { outside, said } = await share(t, `one\n${"long ".repeat(30000)}`, "mail");
  assert.deepEqual(outside.opened, []);
  assert.match(said("error")[0], /file/);
});

for (const [target, name, begins] of [
       ["file", "one.txt", "one\nbody"], ["markdown", "one.md", "---\n"], ["html", "one.html", "<!"]]) {
  test(`a memo is shared as a file: ${target}`, async (t) => {
    const { outside } = await share(t, "one\nbody", target);
    const [[file, text]] = outside.written;
    assert.equal(file, `/home/me/${name}`);
    assert.ok(text.startsWith(begins), text);
    assert.match(text, /body/);
  });
}

test("sharing can be given up, before and after it is said how", async (t) => {
  for (const target of ["nothing", "file"]) {
    const { outside } = await share(t, `one-${target}`, target, () => undefined);
    assert.equal(outside.written.size, 0);
  }
});
