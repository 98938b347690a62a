// @ts-check
"use strict";

const vscode = require("vscode");
const { Lines, wellFormed, withLineFeeds } = require("../text/lines");

/**
 * @typedef {import("../text/lines").Change} Change
 * @typedef {object} Edit one event of the editor, or a change of properties; one version
 * @property {Change[]} changes each applies to what the one before left
 * @property {Change[]} inverses how to take them back
 * @property {object} [properties]
 * @property {(error?: Error) => void} [answered] told when the server has taken it, or why it never will
 * @property {number} length of the text after it, in UTF-16 units
 * @property {string} state what tells the document's text after it from others
 * @property {boolean} sent whether the server may have it
 * @property {boolean} [lineEnds] whether it changes the kind of all line ends
 */

/** @typedef {Omit<Edit, "length" | "state" | "sent">} MadeEdit an edit before it is in a row with others */

/** What was typed into a document and is not known to be with the server, and the text that this makes. */
class Edits {
  /**
   * @param {import("vscode").TextDocument} document
   * @param {import("./states").States} states the document's
   * @param {string | undefined} text what the document was made of, with its own line ends
   * @param {string | undefined} base what the document began as, where that is not what it shows
   */
  constructor(document, states, text, base) {
    this.states = states;
    /** @type {Edit[]} in order */
    this.all = [];
    this.base = base;
    this.eol = lineEnd(document);
    /** The memo's text once the server has taken all edits: the document's but for line ends. */
    this.mirror = mirrorOf(document, text);
  }

  /**
   * Begins anew with what the document shows; only properties are still to be sent.
   * @param {import("vscode").TextDocument} document
   * @param {string} [text] what the document was made of, with its own line ends
   */
  restart(document, text) {
    this.mirror = mirrorOf(document, text);
    this.all = this.all.filter((edit) => edit.properties).map((edit) => ({ ...edit, length: this.mirror.length }));
    this.base = undefined;
    this.eol = lineEnd(document);
  }

  get isEmpty() {
    return this.all.length === 0;
  }

  /**
   * @param {import("vscode").TextDocumentChangeEvent} event
   * @returns {Edit}
   */
  add({ document, contentChanges }) {
    const lineEnds = lineEnd(document) !== this.eol;
    this.eol = lineEnd(document);
    /** @type {MadeEdit} */
    const edit = { changes: [], inverses: [], lineEnds };
    // All count from the text before the event. The later ones first, none moves another.
    const end = (/** @type {import("vscode").TextDocumentContentChangeEvent} */ each) =>
      each.rangeOffset + each.rangeLength;
    const sorted = [...contentChanges].sort((a, b) => end(b) - end(a) || b.rangeOffset - a.rangeOffset);
    for (const { range, text } of sorted) {
      const places = { start: place(range.start), end: place(range.end) };
      const change = this.mirror.keepingLines({ range: places, text: wellFormed(text) }, this.eol);
      edit.changes.push(change);
      edit.inverses.push(this.mirror.apply(change));
    }
    return this.push(edit);
  }

  /**
   * @param {object} properties a merge patch
   * @param {(error?: Error) => void} answered
   * @returns {Edit}
   */
  addProperties(properties, answered) {
    return this.push({ changes: [], inverses: [], properties, answered });
  }

  /**
   * Forgets the first edits. Not those of properties, of which nobody knows: the same twice is the same.
   * @param {number} count @param {number} length of the server's text
   */
  drop(count, length) {
    const properties = this.all.splice(0, count).filter((edit) => edit.properties);
    this.all.unshift(...properties.map((edit) => ({ ...edit, length })));
  }

  /**
   * @param {MadeEdit} made with which the text is the mirror's
   * @returns {Edit}
   */
  push(made) {
    const edit = { ...made, length: this.mirror.length, state: this.states.last, sent: false };
    this.all.push(edit);
    return edit;
  }

  /**
   * @param {number} [taken] after so many of them
   * @returns {string} the text that the edits stand on
   */
  textBefore(taken = 0) {
    if (this.base !== undefined) return this.base;
    const before = this.mirror.copy();
    for (const { inverses } of this.all.slice(taken).reverse()) {
      for (const inverse of [...inverses].reverse()) before.apply(inverse);
    }
    return before.text;
  }

  /**
   * Forgets the edit that the server has taken without being heard to: only the first was sent.
   * @param {string} text the server's now
   */
  dropTaken(text) {
    const [first] = this.all;
    if (this.base !== undefined || !first?.sent || first.length !== text.length) return;
    if (this.textBefore(1) === text) this.drop(1, text.length);
  }
}

/**
 * @param {import("vscode").TextDocument} document @param {string | undefined} text what it was made of
 * @returns {Lines}
 */
function mirrorOf(document, text) {
  return new Lines(text !== undefined && withLineFeeds(text) === shown(document) ? text : document.getText());
}

/** @param {import("vscode").Position} position */
const place = ({ line, character }) => ({ line, character });

/** @param {import("vscode").TextDocument} document */
const lineEnd = (document) => (document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n");

/**
 * @param {import("vscode").TextDocument} document
 * @returns {string} its text with "\n" for every line end
 */
const shown = (document) => withLineFeeds(wellFormed(document.getText()));

module.exports = { Edits, lineEnd, shown };
