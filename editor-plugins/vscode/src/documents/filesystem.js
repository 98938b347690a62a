// @ts-check
"use strict";

const vscode = require("vscode");
const { ConnectionLost } = require("../server/connection");
const { fileName, idOf } = require("./addresses");

const BYTE_ORDER_MARK = "\ufeff";
const PAGE = 1000;

/** @typedef {import("vscode").FileSystemProvider} FileSystemProvider */

/**
 * Memos as files, memo:/<id>/<title>.md, so that everything in the editor works with them. What is typed into an open
 * one does not come this way: see session.js.
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
  }

  watch() {
    return new vscode.Disposable(() => {});
  }

  /** @param {import("vscode").Uri} uri @returns {Promise<import("vscode").FileStat>} */
  async stat(uri) {
    if (isFolder(uri)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const memo = await this.read(uri);
    return {
      type: vscode.FileType.File,
      ctime: Date.parse(memo.createdAt),
      // Never later: the editor would take its own document, sent keystroke by keystroke, for one changed behind its
      // back.
      mtime: 0,
      size: Buffer.byteLength(memo.text, "utf8"),
      permissions: memo.trashedAt ? vscode.FilePermission.Readonly : undefined,
    };
  }

  /** @param {import("vscode").Uri} uri @returns {Promise<Uint8Array>} */
  async readFile(uri) {
    if (isFolder(uri)) throw vscode.FileSystemError.FileIsADirectory(uri);
    const { id, text } = await this.read(uri);
    this.sessions.lastRead = { id, text };
    // The editor takes a mark at the start for the encoding's, and hides it. Of two the second is text.
    return Buffer.from(text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK + text : text, "utf8");
  }

  /** @param {import("vscode").Uri} uri @returns {Promise<[string, import("vscode").FileType][]>} */
  async readDirectory(uri) {
    if (idOf(uri)) return [[fileName((await this.read(uri)).title), vscode.FileType.File]];
    /** @type {[string, import("vscode").FileType][]} */
    const entries = [];
    /** @type {string | undefined} */
    let cursor;
    do {
      const { memos, nextCursor } = await this.ask(uri, "list", { limit: PAGE, cursor });
      for (const { id } of memos) entries.push([id, vscode.FileType.Directory]);
      cursor = nextCursor;
    } while (cursor !== undefined);
    return entries;
  }

  /**
   * Saving. The text of an open memo is with the server already, so that its bytes are not looked at.
   * @param {import("vscode").Uri} uri @param {Uint8Array} content @param {{ create: boolean, overwrite: boolean }}
   *   options
   */
  async writeFile(uri, content, options) {
    if (isFolder(uri)) throw vscode.FileSystemError.FileIsADirectory(uri);
    const id = idOf(uri);
    const [session] = this.sessions.withId(id);
    if (session) await session.delivered();
    else await this.replace(uri, Buffer.from(content).toString("utf8"), options);
    await this.ask(uri, "flush", { id });
  }

  /** @param {import("vscode").Uri} uri @param {string} text @param {{ create: boolean, overwrite: boolean }} options */
  async replace(uri, text, { create, overwrite }) {
    const id = idOf(uri);
    const memo = await this.read(uri).catch((error) => {
      if (error.code !== "FileNotFound") throw error;
    });
    if (memo && !overwrite) throw vscode.FileSystemError.FileExists(uri);
    if (memo) await this.ask(uri, "updateMemo", { id, baseVersion: memo.version, contentChanges: [{ text }] });
    else if (create) await this.ask(uri, "createMemo", { id, text });
    else throw vscode.FileSystemError.FileNotFound(uri);
  }

  /** @param {import("vscode").Uri} uri */
  async delete(uri) {
    if (!idOf(uri)) throw vscode.FileSystemError.NoPermissions(uri);
    await this.ask(uri, "delete", { id: idOf(uri) });
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

  /** @param {import("vscode").Uri} uri */
  read(uri) {
    return this.ask(uri, "getMemo", { id: idOf(uri) });
  }

  /** @param {import("vscode").Uri} uri @param {string} method @param {object} params @returns {Promise<any>} */
  async ask(uri, method, params) {
    await this.server.ready();
    try {
      return await this.server.request(method, params);
    } catch (caught) {
      const error = /** @type {import("../server/connection").ServerError} */ (caught);
      if (error.kind === "memoNotFound") throw vscode.FileSystemError.FileNotFound(uri);
      throw vscode.FileSystemError.Unavailable(error instanceof ConnectionLost ? this.server.reason : error.message);
    }
  }
}

/** @param {import("vscode").Uri} uri memo:/ and memo:/<id> */
function isFolder(uri) {
  return uri.path.split("/").filter(Boolean).length < 2;
}

module.exports = { MemoFileSystem };
