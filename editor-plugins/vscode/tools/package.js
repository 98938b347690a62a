// @ts-check
// Makes the extension's file: node package.js OUTPUT. The same sources make the same bytes.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { icon } = require("./icon");
const { zip } = require("./zip");

const ROOT = path.dirname(__dirname);
const CONTENTS =
  ["package.json", "package.nls.json", "package.nls.ko.json", "README.md", "CHANGELOG.md", "l10n", "media", "src"];
const TYPES = {
  js: "application/javascript",
  json: "application/json",
  md: "text/markdown",
  png: "image/png",
  svg: "image/svg+xml",
  vsixmanifest: "text/xml"
};

/** @returns {Buffer} the extension as VS Code installs it */
function vsix() {
  const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
  const files = new Map([
    ["[Content_Types].xml", Buffer.from(contentTypes())],
    ["extension.vsixmanifest", Buffer.from(vsixManifest(manifest))],
    [`extension/${manifest.icon}`, icon()],
  ]);
  for (const file of CONTENTS.flatMap(filesIn)) files.set(`extension/${file}`, fs.readFileSync(path.join(ROOT, file)));
  return zip(files);
}

/** @param {string} name @returns {string[]} */
function filesIn(name) {
  const place = path.join(ROOT, name);
  if (!fs.statSync(place).isDirectory()) return [name];
  return fs.readdirSync(place)
    .filter((inner) => !inner.startsWith("."))
    .flatMap((inner) => filesIn(`${name}/${inner}`));
}

function contentTypes() {
  const rows =
    Object.entries(TYPES).map(([extension, type]) => `<Default Extension=".${extension}" ContentType="${type}"/>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${rows.join("")}</Types>
`;
}

/** @param {any} manifest package.json */
function vsixManifest(manifest) {
  const nls = JSON.parse(fs.readFileSync(path.join(ROOT, "package.nls.json"), "utf8"));
  const text = (/** @type {string} */ value) => escaped(value.replace(/^%(.*)%$/, (_, key) => nls[key]));
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${manifest.name}" Version="${manifest.version}" Publisher="${manifest.publisher}"/>
    <DisplayName>${text(manifest.displayName)}</DisplayName>
    <Description xml:space="preserve">${text(manifest.description)}</Description>
    <Tags>${text(manifest.keywords.join(","))}</Tags>
    <Categories>${text(manifest.categories.join(","))}</Categories>
    <Icon>extension/${manifest.icon}</Icon>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(manifest.engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="${manifest.extensionKind.join(",")}"/>
      <Property Id="Microsoft.VisualStudio.Code.LocalizedLanguages" Value="ko"/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Changelog" Path="extension/CHANGELOG.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/${manifest.icon}" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

if (require.main === module) {
  const output = process.argv[2];
  if (!output) throw new Error("usage: node package.js OUTPUT");
  fs.mkdirSync(path.dirname(path.resolve(output)), { recursive: true });
  fs.writeFileSync(output, vsix());
  console.log(output);
}

module.exports = { vsix };
