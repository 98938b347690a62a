// @ts-check
"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const PROGRAM = process.platform === "win32" ? "memo-ls.exe" : "memo-ls";

/**
 * Finds the server: where the setting says, and only there; else on $PATH, in ~/.local/bin, or in the extension's own
 * folder.
 * @param {{ setting: string, extensionPath: string, environment?: NodeJS.ProcessEnv, home?: string }} where
 * @returns {string | undefined} its path
 */
function locate({ setting, extensionPath, environment = process.env, home = os.homedir() }) {
  if (setting) {
    const named = setting.startsWith("~/") ? path.join(home, setting.slice(2)) : setting;
    if (named.includes("/") || named.includes(path.sep)) return isProgram(named) ? named : undefined;
    return search(named, environment.PATH);
  }
  return search(PROGRAM, environment.PATH) ??
    [path.join(home, ".local", "bin", PROGRAM), path.join(extensionPath, "server", PROGRAM)].find(isProgram);
}

/** @param {string} name @param {string | undefined} folders */
function search(name, folders) {
  return (folders ?? "").split(path.delimiter).filter(path.isAbsolute).map((folder) => path.join(folder, name))
    .find(isProgram);
}

/** @param {string} file */
function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

module.exports = { locate };
