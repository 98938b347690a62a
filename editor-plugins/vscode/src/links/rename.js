// @ts-check
"use strict";

const vscode = require("vscode");
const { contains, headingAt, linkAt, nameOf, rangeOf } = require("./outlines");
const { isForeign, isWithin } = require("./navigation");

/**
 * @typedef {{ range: import("vscode").Range, placeholder: string, params: (name: string) => object }} Renamed
 */

/** A memo's title, a heading or a tag takes another name in all memos at once. */
class Rename {
  /** @param {{ outlines: import("./outlines").Outlines, rename: (params: object) => Promise<unknown> }} parts */
  constructor({ outlines, rename }) {
    this.outlines = outlines;
    this.rename = rename;
  }

  /**
   * @param {import("vscode").TextDocument} document @param {import("vscode").Position} position
   * @param {import("vscode").CancellationToken} token
   */
  async prepareRename(document, position, token) {
    const renamed = await this.at(document, position, token);
    if (!renamed) throw new Error(vscode.l10n.t("Only a title, a heading, a tag or a link can be renamed."));
    return { range: renamed.range, placeholder: renamed.placeholder };
  }

  /**
   * The server does it, all or nothing, and tells the open documents; there is nothing left for VS Code to change.
   * @param {import("vscode").TextDocument} document @param {import("vscode").Position} position @param {string} name
   * @param {import("vscode").CancellationToken} token
   */
  async provideRenameEdits(document, position, name, token) {
    const renamed = await this.at(document, position, token);
    if (!renamed) throw new Error(vscode.l10n.t("Only a title, a heading, a tag or a link can be renamed."));
    // Whoever gave it up meanwhile wants nothing changed.
    if (token.isCancellationRequested) return undefined;
    await this.rename(renamed.params(name));
    return new vscode.WorkspaceEdit();
  }

  /**
   * @param {import("vscode").TextDocument} document @param {import("vscode").Position} position
   * @param {import("vscode").CancellationToken} token @returns {Promise<Renamed | undefined>}
   */
  async at(document, position, token) {
    const outline = await this.outlines.settled(document, token);
    const session = this.outlines.session(document);
    if (!outline || !session) return undefined;
    const { id } = session;
    const tag = outline.tags.find(({ range }) => contains(range, position));
    if (tag) {
      const { start, end } = tag.range;
      return {
        range: new vscode.Range(start.line, start.character + 1, end.line, end.character),
        placeholder: tag.name,
        params: (to) => ({ tag: tag.name, to: to.replace(/^#/, "") }),
      };
    }
    const link = linkAt(outline, position);
    if (link?.fragmentRange && contains(link.fragmentRange, position)) return this.fragment(link, link.fragmentRange);
    if (link && (isForeign(link) || isWithin(link) || !link.id)) return undefined;
    if (link?.id) {
      const title = (await this.outlines.ofMemo(link.id))?.title ?? link.target;
      return { range: rangeOf(link.targetRange), placeholder: title, params: (to) => ({ id: link.id, title: to }) };
    }
    const heading = outline.headings.find(({ range }) => contains(range, position));
    const range = titleRange(document, position.line, outline);
    // The first heading that says what a front matter has as the title is renamed with it.
    if (range && (!heading || (heading.text === outline.title && heading === outline.headings[0]))) {
      return { range, placeholder: outline.title, params: (title) => ({ id, title }) };
    }
    if (!heading) return undefined;
    const name = nameOf(outline, heading);
    if (name === undefined) {
      throw new Error(vscode.l10n.t("Another heading has the same name: rename that one first."));
    }
    return { range: rangeOf(heading.range), placeholder: heading.text, params: (to) => ({ id, heading: name, to }) };
  }

  /**
   * The heading that a link leads to; a block has its name where it stands.
   * @param {import("./outlines").Link} link @param {import("./outlines").WireRange} range where it is named
   * @returns {Promise<Renamed | undefined>}
   */
  async fragment({ id, fragment, problem }, range) {
    if (!id || !fragment || fragment.startsWith("^") || problem) return undefined;
    const outline = await this.outlines.ofMemo(id);
    const heading = outline && headingAt(outline, fragment);
    return {
      range: rangeOf(range), placeholder: heading?.text ?? fragment, params: (to) => ({ id, heading: fragment, to }),
    };
  }
}

/**
 * Where the title stands on a line. The same words further down are no title.
 * @param {import("vscode").TextDocument} document @param {number} line @param {import("./outlines").Outline} outline
 * @returns {import("vscode").Range | undefined}
 */
function titleRange(document, line, { title, headings }) {
  if (title === "") return undefined;
  const header = headerOf(document);
  if (line <= header.end) return line === header.title?.start.line ? header.title : undefined;
  if (header.title && headings[0]?.range.start.line !== line) return undefined;
  for (let above = header.end + 1; above < line; above++) {
    if (document.lineAt(above).text.includes(title)) return undefined;
  }
  const start = document.lineAt(line).text.indexOf(title);
  return start < 0 ? undefined : new vscode.Range(line, start, line, start + title.length);
}

/**
 * Where a memo's front matter ends, and where it has the title.
 * @param {import("vscode").TextDocument} document
 * @returns {{ end: number, title?: import("vscode").Range }} the number of its last line, -1 if there is none
 */
function headerOf(document) {
  if (!/^\uFEFF?---\s*$/u.test(document.lineAt(0).text)) return { end: -1 };
  let title;
  for (let line = 1; line < document.lineCount; line++) {
    const { text } = document.lineAt(line);
    if (/^(?:---|\.\.\.)\s*$/u.test(text)) return { end: line, title };
    const [, before, , value] = /^((["']?)title\2\s*:\s+["']?)(.+?)["']?\s*$/u.exec(text) ?? [];
    if (value) title ??= new vscode.Range(line, before.length, line, before.length + value.length);
  }
  return { end: -1 };
}

module.exports = { Rename };
