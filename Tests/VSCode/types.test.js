"use strict";

const { execFileSync, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const { EXTENSION } = require("./host");

const TYPES = path.join(process.env.MEMO_NODE_MODULES ?? path.join(EXTENSION, "node_modules"), "@types");
const lacks = [
  spawnSync("tsc", ["--version"]).error && "tsc (Debian: node-typescript)",
  ...["vscode", "node"].map((name) => !fs.existsSync(path.join(TYPES, name)) && `@types/${name}`),
].filter(Boolean);

test(
  "the sources have no mistake that their types show", { skip: lacks.length > 0 && `not here: ${lacks.join(", ")}` },
  (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "memo-types-"));
    t.after(() => fs.rmSync(folder, { recursive: true }));
    const config = {
      extends: path.join(EXTENSION, "jsconfig.json"),
      compilerOptions: { typeRoots: [TYPES], types: ["node", "vscode"], baseUrl: TYPES, paths: { vscode: ["vscode"] } },
      include: [path.join(EXTENSION, "src"), path.join(EXTENSION, "tools")],
    };
    fs.writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(config));
    execFileSync("tsc", ["-p", folder], { encoding: "utf8" });
  });
