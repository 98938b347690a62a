// @ts-check
"use strict";

const vscode = require("vscode");
const { ConnectionLost, METHOD_NOT_FOUND } = require("../server/connection");
const { idOf } = require("../documents/addresses");

/**
 * @typedef {{ start: { line: number, character: number }, end: { line: number, character: number } }} WireRange
 * @typedef {{ kind: "wiki" | "embed" | "markdown" | "image" | "url", target: string, fragment?: string, label?: string,
 *   range: WireRange, targetRange: WireRange, fragmentRange?: WireRange, id?: string, problem?: Problem,
 *   candidates?: Candidate[] }} Link
 * @typedef {"broken" | "ambiguous" | "trashed" | "renamed" | "fragment" | "unknown"} Problem what the server says;
 *   unknown is broken while the server has not looked through all memos
 * @typedef {{ id: string, title?: string, displayTitle?: string }} Candidate
 * @typedef {{ level: number, text: string, slug: string, range: WireRange }} Heading
 * @typedef {{ title: string, headings: Heading[], links: Link[], tags: { name: string, range: WireRange }[],
 *   tasks: { done: boolean, text: string, range: WireRange }[], blocks: { name: string, range: WireRange }[],
 *   words: number, indexing?: boolean }} Outline
 */

/** What the server reads out of the memos: their headings, links, tags and tasks. */
class Outlines {
  /**
   * @param {{ server: import("../server/server").Server, sessions: import("../documents/sessions").Sessions,
   *   notes: import("../documents/notes").Notes }} parts
   */
  constructor({ server, sessions, notes }) {
    this.server = server;
    this.sessions = sessions;
    this.notes = notes;
  }

  /**
   * @param {import("vscode").TextDocument} document
   * @returns {{ id: string, delivered(): Promise<void> } | undefined} what keeps it and its memo the same
   */
  session(document) {
    const note = this.notes.of(document);
    return note?.id ? note : this.sessions.of(document);
  }

  /**
   * Of what a document shows now. Nothing where that can't be known: it is no memo, the server is not there or too old,
   * or somebody types.
   * @param {import("vscode").TextDocument} document @param {import("vscode").CancellationToken} [token]
   * @returns {Promise<Outline | undefined>}
   */
  async of(document, token) {
    return this.quietly(() => this.asked(document, token));
  }

  /**
   * The same for who asked for it and is told why there is nothing.
   * @param {import("vscode").TextDocument} document @param {import("vscode").CancellationToken} [token]
   * @returns {Promise<Outline | undefined>}
   */
  async asked(document, token) {
    const session = this.session(document);
    if (!session) return undefined;
    await session.delivered();
    const { version } = document;
    const outline = await this.server.request("outline", { id: session.id }, token);
    if (outline.indexing) {
      for (const link of outline.links) if (link.problem === "broken") link.problem = "unknown";
    }
    return document.version === version ? outline : undefined;
  }

  /**
   * The same, but where somebody types it waits until what is shown is what was asked about.
   * @param {import("vscode").TextDocument} document @param {import("vscode").CancellationToken} token
   * @returns {Promise<Outline | undefined>}
   */
  async settled(document, token) {
    for (;;) {
      const { version } = document;
      const outline = await this.asked(document, token);
      if (outline || document.version === version || token.isCancellationRequested) return outline;
    }
  }

  /** @param {string} id @returns {Promise<Outline | undefined>} of a memo; nothing if it is gone */
  async ofMemo(id) {
    return this.quietly(() => this.server.request("outline", { id }));
  }

  /**
   * Asks for what is only shown: an editor that lacks it goes on.
   * @template Result @param {() => Promise<Result>} action @returns {Promise<Result | undefined>}
   */
  async quietly(action) {
    try {
      return await action();
    } catch (caught) {
      const error = /** @type {import("../server/connection").ServerError} */ (caught);
      const isExpected = error instanceof ConnectionLost || error instanceof vscode.FileSystemError ||
        error.code === METHOD_NOT_FOUND || error.code === REQUEST_CANCELLED || error.kind !== undefined;
      if (!isExpected) throw error;
      return undefined;
    }
  }
}

