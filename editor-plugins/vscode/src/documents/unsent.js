// @ts-check
"use strict";

// What is typed in a moment is on its way in so many pieces at most; which of them arrived nobody knows after a crash.
const MOST_STATES = 64;
// Of a longer text only its state is kept with every answer.
const LONGEST_KEPT = 50000;

/**
 * Remembers, over a crash or a reload of the window too, what a document stood on before edits that no server took, and
 * which of its states went to the server last: VS Code keeps the document itself.
 */
class Unsent {
  /** @param {import("vscode").Memento} memento */
  constructor(memento) {
    this.memento = memento;
  }

  /** @param {string} id @returns {string | undefined} */
  take(id) {
    return this.memento.get(key(id));
  }

  /** @param {string} id @param {() => string} text asked only if nothing is kept yet */
  keep(id, text) {
    if (this.take(id) === undefined) this.memento.update(key(id), text());
  }

  /** @param {string} id */
  drop(id) {
    if (this.take(id) !== undefined) this.memento.update(key(id), undefined);
  }

  /** @param {string} id @param {string} state of the text that is being sent */
  sent(id, state) {
    const known = this.known(id);
    if (known.sent[known.sent.length - 1] === state || (known.sent.length === 0 && known.taken === state)) return;
    this.memento.update(knownKey(id), { ...known, sent: [...known.sent, state].slice(-MOST_STATES) });
  }

  /** @param {string} id @param {string} state of the text that the server has for certain @param {string} text */
  taken(id, state, text) {
    const known = this.known(id);
    if (known.taken === state && known.sent.length === 0) return;
    this.memento.update(knownKey(id), { taken: state, text: text.length <= LONGEST_KEPT ? text : undefined, sent: [] });
  }

  /** @param {string} id @param {string} state @returns {boolean} whether the server had it for certain */
  wasTaken(id, state) {
    return this.known(id).taken === state;
  }

  /** @param {string} id @param {string} state @returns {boolean} whether the server had it, or may have got it since */
  wasSent(id, state) {
    return this.wasTaken(id, state) || this.known(id).sent.includes(state);
  }

  /** @param {string} id @returns {string | undefined} the text that the server had last for certain, if it is short */
  takenText(id) {
    return this.known(id).text;
  }

  /** @param {string} id of a document that is closed */
  forget(id) {
    this.memento.update(knownKey(id), undefined);
  }

  /** @param {string} id @returns {{ taken?: string, text?: string, sent: string[] }} sent since, oldest first */
  known(id) {
    return this.memento.get(knownKey(id)) ?? { sent: [] };
  }
}

/** @param {string} id */
const key = (id) => `memo.unsent.${id}`;
/** @param {string} id */
const knownKey = (id) => `memo.known.${id}`;

module.exports = { Unsent };
