"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { loadFor, openWindow } = require("./host");

const KINDS = ["memoNotFound", "versionConflict", "invalidRange", "memoExists", "limitExceeded", "storeUnavailable",
  "revisionNotFound", "nothingToUndo", "titleTaken"];
// What the server says of these has no word of the protocol.
const FOR_PEOPLE = ["limitExceeded", "storeUnavailable"];
const REASONS =
  ["full", "readOnly", "locked", "io", "corrupt", "newerVersion", "notAMemoStore", "replaced", "permission"];
const PATHS = ["title", "to", "tag", "id", "heading", "query", "template", "properties.tags[0]", "limit"];

/** Every error that the server may answer, as the protocol has it. */
function errors() {
  const message = "params.title must be baseVersion contentChanges[0]";
  return [
    ...KINDS.map((kind, number) => ({
      code: number + 1, message: FOR_PEOPLE.includes(kind) ? "it is too long" : message, data: { kind, reason: "io" },
    })),
    ...REASONS.map((reason) => ({
      code: 6, message: "the disk is in trouble", data: { kind: "storeUnavailable", reason },
    })),
    ...PATHS.map((path) => ({ code: -32602, message: `params.${path} must be`, data: { path: `params.${path}` } })),
    ...[-32700, -32600, -32601, -32603, -32602].map((code) => ({ code, message })),
  ];
}

test("no error is told in words of the protocol", (t) => {
  const window = openWindow(t);
  const { explained } = loadFor(window.vscode, "server/words.js");
  for (const error of errors()) {
    const words = explained(error);
    assert.doesNotMatch(words, /params|baseVersion|contentChanges|-32/, `${error.code}`);
    assert.notEqual(words, "");
  }
  assert.equal(explained(new Error("what the extension says")), "what the extension says");
  assert.equal(explained({ code: -32602, message: "params.title must fit", data: { path: "params.title" } }),
    "The title must fit");
  assert.equal(explained({ code: -32602, message: "several memos fit", data: { path: "params.template" } }),
    "several memos fit");
});

test("in Korean every error is told in Korean", (t) => {
  const window = openWindow(t, { language: "ko" });
  const { explained } = loadFor(window.vscode, "server/words.js");
  const told = errors().map(explained);
  for (const words of told) assert.match(words, /[가-힣]/);
  // Each has words of its own.
  assert.equal(new Set(told.slice(0, KINDS.length)).size, KINDS.length);
  assert.equal(explained({ code: 6, message: "other", data: { kind: "storeUnavailable", reason: "other" } }), "other");
});
