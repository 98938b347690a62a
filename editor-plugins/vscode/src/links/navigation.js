// @ts-check
"use strict";

const vscode = require("vscode");
const { contains, fragmentRange, idOf, linkAt, memoOf, rangeOf } = require("./outlines");

const LONGEST_PREVIEW = 40;
const PAGE = 100;

/**
 * @typedef {import("vscode").TextDocument} TextDocument
 * @typedef {import("vscode").Position} Position
 * @typedef {import("vscode").CancellationToken} CancellationToken
 * @typedef {import("./outlines").Link} Link
 */

/** Where links lead, what is there, and what leads here. */
class Navigation {
  /** @param {{ outlines: import("./outlines").Outlines, opening: import("../documents/opening").Opening }} parts */
  constructor({ outlines, opening }) {
    this.outlines = outlines;
    this.opening = opening;
  }

  /** @param {TextDocument} document @param {Position} position @param {CancellationToken} token */
  async provideDefinition(document, position, token) {
    const outline = await this.outlines.of(document, token);
    const link = linkAt(outline, position);
    if (!outline || !link || link.kind === "url") return undefined;
    if (isWithin(link)) {
      const range = fragmentRange(outline, link.fragment);
      return range && new vscode.Location(document.uri, rangeOf(range));
    }
    return Promise.all(destinations(link).map((memo) => this.place(memo, link.fragment)));
  }

  /** @param {{ id: string, displayTitle?: string }} memo @param {string} [fragment] */
  async place(memo, fragment) {
    const outline = await this.outlines.ofMemo(memo.id);
    const range = outline && fragmentRange(outline, fragment);
    const path = await this.opening.pathOf(memo);
    const uri = this.opening.uriFor({ id: memo.id, displayTitle: outline?.title ?? memo.displayTitle, path });
    return new vscode.Location(uri, range ? rangeOf(range) : new vscode.Range(0, 0, 0, 0));
  }

  /** @param {TextDocument} document @param {CancellationToken} token */
  async provideDocumentLinks(document, token) {
    const outline = await this.outlines.of(document, token);
    return outline?.links.filter((link) => link.kind !== "url" && !isForeign(link)).map((link) => {
      const shown = /** @type {import("vscode").DocumentLink & { link: Link, source: TextDocument }} */ (
        new vscode.DocumentLink(rangeOf(link.range)));
      // Without it VS Code says "Execute command".
      shown.tooltip = problemText(link) || vscode.l10n.t("Follow the link");
      return Object.assign(shown, { link, source: document });
    });
  }

  /** @param {import("vscode").DocumentLink & { link: Link, source: TextDocument }} shown */
  async resolveDocumentLink(shown) {
    const { link, source } = shown;
    const argument = encodeURIComponent(JSON.stringify([{ link, from: idOf(source.uri) }]));
    shown.target = vscode.Uri.parse(`command:memo.followLink?${argument}`);
    return shown;
  }

