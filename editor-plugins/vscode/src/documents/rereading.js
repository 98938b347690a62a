// @ts-check
"use strict";

const { withLineFeeds } = require("../text/lines");
const { lineEnd, shown } = require("./edits");

/**
 * What a change of a document is. adopted: what it was to adopt. file: what VS Code was given of the file. line ends:
 * other ones, after which the file's text may come. garbled: the file in another encoding. doubtful: that, or typed.
 * @typedef {"adopted" | "file" | "line ends" | "garbled" | "doubtful" | "typed"} Kind
 */

// So long VS Code may take to read a file again that it was told has changed.
const PATIENCE_MS = 3000;

/**
 * VS Code reading an open memo's file again. So a clean document gets another text and stays clean: nothing has to be
 * saved, and nobody who changes what is saved is asked.
 */
class Rereading {
  /**
   * @param {number} mtime of the file that VS Code read
   * @param {() => void} ask tells it that the file has changed
   * @param {import("./states").States} states the document's, which are noted here
   */
  constructor(mtime, ask, states) {
    /** What the file's time is: never later than VS Code knows, but while it is to read again. */
    this.mtime = mtime;
    this.highest = mtime;
    this.ask = ask;
    this.states = states;
    /**
     * What VS Code was given last, until the document changes.
     * @type {string | undefined}
     */
    this.given = undefined;
    /**
     * What it shows of that.
     * @type {string | undefined}
     */
    this.read = undefined;
    /**
     * Other line ends, of a file read again or chosen by the user.
     * @type {import("vscode").TextDocumentChangeEvent | undefined}
     */
    this.newEnds = undefined;
    /**
     * The state of a document that VS Code decoded wrongly.
     * @type {string | undefined}
     */
    this.garbled = undefined;
    /** @type {(isShown: boolean) => void} */
    this.settle = () => {};
  }

  /** @returns {Promise<boolean>} whether the document shows what it was given; not if something was typed first */
  async request() {
    const before = this.mtime;
    this.highest = Math.max(Date.now(), this.highest + 1);
    this.mtime = this.highest;
    const shows = new Promise((resolve) => (this.settle = resolve));
    const patience = setTimeout(() => this.settle(false), PATIENCE_MS).unref();
    this.ask();
    const isShown = await shows;
    clearTimeout(patience);
    if (!isShown) this.mtime = before;
    return isShown;
  }

  /**
   * @param {import("vscode").TextDocumentChangeEvent} event
   * @param {string} eol the document's line end before
   * @param {string | undefined} adopted what it is to show
   * @returns {Kind}
   */
  kindOf(event, eol, adopted) {
    const { document } = event;
    const text = shown(document);
    const before = this.states.last;
    this.states.add(text);
    // What is typed into a clean document makes it dirty too, but that is told after this.
    const given = document.isDirty ? undefined : this.given;
    if (given !== undefined && !this.newEnds && lineEnd(document) !== eol && this.states.last === before) {
      this.newEnds = event;
      return "line ends";
    }
    this.given = undefined;
    this.read = given;
    if (text === adopted) return "adopted";
    if (this.states.last === this.garbled) return "garbled";
    if (given === undefined) return "typed";
    return text === withLineFeeds(given) ? "file" : "doubtful";
  }

  /** The document shows the file in another encoding. */
  isGarbled() {
    this.garbled = this.states.last;
  }
}

module.exports = { Rereading };
