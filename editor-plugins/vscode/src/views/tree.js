// @ts-check
"use strict";

const { isDeepStrictEqual } = require("node:util");
const vscode = require("vscode");
const { idOf, isMemo, memoUri } = require("../documents/addresses");
const { longDate, shortDate } = require("./dates");

/**
 * @typedef {{ id: string, displayTitle: string, preview: string, createdAt: string, modifiedAt: string, bytes: number,
 *   properties: { pinned?: boolean, tags?: string[], conflictOf?: string }, textTags?: string[], saved: boolean,
 *   trashedAt?: string }} Summary
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
   * @param {{ server: import("../server/server").Server, trashed: boolean, log: import("vscode").LogOutputChannel,
   *   uriFor?: (memo: Summary) => import("vscode").Uri }} parts uriFor says where a memo is, or is to be, on the screen
   */
  constructor({ server, trashed, log, uriFor = ({ id, displayTitle }) => memoUri(id, displayTitle) }) {
    this.server = server;
    this.trashed = trashed;
    this.log = log;
    this.uriFor = uriFor;
    /** @type {Summary[]} */
    this.memos = [];
    this.total = 0;
    this.hasMore = false;
    this.shown = FIRST_PAGE;
    /** Whether it was ever read: until then it is not empty, but unknown. */
    this.isLoaded = false;
    /** Whether something changed since it began to be read. */
    this.isStale = false;
    /** @type {Promise<void> | undefined} the first reading */
    this.loading = undefined;
    /** @type {NodeJS.Timeout | undefined} from when a reading is due until it is done */
    this.timer = undefined;
    /**
     * The memo's document that was selected last because it was looked at.
     * @type {string | undefined}
     */
    this.followed = undefined;
    /** @type {import("vscode").TreeView<Summary | "more"> | undefined} */
    this.view = undefined;
    /** @type {import("vscode").EventEmitter<Summary | "more" | undefined>} */
    this.changed = new vscode.EventEmitter();
    this.onDidChangeTreeData = this.changed.event;
  }

  /**
   * While its view is hidden the list is not read.
   * @param {string} view
   * @returns {import("vscode").Disposable}
   */
  showIn(view) {
    const shown = vscode.window.createTreeView(view, { treeDataProvider: this, canSelectMany: true });
    this.view = shown;
    return vscode.Disposable.from(shown, shown.onDidChangeVisibility(() => {
      if (this.isStale) this.refresh();
      this.follow();
    }));
  }

  /** Reads the list again, soon; not twice at once, as the later answer might be the older one. */
  refresh() {
    this.isStale = true;
    const isHidden = () => this.view?.visible === false;
    if (isHidden()) return;
    this.timer ??= setTimeout(async () => {
      if (!isHidden()) {
        this.isStale = false;
        await this.load();
      }
      this.timer = undefined;
      if (this.isStale) this.refresh();
    }, REFRESH_MS);
  }

  /** Selects the memo that is being looked at, once: what the user selects then stays selected. */
  follow() {
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (!uri || !isMemo(uri)) this.followed = undefined;
    if (!uri || !isMemo(uri) || this.followed === uri.toString() || !this.view?.visible) return;
    const memo = this.memos.find(({ id }) => id === idOf(uri));
    if (!memo) return;
    this.followed = uri.toString();
    if (this.view.selection.some((each) => each !== "more" && each.id === memo.id)) return;
    this.view.reveal(memo, { select: true, focus: false }).then(undefined, () => {});
  }

  /**
   * A memo looks different, or is opened at another place.
   * @param {string} id
   */
  moved(id) {
    const memo = this.memos.find((each) => each.id === id);
    if (memo) this.changed.fire(memo);
  }

  showMore() {
    this.shown += FIRST_PAGE;
    this.refresh();
  }

  async load() {
    try {
      await this.server.ready();
      this.show(await this.read());
    } catch (error) {
      this.log.warn(`list: ${error}`);
      if (!this.isLoaded) this.show([]);
    }
    this.follow();
  }

  /**
   * The whole list anew would show a progress bar: not for a title that is being typed.
   * @param {Summary[]} memos
   */
  show(memos) {
    const before = new Map(this.memos.map((memo) => [memo.id, memo]));
    const isSame = this.isLoaded && memos.length === this.memos.length && this.hasMore === memos.length < this.total &&
      memos.every(({ id }, index) => id === this.memos[index].id);
    const different = memos.filter((memo) => !isDeepStrictEqual(memo, before.get(memo.id)));
    // VS Code knows what it shows by what it was given.
    this.memos = memos.map((memo) => become(before.get(memo.id) ?? memo, memo));
    this.isLoaded = true;
    this.hasMore = memos.length < this.total;
    if (!isSame) this.changed.fire(undefined);
    else different.forEach(({ id }) => this.moved(id));
    if (isSame && this.hasMore) this.changed.fire("more");
  }

  /** @returns {Promise<Summary[]>} */
  async read() {
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
    return [...memos.values()];
  }

  /** @param {Summary | "more"} [element] @returns {(Summary | "more")[] | Promise<(Summary | "more")[]>} */
  getChildren(element) {
    if (element) return [];
    if (!this.isLoaded) return (this.loading ??= this.load()).then(() => this.getChildren());
    return this.hasMore ? [...this.memos, "more"] : this.memos;
  }

  /** @param {Summary | "more"} element @returns {import("vscode").TreeItem} */
  getTreeItem(element) {
    return element === "more" ? this.moreItem() : memoItem(element, this.uriFor(element));
  }

  /** A list has one level. */
  getParent() {
    return undefined;
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

/** @param {Summary} old @param {Summary} now @returns {Summary} the old object with what the new one says */
function become(old, now) {
  if (old !== now) Object.keys(old).forEach((key) => delete /** @type {any} */ (old)[key]);
  return Object.assign(old, now);
}

/** @param {Summary} memo @param {import("vscode").Uri} uri */
function memoItem(memo, uri) {
  const { id, preview, modifiedAt, createdAt, trashedAt, properties, textTags = [] } = memo;
  const locale = vscode.env.language;
  const item = new vscode.TreeItem(titleOf(memo));
  const tags = [...(Array.isArray(properties.tags) ? properties.tags : []), ...textTags].map((tag) => `#${tag}`);
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
  // VS Code's own command is told how it was clicked: whether the list keeps the focus, to pin the tab, to open beside.
  // A file has a name of its own.
  const label = uri.scheme === "file" ? [] : [titleOf(memo)];
  item.command = { command: "vscode.open", title: "", arguments: [uri, {}, ...label] };
  return item;
}

/** @param {{ displayTitle: string }} memo */
function titleOf({ displayTitle }) {
  return displayTitle || vscode.l10n.t("Untitled");
}

module.exports = { MemoTree, titleOf };