  /** @param {TextDocument} document @param {Position} position @param {CancellationToken} token */
  async provideHover(document, position, token) {
    const outline = await this.outlines.of(document, token);
    const link = linkAt(outline, position);
    if (!link || link.kind === "url" || isForeign(link)) return undefined;
    const problem = problemText(link);
    const [memo] = isWithin(link) ? [] : destinations(link);
    const preview = memo ? await this.preview(memo.id, link) : "";
    /** @type {import("vscode").MarkdownString[]} */
    const parts = [];
    if (problem) parts.push(new vscode.MarkdownString().appendText(problem));
    // No command in a memo's words can be run from there, and no HTML is: such Markdown is not trusted. Its pictures
    // would be fetched from wherever they are.
    if (preview) parts.push(new vscode.MarkdownString(preview.replace(/!(?=\[)/g, "!\u2060")));
    return parts.length === 0 ? undefined : new vscode.Hover(parts, rangeOf(link.range));
  }

  /** @param {string} id @param {Link} link */
  async preview(id, { fragment }) {
    const { server } = this.outlines;
    const memo = await this.outlines.quietly(() => server.request("getMemo", { id }));
    if (!memo) return "";
    const outline = fragment ? await this.outlines.ofMemo(id) : undefined;
    const first = (outline && fragmentRange(outline, fragment)?.start.line) ?? 0;
    const lines = memo.text.split(/\r\n|\n|\r/);
    const shown = lines.slice(first, first + LONGEST_PREVIEW).join("\n");
    return lines.length > first + LONGEST_PREVIEW ? `${shown}\n\n…` : shown;
  }

  /**
   * @param {TextDocument} document @param {Position} position @param {unknown} context
   * @param {CancellationToken} token
   */
  async provideReferences(document, position, context, token) {
    const outline = await this.outlines.of(document, token);
    const session = this.outlines.session(document);
    const link = linkAt(outline, position);
    const heading = outline?.headings.find(({ range }) => contains(range, position));
    const ids = link && !isWithin(link) ? destinations(link).map(({ id }) => id) : session ? [session.id] : [];
    const found = await Promise.all(ids.map((id) => this.backlinks(id)));
    const isTitle = position.line === 0 || heading?.text === outline?.title;
    return found.flat().filter(({ fragment }) =>
      link || !outline || !heading || isTitle || fragmentRange(outline, fragment) === heading.range).map(
      ({ location }) => location);
  }

  /** @param {string} id @returns {Promise<{ location: import("vscode").Location, fragment?: string }[]>} all of them */
  async backlinks(id) {
    const { server } = this.outlines;
    const all = [];
    /** @type {string | undefined} */
    let cursor;
    do {
      const page = await this.outlines.quietly(() => server.request("backlinks", { id, limit: PAGE, cursor }));
      for (const memo of page?.memos ?? []) {
        const uri = this.opening.uriFor({ ...memo, path: await this.opening.pathOf(memo) });
        for (const { range, fragment } of memo.links) {
          all.push({ location: new vscode.Location(uri, rangeOf(range)), fragment });
        }
      }
      cursor = page?.nextCursor;
    } while (cursor !== undefined);
    return all;
  }
}

/** @param {Link} link @returns {boolean} whether it leads to another place of its own memo */
const isWithin = ({ target, fragment }) => target === "" && fragment !== undefined;
/** @param {Link} link @returns {boolean} whether it leads out of the memos */
const isForeign = ({ kind, id, problem }) => ["markdown", "image"].includes(kind) && !id && !problem;

/**
 * @param {Link} link
 * @returns {boolean} whether a new memo can be what it leads to: one that names an id is no title
 */
const canBeMade = ({ kind, problem, target }) => problem === "broken" && kind !== "image" && !/^memo:/i.test(target);

/** @param {Link} link @returns {{ id: string, displayTitle?: string }[]} the memos that it may lead to */
function destinations({ id, target, label, candidates = [] }) {
  if (candidates.length > 0) return candidates.map(memoOf);
  return id ? [{ id, displayTitle: label ?? target }] : [];
}

/** @param {Link} link @returns {string} what is wrong with it, for people; "" for nothing */
function problemText({ problem, target, fragment, candidates = [] }) {
  switch (problem) {
    case "broken": return vscode.l10n.t("There is no memo \"{0}\".", target);
    case "ambiguous": return vscode.l10n.t("{0} memos are called \"{1}\".", candidates.length, target);
    case "trashed": return vscode.l10n.t("\"{0}\" is in the trash.", target);
    case "renamed":
      return vscode.l10n.t("\"{0}\" is called \"{1}\" now.", target, candidates.map(memoOf)[0]?.displayTitle ?? "");
    case "unknown": return vscode.l10n.t("Memos are still being looked through. Try again in a while.");
    case "fragment": return vscode.l10n.t("The memo has no \"{0}\".", fragment ?? "");
    default: return "";
  }
}

module.exports = { Navigation, canBeMade, destinations, isForeign, isWithin, problemText };
