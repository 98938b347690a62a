"use strict";

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { OtherServer } = require("./client");
const { PROGRAM, atEnd, openWindow, until } = require("./host");

/** Files as VS Code has them: it watches those that are open, and reads a clean one again that has changed. */
class Disk {
  constructor({ EventEmitter, FileSystemError }) {
    this.FileSystemError = FileSystemError;
    this.changed = new EventEmitter();
    this.onDidChangeFile = this.changed.event;
  }

  stat(uri) {
    const { mtimeMs, size } = this.at(uri, () => fs.statSync(uri.path));
    return { type: 1, ctime: 0, mtime: mtimeMs, size };
  }

  readFile(uri) {
    return this.at(uri, () => fs.readFileSync(uri.path));
  }

  writeFile(uri, bytes) {
    fs.writeFileSync(uri.path, bytes);
  }

  at(uri, action) {
    try {
      return action();
    } catch {
      throw this.FileSystemError.FileNotFound(uri);
    }
  }
}

/** A folder of notes with these texts, in a home of its own; attached unless it is said otherwise. */
function newNotes(t, texts, { attach = true } = {}) {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "memo-notes-")));
  atEnd(t, () => fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const { MEMO_LS_STORE, XDG_DATA_HOME, HOME } = process.env;
  Object.assign(process.env, { HOME: home });
  delete process.env.MEMO_LS_STORE;
  delete process.env.XDG_DATA_HOME;
  atEnd(t, () => {
    for (const [name, value] of Object.entries({ MEMO_LS_STORE, XDG_DATA_HOME, HOME })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  const root = path.join(home, "notes");
  fs.mkdirSync(root);
  const write = (name, text) => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  };
  for (const [name, text] of Object.entries(texts)) write(name, text);
  const run = (...args) => execFileSync(PROGRAM, args, { cwd: root, encoding: "utf8" });
  if (attach) run("folder", "attach", root);
  const at = (name) => path.join(root, name);
  const read = (name) => (fs.existsSync(at(name)) ? fs.readFileSync(at(name), "utf8") : undefined);
  return { home, root, write, run, read };
}

/** A window in which a folder of notes is open, and what its user does. */
function openNotes(t, notes, { settings = {}, folders = [notes.root], ...options } = {}) {
  const window = openWindow(t, {
    store: path.join(notes.home, "own", "memos.sqlite"), folders, ...options,
    settings: { "memo.server.args": [], "memo.autosave.delay": 20, ...settings },
  });
  const disk = new Disk(window.vscode);
  window.editors.register("file", disk);
  const { Uri } = window.vscode;
  const uri = (name) => Uri.file(path.join(notes.root, name));
  const timer = setInterval(() => disk.changed.fire(window.editors.models
    .filter(({ uri: { scheme } }) => scheme === "file").map((model) => ({ type: 1, uri: model.uri }))), 10);
  atEnd(t, () => clearInterval(timer));
  return {
    ...window,
    uri,
    /** Opens a note from the explorer. */
    async open(name) {
      const document = await window.editors.openTab(uri(name));
      return document;
    },
    save: (document) => window.editors.save(document, { reason: "manual" }),
  };
}

/** Another server on the folder's store, as another editor has it. */
class Other extends OtherServer {
  constructor(t, notes) {
    super(t, "--folder", notes.root);
  }

  /** The id and the text of each memo, by its file. */
  async memos() {
    const { memos } = await this.call("list", { limit: 1000 });
    const all = await Promise.all(memos.map(({ id }) => this.call("getMemo", { id })));
    return Object.fromEntries(all.map(({ id, text, path: name }) => [name, { id, text }]));
  }

  /** Waits until the memo of a file says this. */
  says(name, text) {
    const isSo = async () => (await this.memos())[name]?.text === text;
    return until(`the memo ${name} says ${JSON.stringify(text)}`, isSo);
  }
}

module.exports = { Other, newNotes, openNotes };
