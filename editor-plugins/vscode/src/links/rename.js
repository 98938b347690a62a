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
    const outline = await this.outlines.asked(document, token);
    const session = this.outlines.sessions.of(document);
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
    if (heading && heading.text !== outline.title) {
      const name = nameOf(outline, heading);
      if (name === undefined) {
        throw new Error(vscode.l10n.t("Another heading has the same name: rename that one first."));
      }
      return {
        range: rangeOf(heading.range), placeholder: heading.text, params: (to) => ({ id, heading: name, to }),
      };
    }
    const start = titleStart(document, position.line, outline.title);
    if (start === undefined) return undefined;
    return {
      range: new vscode.Range(position.line, start, position.line, start + outline.title.length),
      placeholder: outline.title,
      params: (title) => ({ id, title }),
    };
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
 * @param {import("vscode").TextDocument} document @param {number} line @param {string} title
 * @returns {number | undefined}
 */
function titleStart(document, line, title) {
  if (title === "") return undefined;
  for (let above = 0; above < line; above++) if (document.lineAt(above).text.includes(title)) return undefined;
  const start = document.lineAt(line).text.indexOf(title);
  return start < 0 ? undefined : start;
}

module.exports = { Rename };
