// @ts-check
"use strict";

const vscode = require("vscode");
const { ConnectionLost } = require("../server/connection");
const { explained } = require("../server/words");
const { endOf, fileName, idOf, standsFor } = require("./addresses");
const { bytesOf, sizeOf, textOf } = require("./bytes");
const { tabsOf } = require("./opening");

const PAGE = 1000;
const NEWS = new Set(["didChangeMemo", "didDeleteMemo", "didCreateMemo"]);

/** @typedef {import("vscode").FileSystemProvider} FileSystemProvider */

/**
 * Memos as files, memo:///<id>/<title>.md, so that everything in the editor works with them. An end of the id is
 * enough, if no other memo's ends so. What is typed into an open one does not come this way: see session.js.
 * @implements {FileSystemProvider}
 */
class MemoFileSystem {
  /** @param {{ server: import("../server/server").Server, sessions: import("./sessions").Sessions }} parts */
  constructor({ server, sessions }) {
    this.server = server;
    this.sessions = sessions;
    this.changed = new vscode.EventEmitter();
    /** @type {import("vscode").Event<import("vscode").FileChangeEvent[]>} */
    this.onDidChangeFile = this.changed.event;
    /** @type {Map<string, { mtime: number, version: number }>} by name, what VS Code was told of a file last */
    this.told = new Map();
    this.disposables = [
      sessions.onDidGoStale((uri) => this.refresh(uri)),
      server.onNotification(({ method, params }) => NEWS.has(method) && this.changedElsewhere(params.id)),
    ];
  }

  watch() {
    return new vscode.Disposable(() => {});
  }

  /** @param {import("vscode").Uri} uri @returns {Promise<import("vscode").FileStat>} */
  async stat(uri) {
    if (idOf(uri) === "") return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const memo = await this.read(uri);
    const ctime = Date.parse(memo.createdAt);
    if (isFolder(uri)) return { type: vscode.FileType.Directory, ctime, mtime: ctime, size: 0 };
    // The editor would take its own document, sent keystroke by keystroke, for one changed behind its back.
    const mtime = this.sessions.at(uri)?.rereading.mtime ?? Date.parse(memo.modifiedAt);
    this.told.set(uri.toString(), { mtime, version: memo.version });
    return {
      type: vscode.FileType.File,
      ctime,
      mtime,
      size: sizeOf(memo.text),
      permissions: memo.trashedAt ? vscode.FilePermission.Readonly : undefined,
    };
  }

  /** @param {import("vscode").Uri} uri @returns {Promise<Uint8Array>} */
  async readFile(uri) {
    if (isFolder(uri)) throw vscode.FileSystemError.FileIsADirectory(uri);
    const session = this.sessions.at(uri);
    if (session) return bytesOf(await this.answered(uri, () => session.fileText()));
    const { text, modifiedAt } = await this.read(uri);
    const mtime = this.told.get(uri.toString())?.mtime ?? Date.parse(modifiedAt);
    this.sessions.lastRead = { uri: uri.toString(), text, mtime };
    return bytesOf(text);
  }

  /** @param {import("vscode").Uri} uri @returns {Promise<[string, import("vscode").FileType][]>} */
  async readDirectory(uri) {
    if (idOf(uri)) return [[fileName((await this.read(uri)).title), vscode.FileType.File]];
    return (await this.ids(uri, false)).map((id) => [id, vscode.FileType.Directory]);
  }

  /** @param {import("vscode").Uri} uri @param {boolean} trashed @returns {Promise<string[]>} of all memos there */
  async ids(uri, trashed) {
    /** @type {string[]} */
    const ids = [];
    /** @type {string | undefined} */
    let cursor;
    do {
      const { memos, nextCursor } = await this.ask(uri, "list", { limit: PAGE, trashed, cursor });
      for (const { id } of memos) ids.push(id);
      cursor = nextCursor;
    } while (cursor !== undefined);
    return ids;
  }

  /**
   * Saving. The text of an open memo is with the server already, but what another extension writes is an edit.
   * @param {import("vscode").Uri} uri @param {Uint8Array} content @param {{ create: boolean, overwrite: boolean }}
   *   options
   */
  async writeFile(uri, content, options) {
    if (isFolder(uri)) throw vscode.FileSystemError.FileIsADirectory(uri);
    const session = this.sessions.at(uri) ?? this.sessions.withId(idOf(uri))[0];
    const text = textOf(content, session?.document, session?.states);
    if (!session) await this.replace(uri, text ?? this.notUTF8(), options);
    else if (text === undefined) await session.delivered();
    else await this.answered(uri, () => session.overwritten(text));
    await this.ask(uri, "flush", { id: idOf(uri) });
  }

