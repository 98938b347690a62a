// @ts-check
"use strict";

// What is typed in a moment is on its way in so many pieces at most; which of them arrived nobody knows after a crash.
const MOST_STATES = 64;
// Of a longer text only its state is kept with every answer.
const LONGEST_KEPT = 50000;

/**
 * Remembers, over a crash or a reload of the window too, what a document stood on before edits that no server took, and
 * which of its states went to the server last: VS Code keeps the document itself. A memo's other documents, under other
 * names, stand on texts of their own.
 */
class Unsent {
  /** @param {import("vscode").Memento} memento @param {import("vscode").Uri} uri the document's name */
  constructor(memento, uri) {
    this.memento = memento;
    this.key = `memo.unsent.${uri}`;
    this.knownKey = `memo.known.${uri}`;
  }

  /** @returns {string | undefined} */
  take() {
    return this.memento.get(this.key);
  }

  /** @param {() => string} text asked only if nothing is kept yet */
  keep(text) {
    if (this.take() === undefined) this.memento.update(this.key, text());
  }

  drop() {
    if (this.take() !== undefined) this.memento.update(this.key, undefined);
  }

  /** @param {string} state of the text that is being sent */
  sent(state) {
    const { known } = this;
    if (known.sent[known.sent.length - 1] === state || (known.sent.length === 0 && known.taken === state)) return;
    this.memento.update(this.knownKey, { ...known, sent: [...known.sent, state].slice(-MOST_STATES) });
  }

  /** @param {string} state of the text that the server has for certain @param {string} text */
  taken(state, text) {
    const { known } = this;
    if (known.taken === state && known.sent.length === 0) return;
    const kept = text.length <= LONGEST_KEPT ? text : undefined;
    this.memento.update(this.knownKey, { taken: state, text: kept, sent: [] });
  }

  /** @param {string} state @returns {boolean} whether the server had it for certain */
  wasTaken(state) {
    return this.known.taken === state;
  }

  /** @param {string} state @returns {boolean} whether the server had it, or may have got it since */
  wasSent(state) {
    return this.wasTaken(state) || this.known.sent.includes(state);
  }

  /** @returns {string | undefined} the text that the server had last for certain, if it is short */
  get takenText() {
    return this.known.text;
  }

  /** The document is closed. */
  forget() {
    this.memento.update(this.knownKey, undefined);
  }

  /** @returns {{ taken?: string, text?: string, sent: string[] }} sent since, oldest first */
  get known() {
    return this.memento.get(this.knownKey) ?? { sent: [] };
  }
}

module.exports = { Unsent };
