"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { linked } = require("./linked");

test("a heading is found by its words before a slug, without regard to case and composition", async (t) => {
  const headings = [
    "Step", "Step", "Step-1", "Café", "Große Straße", "ΟΔΟΣ", "ılk", "ilk", "ﬁx", "A: B!", "Weiß!", "Weiss?", "Masse?",
  ];
  const fragments = [
    ["Step", 0], ["step-1", 2], ["step-1-1", 2], ["CAFE\u0301", 3], ["GROSSE  STRASSE", 4], ["große-straße", 4],
    ["GROẞE Straẞe", 4], ["οδος", 5], ["οδοσ", 5], ["ılk", 6], ["ILK", 7], ["FIX", 8], ["a b", 9], ["a-b", 9],
    ["weiß", 10], ["weiss", 11], ["WEISS", 11], ["MAẞE", 12], ["Nowhere", undefined],
  ];
  const source = fragments.map(([fragment]) => `[[plan#${fragment}]]\n`).join("");
  const window = await linked(t, {
    plan: `Plan\n${headings.map((heading) => `# ${heading}\n`).join("")}`, source: `Source\n${source}`,
  });
  const document = await window.document("source");
  const { links } = await window.other.call("outline", { id: "source" });
  for (const [index, [fragment, heading]] of fragments.entries()) {
    const [{ range }] = await window.providers.definition.provideDefinition(
      document, new window.vscode.Position(index + 1, 3), window.token);
    assert.equal(range.start.line, heading === undefined ? 0 : heading + 1, fragment);
    assert.equal(links[index].problem, heading === undefined ? "fragment" : undefined, fragment);
  }
});

test("a heading is found without its marks, and behind those above it, too", async (t) => {
  const fragments = [
    ["Time 10 30", 3], ["Kyoto#time 10 30", 5], ["Trip#KYOTO#Time: 10:30", 5], ["Trip#Time 10 30", 3],
    ["Osaka#Kyoto", undefined], ["Kyoto#", 4], ["?!", undefined], ["Kyoto#Trip", undefined],
  ];
  const source = fragments.map(([fragment]) => `[[plan#${fragment}]]\n`).join("");
  const window = await linked(t, {
    plan: "Plan\n# Trip\n## Osaka\n### Time: 10:30\n## Kyoto\n### Time: 10:30\n# ??\n", source: `Source\n${source}`,
  });
  const document = await window.document("source");
  const { links } = await window.other.call("outline", { id: "source" });
  for (const [index, [fragment, line]] of fragments.entries()) {
    const [{ range }] = await window.providers.definition.provideDefinition(
      document, new window.vscode.Position(index + 1, 3), window.token);
    assert.equal(range.start.line, line ?? 0, fragment);
    assert.equal(links[index].problem, line === undefined ? "fragment" : undefined, fragment);
  }
});
