"use strict";

const { strict } = require("./strict");

class Position {
  constructor(line, character) {
    if (!(line >= 0 && character >= 0)) throw new Error(`illegal position ${line}:${character}`);
    this.line = line;
    this.character = character;
  }
}

class Range {
  constructor(a, b, c, d) {
    [this.start, this.end] = typeof a === "number" ? [new Position(a, b), new Position(c, d)] : [a, b];
  }
}

class Uri {
  constructor({ scheme, authority = "", path = "", query = "", fragment = "" }) {
    Object.assign(this, { scheme, authority, path, query, fragment });
    Object.freeze(this);
  }

  static from(parts) {
    if (parts.path && !parts.path.startsWith("/")) throw new Error(`a path starts with "/": ${parts.path}`);
    if (parts.path?.startsWith("//")) throw new Error(`a path without an authority has one "/": ${parts.path}`);
    return new Uri(parts);
  }

  static file(path) {
    return new Uri({ scheme: "file", path: path.startsWith("/") ? path : `/${path}` });
  }

  static parse(text) {
    const [, scheme, path, query] = /^([^:]+):([^?]*)\??(.*)$/.exec(text);
    return new Uri({ scheme, path: decodeURIComponent(path), query: decodeURIComponent(query) });
  }

  static joinPath(uri, ...names) {
    return new Uri({ ...uri, path: [uri.path, ...names].join("/") });
  }

  get fsPath() {
    return this.path;
  }

  toString() {
    const path = this.path.split("/").map(encodeURIComponent).join("/");
    const query = this.query && `?${encodeURIComponent(this.query)}`;
    return `${this.scheme}:${path}${query}${this.fragment && `#${encodeURIComponent(this.fragment)}`}`;
  }
}

class Disposable {
  constructor(dispose) {
    this.dispose = dispose;
  }

  static from(...all) {
    return new Disposable(() => all.forEach((each) => each.dispose()));
  }
}

class EventEmitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener) => {
      this.listeners.add(listener);
      return new Disposable(() => this.listeners.delete(listener));
    };
  }

  fire(value) {
    for (const listener of [...this.listeners]) listener(value);
  }

  dispose() {
    this.listeners.clear();
  }
}

class CancellationTokenSource {
  constructor() {
    this.emitter = new EventEmitter();
    this.token =
      strict("CancellationToken", { isCancellationRequested: false, onCancellationRequested: this.emitter.event });
  }

  cancel() {
    if (this.token.isCancellationRequested) return;
    this.token.isCancellationRequested = true;
    this.emitter.fire(undefined);
  }
}

class FileSystemError extends Error {
  constructor(code, what) {
    super(what instanceof Uri ? what.toString() : what);
    this.code = code;
  }
}
for (const code of ["FileNotFound", "FileExists", "FileIsADirectory", "NoPermissions", "Unavailable"]) {
  FileSystemError[code] = (what) => new FileSystemError(code, what);
}

class TreeItem {
  constructor(label) {
    const members =
      ["id", "description", "tooltip", "contextValue", "iconPath", "command"].map((name) => [name, undefined]);
    return strict("TreeItem", Object.assign(this, Object.fromEntries(members), { label }));
  }
}

class WorkspaceEdit {
  constructor() {
    this.edits = [];
  }

  replace(uri, range, text) {
    this.edits.push({ uri, range, text });
  }
}

class ThemeIcon {
  constructor(id) {
    this.id = id;
  }
}

class ThemeColor extends ThemeIcon {}

class TabInputText {
  constructor(uri) {
    this.uri = uri;
  }
}

class TabInputTextDiff {
  constructor(original, modified) {
    Object.assign(this, { original, modified });
  }
}

const enums = {
  EndOfLine: { LF: 1, CRLF: 2 },
  FileType: { File: 1, Directory: 2 },
  FilePermission: { Readonly: 1 },
  FileChangeType: { Changed: 1, Deleted: 3 },
  ConfigurationTarget: { Global: 1 },
  StatusBarAlignment: { Right: 2 },
  ViewColumn: { Active: -1, Beside: -2 },
};
for (const [name, members] of Object.entries(enums)) enums[name] = strict(name, members);

module.exports = {
  CancellationTokenSource,
  Disposable,
  EventEmitter,
  FileSystemError,
  Position,
  Range,
  TabInputText,
  TabInputTextDiff,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  Uri,
  WorkspaceEdit,
  ...enums,
};
