"use strict";

const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const zlib = require("node:zlib");
const { EXTENSION, manifest } = require("./host");
const { vsix } = require(path.join(EXTENSION, "tools/package"));

const bytes = vsix();
const entries = read(bytes);
const text = (name) => entries.get(name).toString("utf8");

/** What a zip's directory says is in it; checks each entry against its own header. */
function read(zip) {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const found = new Map();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    assert.equal(zip.toString("latin1", at, at + 4), "PK\x01\x02");
    assert.equal(zip.readUInt32LE(at + 12), 0x210000, "an entry's time");
    const size = zip.readUInt32LE(at + 24);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    assert.equal(zip.toString("latin1", local, local + 4), "PK\x03\x04");
    assert.equal(zip.toString("utf8", local + 30, local + 30 + nameLength), name);
    found.set(name, zip.subarray(local + 30 + nameLength, local + 30 + nameLength + size));
    at += 46 + nameLength;
  }
  assert.equal(at, end);
  return found;
}

test("the same sources make the same bytes, wherever", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "memo-vsix-"));
  const output = path.join(folder, "made/here.vsix");
  const elsewhere = { cwd: folder, env: { ...process.env, TZ: "Asia/Seoul" } };
  execFileSync(process.execPath, [path.join(EXTENSION, "tools/package.js"), output], elsewhere);
  assert.ok(fs.readFileSync(output).equals(bytes));
  fs.rmSync(folder, { recursive: true });
  assert.deepEqual([...entries.keys()], [...entries.keys()].sort());
});

test("another zip reader finds it in order, too", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "memo-vsix-"));
  fs.writeFileSync(path.join(folder, "it.vsix"), bytes);
  const names = execFileSync(
                  "python3",
                  [
                    "-c",
                    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; " +
                      "print('\\n'.join(z.namelist()))",
                    path.join(folder, "it.vsix")
                  ],
                  { encoding: "utf8" })
                  .trim()
                  .split("\n");
  assert.deepEqual(names, [...entries.keys()]);
  fs.rmSync(folder, { recursive: true });
});

test("every file that package.json names is in it", () => {
  const { contributes } = manifest;
  const named = [manifest.icon, manifest.main, contributes.viewsContainers.activitybar[0].icon,
    ...Object.values(contributes.views).flat().map(({ icon }) => icon),
    ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.svg)),
    `${manifest.l10n}/bundle.l10n.ko.json`, "package.nls.json", "package.nls.ko.json", "README.md", "CHANGELOG.md"];
  for (const name of named) assert.ok(entries.has(path.posix.join("extension", name)), name);
  assert.deepEqual(JSON.parse(text("extension/package.json")), manifest);
});

test("nothing else is in it", () => {
  const allowed = [/^\[Content_Types\]\.xml$/, /^extension\.vsixmanifest$/, /^extension\/package(\.nls(\.ko)?)?\.json$/,
    /^extension\/(README|CHANGELOG)\.md$/, /^extension\/l10n\/bundle\.l10n\.ko\.json$/,
    /^extension\/media\/(icon\.png|(memo|walkthrough)\.svg)$/, /^extension\/src\/([a-z]+\/)?[a-z]+\.js$/];
  for (const name of entries.keys()) assert.ok(allowed.some((pattern) => pattern.test(name)), name);
});

test("its manifest says what package.json says, and every kind of file has a type", () => {
  const about = text("extension.vsixmanifest");
  assert.match(
    about, new RegExp(`Id="${manifest.name}" Version="${manifest.version}" Publisher="${manifest.publisher}"`));
  assert.ok(about.includes(`Engine" Value="${manifest.engines.vscode}"`));
  assert.ok(!about.includes("%extension."));
  for (const [, asset] of about.matchAll(/Path="([^"]*)"/g)) assert.ok(entries.has(asset), asset);
  for (const name of entries.keys()) {
    if (name !== "[Content_Types].xml")
      assert.ok(text("[Content_Types].xml").includes(`Extension="${path.extname(name)}"`), name);
  }
});

test("the icon is a PNG of 128 by 128", () => {
  const icon = entries.get("extension/media/icon.png");
  assert.equal(icon.toString("latin1", 0, 8), "\x89PNG\r\n\x1a\n");
  assert.deepEqual([icon.readUInt32BE(16), icon.readUInt32BE(20)], [128, 128]);
  const data = icon.indexOf("IDAT");
  const length = icon.readUInt32BE(data - 4);
  assert.equal(zlib.inflateSync(icon.subarray(data + 4, data + 4 + length)).length, 128 * (1 + 128 * 4));
});

test("the readme and the list of changes say something", () => {
  assert.ok(text("extension/README.md").includes("# Memo"));
  assert.ok(text("extension/CHANGELOG.md").includes(`## ${manifest.version}`));
});
