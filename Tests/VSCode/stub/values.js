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

/** A class whose objects have members that may be set, and those that its constructor is given, in this order. */
function record(name, given, others = []) {
  return class {
    constructor(...values) {
      for (const member of others) this[member] = undefined;
      given.forEach((member, index) => (this[member] = values[index]));
      return strict(name, this);
    }
  };
}

const TreeItem = record(
  "TreeItem", ["label", "collapsibleState"], ["id", "description", "tooltip", "contextValue", "iconPath", "command"]);
const Location = record("Location", ["uri", "range"]);
const CompletionItem =
  record("CompletionItem", ["label", "kind"], ["detail", "insertText", "filterText", "sortText", "range"]);
const CompletionList = record("CompletionList", ["items", "isIncomplete"]);
const DocumentLink = record("DocumentLink", ["range", "target"], ["tooltip", "link", "source"]);
const PlainMarkdown = record("MarkdownString", ["value"]);
/** Text that is appended is shown as it stands. */
class MarkdownString extends PlainMarkdown {
  constructor(value = "") {
    super(value);
  }

  appendText(text) {
    this.value += text.replace(/[\\`*_{}[\]()#+\-!~>]/g, "\\$&").replace(/[ \t]/g, "&nbsp;");
    return this;
  }
}
const Hover = record("Hover", ["contents", "range"]);
const SymbolInformation = record("SymbolInformation", ["name", "kind", "containerName", "location"]);
const Diagnostic = record("Diagnostic", ["range", "message", "severity"], ["source", "code"]);
const CodeAction = record("CodeAction", ["title", "kind"], ["edit", "command"]);

const AnySymbol = record("DocumentSymbol", ["name", "detail", "kind", "range", "selectionRange"], ["children"]);
/** VS Code refuses a symbol whose name lies outside of it. */
class DocumentSymbol extends AnySymbol {
  constructor(...values) {
    super(...values);
    const { range, selectionRange } = this;
    const order = [range.start, selectionRange.start, selectionRange.end, range.end];
    const isOrdered = order.slice(1).every(({ line, character }, index) =>
      line > order[index].line || (line === order[index].line && character >= order[index].character));
    if (!isOrdered) throw new Error("selectionRange must be contained in fullRange");
    if (!this.name) throw new Error("name must not be falsy");
    this.children = [];
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
  TreeItemCollapsibleState: { None: 0, Collapsed: 1 },
  CompletionItemKind: { Text: 0, Keyword: 13, Reference: 17 },
  SymbolKind: { File: 0, String: 14 },
  DiagnosticSeverity: { Warning: 1, Information: 2 },
  CodeActionKind: { QuickFix: "quickfix" },
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
  CodeAction,
  CompletionItem,
  CompletionList,
  Diagnostic,
  Disposable,
  DocumentLink,
  DocumentSymbol,
  EventEmitter,
  FileSystemError,
  Hover,
  Location,
  MarkdownString,
  Position,
  Range,
  SymbolInformation,
  TabInputText,
  TabInputTextDiff,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  Uri,
  WorkspaceEdit,
  ...enums,
};
