"use strict";

const assert = require("node:assert/strict");
const path = require("node:path");
const { test } = require("node:test");
const { EXTENSION, loadFor, openWindow, until } = require("./host");
const { DocumentModel } = require("./stub/document");

/**
 * A document's session with a server that fails as no real one does on demand. `read` is what VS Code read of the
 * file, where that is not the server's text any more.
 */
async function session(t, text, takes, { text: read } = {}) {
  const window = openWindow(t);
  const { MemoSession } = loadFor(window.vscode, "documents/session.js");
  const { ConnectionLost } = require(path.join(EXTENSION, "src/server/connection"));
  const { Lines } = require(path.join(EXTENSION, "src/text/lines"));
  const request = async (method, { baseVersion, contentChanges = [], properties }) => {
    if (method === "getMemo") return { version: server.version, text: server.kept.text, saved: true };
    if (baseVersion !== server.version) throw Object.assign(new Error("conflict"), { kind: "versionConflict" });
    if (takes()) contentChanges.forEach((change) => server.kept.apply(change));
    if (server.answers) server.properties = { ...server.properties, ...properties };
    if (!server.answers) throw new ConnectionLost("");
    return { version: ++server.version, length: server.kept.length };
  };
  const server = { kept: new Lines(text), version: 1, answers: true, request };
  const { Unsent } = loadFor(window.vscode, "documents/unsent.js");
  const unsent = new Unsent(window.workspaceState, new window.vscode.Uri({ scheme: "memo" }));
  const changed = (document_, contentChanges) => its.documentChanged({ document: document_, contentChanges });
  const document = new DocumentModel({}, read ?? text, { changed });
  if (read !== undefined) unsent.keep(() => text);
  window.editors.models.push(document);
  const its = new MemoSession({
    id: "x", document, server, log: { warn: () => {} }, unsent, onChange: () => {}, onStale: () => {},
    text: read,
  });
  await its.read();
  return { document, server, session: its };
}

test("a server whose text is not the editor's is found out by its length, and gets the editor's", async (t) => {
  let edits = 0;
  const { document, server } = await session(t, "one\ntwo\n", () => edits++ > 0);
  document.type("lost");
  await until("it is there", () => server.kept.text === "one\ntwo\nlost");
});

test("what was set after an edit that a server took unheard is set when there is one again", async (t) => {
  const { document, server, session: its } = await session(t, "one", () => true);
  server.answers = false;
  document.type("!");
  await until("it ended", () => its.phase === "offline");
  const done = its.updateProperties({ pinned: true });
  server.answers = true;
  await its.read();
  await until("it is set", () => server.properties?.pinned);
  await done;
  assert.equal(server.kept.text, "one!");
});

test("what one of a memo's documents stood on is not taken for what another one did", async (t) => {
  const window = openWindow(t);
  const { Unsent } = loadFor(window.vscode, "documents/unsent.js");
  const named = (name) =>
    new Unsent(window.workspaceState, window.vscode.Uri.from({ scheme: "memo", path: `/x/${name}.md` }));
  named("old").keep(() => "one");
  named("old").sent("state");
  assert.equal(named("new").take(), undefined);
  assert.equal(named("new").wasSent("state"), false);
  assert.equal(named("old").take(), "one");
});

test("a document that was just read is not dirty, whatever is kept for one that VS Code brings back", async (t) => {
  const { document, server, session: its } = await session(t, "Shopping", () => true, { text: "Shopping!" });
  await until("it shows the server's", () => its.phase === "live" && document.getText() === "Shopping");
  assert.equal(server.kept.text, "Shopping");
});

/** Edits of which a part can't be told from the whole by what it begins with. */
function typeAndErase(document) {
  for (const word of ["abc", "xyz", "abc"]) {
    document.type(word);
    const { line, character } = document.end();
    document.edit([{ start: { line, character: character - 3 }, end: { line, character: character - 1 }, text: "" }]);
  }
}

for (let count = 0; count < 6; count++) {
  for (const takesNext of [false, true]) {
    const next = takesNext ? "took the next unheard" : "not the next";
    test(`of six edits a server took ${count}, ${next}, and ended: none is missing or there twice`, async (t) => {
      let asked = 0;
      const takes = () => {
        server.answers = asked++ !== count;
        return server.answers || takesNext;
      };
      const { document, server, session: its } = await session(t, "begin ", takes);
      typeAndErase(document);
      await until("it ended", () => its.phase === "offline");
      await its.read();
      await until("all is there", () => its.edits.isEmpty);
      assert.equal(server.kept.text, "begin czc");
      assert.equal(document.getText(), "begin czc");
    });
  }
}

test("an edit behind one that is refused is not taken for one of the version that another process made", async (t) => {
  const { document, server, session: its } = await session(t, "one\ntwo\n", () => true);
  server.kept.apply({ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: "zero\n" });
  server.version++;
  document.type("!", { line: 0, character: 3 });
  document.type("?", { line: 0, character: 4 });
  await until("all is there", () => its.edits.isEmpty && its.phase === "live");
  assert.equal(server.kept.text, "zero\none!?\ntwo\n");
  assert.equal(document.getText(), "zero\none!?\ntwo\n");
});
