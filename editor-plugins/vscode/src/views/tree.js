// @ts-check
"use strict";

const vscode = require("vscode");
const { longDate, shortDate } = require("./dates");

/**
 * @typedef {{ id: string, displayTitle: string, preview: string, createdAt: string, modifiedAt: string, bytes: number,
 *   properties: { pinned?: boolean, tags?: string[], conflictOf?: string }, saved: boolean, trashedAt?: string }}
 *   Summary
 * @typedef {import("vscode").TreeDataProvider<Summary | "more">} Provider
 */

const FIRST_PAGE = 100;
const LARGEST_PAGE = 1000;
// Often enough to seem live, and no work for each key.
const REFRESH_MS = 200;

/**
 * A list of memos, or the trash: newest first, pinned ones before the others.
 * @implements {Provider}
 */
class MemoTree {
  /**
   * @param {{ server: import("../server/server").Server, trashed: boolean, log: import("vscode").LogOutputChannel }}
   *   parts
   */
  constructor({ server, trashed, log }) {
    this.server = server;
    this.trashed = trashed;
    this.log = log;
    /** @type {Summary[]} */
    this.memos = [];
    this.total = 0;
    this.shown = FIRST_PAGE;
    /** Whether it was ever read: until then it is not empty, but unknown. */
    this.isLoaded = false;
    /** Whether something changed since it began to be read. */
    this.isStale = false;
    /** @type {NodeJS.Timeout | undefined} from when a reading is due until it is done */
    this.timer = undefined;
    this.changed = new vscode.EventEmitter();
    this.onDidChangeTreeData = this.changed.event;
  }

  /** Reads the list again, soon; not twice at once, as the later answer might be the older one. */
  refresh() {
    this.isStale = true;
    this.timer ??= setTimeout(async () => {
      this.isStale = false;
      await this.load();
      this.timer = undefined;
      if (this.isStale) this.refresh();
    }, REFRESH_MS);
  }

  showMore() {
    this.shown += FIRST_PAGE;
    this.refresh();
  }

  async load() {
    try {
      await this.server.ready();
      /** @type {Map<string, Summary>} one that changes meanwhile is in two pages, and may not be in a tree twice */
      const memos = new Map();
      /** @type {string | undefined} */
      let cursor;
      do {
        const page = await this.server.request("list", {
          limit: Math.min(this.shown - memos.size, LARGEST_PAGE),
          pinnedFirst: !this.trashed,
          trashed: this.trashed,
          cursor,
        });
        for (const memo of page.memos) memos.set(memo.id, memo);
        this.total = page.total;
        cursor = page.nextCursor;
      } while (cursor !== undefined && memos.size < this.shown);
      this.memos = [...memos.values()];
    } catch (error) {
      this.log.warn(`list: ${error}`);
    }
    this.isLoaded = true;
    this.changed.fire(undefined);
  }

  /** @param {Summary | "more"} [element] @returns {(Summary | "more")[] | Promise<(Summary | "more")[]>} */
  getChildren(element) {
    if (element) return [];
    if (!this.isLoaded) return this.load().then(() => this.getChildren());
    return this.memos.length < this.total ? [...this.memos, "more"] : this.memos;
  }

  /** @param {Summary | "more"} element @returns {import("vscode").TreeItem} */
  getTreeItem(element) {
    return element === "more" ? this.moreItem() : memoItem(element);
  }

  moreItem() {
    const item = new vscode.TreeItem(vscode.l10n.t("Show more ({0} of {1} shown)", this.memos.length, this.total));
    item.command = { command: "memo.showMore", title: "", arguments: [this.trashed] };
    item.contextValue = "more";
    return item;
  }

  dispose() {
    clearTimeout(this.timer);
  }
}

/** @param {Summary} memo */
function memoItem(memo) {
  const { id, preview, modifiedAt, createdAt, trashedAt, properties } = memo;
  const locale = vscode.env.language;
  const item = new vscode.TreeItem(titleOf(memo));
  const tags = (Array.isArray(properties.tags) ? properties.tags : []).map((tag) => `#${tag}`);
  item.id = id;
  item.description = [shortDate(trashedAt ?? modifiedAt, locale), ...tags, preview].filter(Boolean).join(" · ");
  item.tooltip = [
    titleOf(memo), preview, tags.join(" "),
    vscode.l10n.t("Changed: {0}", longDate(modifiedAt, locale)),
    vscode.l10n.t("Made: {0}", longDate(createdAt, locale)),
    trashedAt && vscode.l10n.t("Deleted: {0}", longDate(trashedAt, locale)),
    properties.conflictOf && vscode.l10n.t("Another editor's text of a memo that was changed here at the same time."),
  ].filter(Boolean).join("\n");
  item.contextValue = trashedAt ? "trashed" : properties.pinned === true ? "memo.pinned" : "memo.unpinned";
  item.iconPath = new vscode.ThemeIcon(trashedAt ? "trash" : properties.pinned === true ? "pinned" : "note");
  item.command = { command: "memo.open", title: "", arguments: [memo] };
  return item;
}

/** @param {{ displayTitle: string }} memo */
function titleOf({ displayTitle }) {
  return displayTitle || vscode.l10n.t("Untitled");
}

module.exports = { MemoTree, titleOf };
