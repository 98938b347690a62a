"use strict";

const { DocumentModel } = require("./document");
const { EventEmitter, FileSystemError, TabInputText, Uri } = require("./values");

/** Documents, tabs and saving, as VS Code goes about them. */
class Editors {
  constructor() {
    this.opened = new EventEmitter();
    this.closed = new EventEmitter();
    this.changed = new EventEmitter();
    this.activeChanged = new EventEmitter();
    this.documents = [];
    this.providers = new Map();
    this.tabs = [];
    this.active = undefined;
    this.activeTab = undefined;
    this.saves = 0;
    /** What saving does to the text by itself, such as trimming. */
    this.participant = undefined;
    this.readOnly = false;
  }

  find(uri) {
    return this.documents.find((document) => document.uri.toString() === uri.toString());
  }

  /** `backup` is what hot exit kept: the document is shown with it, and is dirty. */
  async open(uri, { backup, encoding = (text) => text } = {}) {
    const open = this.find(uri);
    if (open) return open;
    const provider = this.providers.get(uri.scheme);
    if (!provider) throw FileSystemError.Unavailable(`no provider for ${uri}`);
    let text = backup;
    let stat;
    if (backup === undefined) {
      stat = await provider.stat(uri);
      text = new TextDecoder("utf-8", { ignoreBOM: false }).decode(await provider.readFile(uri));
    }
    const document = new DocumentModel(uri, encoding(text), {
      changed: (changed, contentChanges) => this.changed.fire({ document: changed, contentChanges }),
      save: (saved) => this.save(saved),
    });
    document.stat = stat;
    this.documents.push(document);
    this.opened.fire(document);
    if (backup !== undefined) this.setDirty(document, true);
    return document;
  }

  setDirty(document, isDirty) {
    if (document.isDirty === isDirty) return;
    document.isDirty = isDirty;
    this.changed.fire({ document, contentChanges: [] });
  }

  /** Another language: told as if the document were closed and opened. */
  setLanguage(document, languageId) {
    this.closed.fire(document);
    document.languageId = languageId;
    this.opened.fire(document);
  }

  async show(target, options = {}) {
    const document = target instanceof Uri ? await this.open(target) : target;
    if (!this.tabs.some(({ input }) => input.uri === document.uri))
      this.tabs.push({ input: new TabInputText(document.uri) });
    this.activate({ document, options });
    return this.active;
  }

  activate(editor) {
    this.active = editor;
    this.activeChanged.fire(editor);
  }

  close(tabs) {
    this.tabs = this.tabs.filter((tab) => !tabs.includes(tab));
    for (const document of [...this.documents]) {
      if (tabs.some(({ input }) => input.uri === document.uri)) this.closeDocument(document);
    }
  }

  closeDocument(document) {
    this.documents.splice(this.documents.indexOf(document), 1);
    document.isClosed = true;
    if (this.active?.document === document) this.activate(undefined);
    this.closed.fire(document);
  }

  async save(document) {
    if (document.isClosed) throw new Error("Document has been closed");
    const provider = this.providers.get(document.uri.scheme);
    this.saves++;
    this.participant?.(document);
    const { version } = document;
    try {
      const stat = await provider.stat(document.uri);
      if (document.stat && document.stat.mtime < stat.mtime) throw new Error("the file is newer");
      if (stat.permissions) throw new Error("the file is read-only");
      await provider.writeFile(document.uri, Buffer.from(document.getText()), { create: true, overwrite: true });
      document.stat = await provider.stat(document.uri);
    } catch (error) {
      this.saveError = error;
      return false;
    }
    if (document.version === version) this.setDirty(document, false);
    return true;
  }

  /** Refused if the document changed since: the extension was a little behind the editor. */
  async applyEdit({ edits }) {
    const document = this.find(edits[0].uri);
    const version = document?.version;
    await new Promise(setImmediate);
    if (!document || document.version !== version || this.readOnly) return false;
    document.edit(edits.map(({ range, text }) => ({ start: range.start, end: range.end, text })));
    return true;
  }
}

module.exports = { Editors };