  /** @param {import("vscode").Uri} uri @param {string} text @param {{ create: boolean, overwrite: boolean }} options */
  async replace(uri, text, { create, overwrite }) {
    const memo = await this.read(uri).catch((error) => {
      if (error.code !== "FileNotFound") throw error;
    });
    const id = idOf(uri);
    if (memo && !overwrite) throw vscode.FileSystemError.FileExists(uri);
    if (!memo && !create) throw vscode.FileSystemError.FileNotFound(uri);
    if (!memo) return this.ask(uri, "createMemo", { id, text });
    // VS Code asked for the file's time just before, and found it to be that of what it read.
    const baseVersion = this.told.get(uri.toString())?.version ?? memo.version;
    this.told.delete(uri.toString());
    return this.ask(uri, "updateMemo", { id, baseVersion, contentChanges: [{ text }] });
  }

  /** @returns {never} */
  notUTF8() {
    throw vscode.FileSystemError.Unavailable(vscode.l10n.t("Memos are kept in UTF-8: save in that encoding."));
  }

  /** @param {import("vscode").Uri} uri */
  async delete(uri) {
    if (!idOf(uri)) throw vscode.FileSystemError.NoPermissions(uri);
    const { id } = await this.read(uri);
    await this.ask(uri, "delete", { id });
  }

  /** @param {import("vscode").Uri} uri */
  createDirectory(uri) {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  /** @param {import("vscode").Uri} uri */
  rename(uri) {
    throw vscode.FileSystemError.NoPermissions(
      vscode.l10n.t("A memo's title is its first line: edit that. ({0})", uri.path));
  }

  /**
   * Tells the editor to look at a memo's file again.
   * @param {import("vscode").Uri} uri
   */
  refresh(uri) {
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /**
   * Of what is too long for extensions only VS Code itself can tell whether it changed.
   * @param {string} id
   */
  changedElsewhere(id) {
    const uris = tabsOf(id).map(({ input }) => /** @type {import("vscode").TabInputText} */ (input).uri);
    uris.filter((uri) => !this.sessions.at(uri)).forEach((uri) => this.refresh(uri));
  }

  /** @param {import("vscode").Uri} uri @returns {Promise<any>} the memo that the name stands for */
  async read(uri) {
    if (!isMemo(uri)) throw vscode.FileSystemError.FileNotFound(uri);
    const ask = () => this.ask(uri, "getMemo", { id: idOf(uri) });
    return ask().catch(async (error) => {
      const end = endOf(uri);
      if (error.code !== "FileNotFound" || end === undefined) throw error;
      standsFor(end, await this.idWith(end, uri));
      return ask();
    });
  }

  /**
   * @param {string} end @param {import("vscode").Uri} uri @returns {Promise<string>} the only id that ends so
   * @throws {import("vscode").FileSystemError} if there is none, or several
   */
  async idWith(end, uri) {
    // What is deleted meanwhile is in both.
    const all = [...new Set([...await this.ids(uri, false), ...await this.ids(uri, true)])];
    const [id, ...others] = all.filter((each) => each.toLowerCase().endsWith(end.toLowerCase()));
    if (id === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    if (others.length === 0) return id;
    throw vscode.FileSystemError.Unavailable(vscode.l10n.t("Several memos have an id that ends with {0}.", end));
  }

  /** @param {import("vscode").Uri} uri @param {string} method @param {object} params @returns {Promise<any>} */
  async ask(uri, method, params) {
    await this.server.ready();
    return this.answered(uri, () => this.server.request(method, params));
  }

  /**
   * What went wrong, in words that VS Code knows.
   * @template Result @param {import("vscode").Uri} uri @param {() => Promise<Result>} action
   */
  async answered(uri, action) {
    try {
      return await action();
    } catch (caught) {
      if (caught instanceof vscode.FileSystemError) throw caught;
      const error = /** @type {import("../server/connection").ServerError} */ (caught);
      if (error.kind === "memoNotFound") throw vscode.FileSystemError.FileNotFound(uri);
      const message = error.kind === "versionConflict"
        ? vscode.l10n.t("This memo was changed elsewhere meanwhile: look at it again before you save it.")
        : explained(error);
      throw vscode.FileSystemError.Unavailable(error instanceof ConnectionLost ? this.server.reason : message);
    }
  }

  dispose() {
    this.disposables.forEach((disposable) => disposable.dispose());
  }
}

/** @param {import("vscode").Uri} uri memo:/ and memo:/<id> */
function isFolder(uri) {
  return uri.path.split("/").filter(Boolean).length < 2;
}

/**
 * Editors look for their own files, such as .editorconfig, beside each: there are none.
 * @param {import("vscode").Uri} uri
 */
function isMemo(uri) {
  const [id, name, ...others] = uri.path.split("/").filter(Boolean);
  return /^[A-Za-z0-9._-]{1,128}$/.test(id ?? "") && others.length === 0 && (name === undefined || /.\.md$/.test(name));
}

module.exports = { MemoFileSystem };