const REQUEST_CANCELLED = -32800;

/** @param {WireRange} range @returns {import("vscode").Range} */
function rangeOf({ start, end }) {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** @param {WireRange} range @param {import("vscode").Position} position @returns {boolean} its end is part of it */
function contains({ start, end }, { line, character }) {
  const isBehindStart = line > start.line || (line === start.line && character >= start.character);
  return isBehindStart && (line < end.line || (line === end.line && character <= end.character));
}

/** @param {Outline | undefined} outline @param {import("vscode").Position} position @returns {Link | undefined} */
function linkAt(outline, position) {
  return outline?.links.find(({ range }) => contains(range, position));
}

/**
 * The heading that a fragment names, as the server finds it: by its words, else by its slug, else as Obsidian names it.
 * @param {Pick<Outline, "headings">} outline @param {string} fragment @returns {Heading | undefined}
 */
function headingAt({ headings }, fragment) {
  const slugs = [plain(fragment), slugOf(fragment)].map((each) => each.normalize());
  return headings.find(({ text }) => same(text, fragment)) ??
    headings.find(({ slug }) => slug && slugs.includes(slug.normalize())) ?? headingBelow(headings, fragment);
}

/**
 * The heading that a fragment names without marks, perhaps behind headings above it, not each of which need be named.
 * @param {Heading[]} headings @param {string} fragment @returns {Heading | undefined}
 */
function headingBelow(headings, fragment) {
  const names = fragment.split("#").filter((name) => name).map(unmarked);
  if (!names.length || names.includes("")) return undefined;
  /** @type {Heading[]} */
  let way = [];
  return headings.find((heading) => {
    way = [...way.filter(({ level }) => level < heading.level), heading];
    if (unmarked(heading.text) !== names[names.length - 1]) return false;
    let left = names.length;
    for (const { text } of [...way].reverse()) if (left && unmarked(text) === names[left - 1]) left -= 1;
    return !left;
  });
}

/**
 * Where a fragment leads in a memo: a heading or a block.
 * @param {Pick<Outline, "headings" | "blocks">} outline @param {string} [fragment]
 * @returns {WireRange | undefined}
 */
function fragmentRange({ headings, blocks }, fragment) {
  if (!fragment) return undefined;
  if (fragment.startsWith("^")) return blocks.find(({ name }) => same(name, fragment.slice(1)))?.range;
  return headingAt({ headings }, fragment)?.range;
}

/**
 * What names a heading and no other.
 * @param {Outline} outline @param {Heading} heading
 * @returns {string | undefined} its words, or its slug; nothing if both name another one
 */
function nameOf(outline, heading) {
  return [heading.text, heading.slug].find((name) => headingAt(outline, name) === heading);
}

/** @param {string} left @param {string} right */
const same = (left, right) => plain(left) === plain(right);
/** @param {string} text */
const plain = (text) => caseless(text).replace(/[\s\u{85}]+/gu, " ").trim();

/** @param {string} text @returns {string} a heading's words without case and without the marks that links can't have */
const unmarked = (text) => plain(plain(text).replace(/[!-&(-,./:-@[-^`{-~]/g, " "));

/**
 * A text without case and in one composition, by Unicode's full case folding, which JavaScript lacks: ß is SS. A
 * dotless i, whose capital is that of another letter, stays.
 * @param {string} text
 */
function caseless(text) {
  return text.normalize("NFD")
    .replace(/[^ı]+/gu, (part) => part.toLowerCase().toUpperCase().toLowerCase()).normalize();
}

/** @param {string} text @returns {string} the slug that a heading of these words would have, as GitHub gives it */
function slugOf(text) {
  return text.toLowerCase().replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc} -]/gu, "").replace(/ /g, "-");
}

/** @param {Candidate} candidate @returns {{ id: string, displayTitle: string }} */
function memoOf({ id, title, displayTitle }) {
  return { id, displayTitle: displayTitle ?? title ?? "" };
}

module.exports = { Outlines, contains, fragmentRange, headingAt, idOf, linkAt, memoOf, nameOf, rangeOf };
