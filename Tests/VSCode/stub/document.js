"use strict";

const { EndOfLine, Position, Range } = require("./values");

/**
 * A text document as VS Code keeps it: one kind of line end for all, edits that all count from the text before them,
 * and undo.
 */
class DocumentModel {
  constructor(uri, text, { changed, save }) {
    const carriageReturns = (text.match(/\r/g) ?? []).length;
    const ends = (text.match(/\r\n|\r|\n/g) ?? []).length;
    this.uri = uri;
    this.languageId = "markdown";
    this.eolText = carriageReturns > ends / 2 ? "\r\n" : "\n";
    this.lines = text.split(/\r\n|\r|\n/);
    this.version = 1;
    this.isDirty = false;
    this.isClosed = false;
    this.changed = changed;
    this.saveModel = save;
    this.undoStack = [];
    this.redoStack = [];
  }

  get eol() {
    return this.eolText === "\n" ? EndOfLine.LF : EndOfLine.CRLF;
  }

  get lineCount() {
    return this.lines.length;
  }

  lineAt(line) {
    return { text: this.lines[line] };
  }

  getText() {
    return this.lines.join(this.eolText);
  }

  save() {
    return this.saveModel(this);
  }

  /** Edits of one event: none overlaps another. `shuffle` puts them in another order in the event. */
  edit(edits, { shuffle = (changes) => changes, undoing = false } = {}) {
    const ascending = edits.map(({ start, end, text }, index) =>
      ({ start: this.offset(start), end: this.offset(end), text: text.replace(/\r\n|\r|\n/g, this.eolText), index }));
    ascending.sort((a, b) => a.start - b.start || a.end - b.end || a.index - b.index);
    const before = this.getText();
    let after = "";
    let at = 0;
    const inverse = [];
    for (const { start, end, text } of ascending) {
      if (start < at) throw new Error("overlapping edits");
      after += before.slice(at, start);
      inverse.push({ start: after.length, end: after.length + text.length, text: before.slice(start, end) });
      after += text;
      at = end;
    }
    after += before.slice(at);
    const contentChanges = ascending.reverse().map(({ start, end, text }) => ({
      range: new Range(this.position(start), this.position(end)), rangeOffset: start, rangeLength: end - start, text,
    }));
    this.lines = after.split(this.eolText);
    if (!undoing) {
      this.undoStack.push(
        inverse.map((edit) => ({ ...edit, start: this.position(edit.start), end: this.position(edit.end) })));
      this.redoStack = [];
    }
    // Of two insertions at one place only their order tells which comes first.
    const places = new Set(contentChanges.map(({ rangeOffset, rangeLength }) => `${rangeOffset} ${rangeLength}`));
    this.fire(places.size === contentChanges.length ? shuffle(contentChanges) : contentChanges);
    return inverse.map((edit) => ({ ...edit, start: this.position(edit.start), end: this.position(edit.end) }));
  }

  type(text, at = this.end()) {
    this.edit([{ start: at, end: at, text }]);
  }

  undo() {
    const edits = this.undoStack.pop();
    if (edits?.eol) this.setEndOfLine(edits.eol, true);
    else if (edits) this.redoStack.push(this.edit(edits, { undoing: true }));
  }

  redo() {
    const edits = this.redoStack.pop();
    if (edits) this.undoStack.push(this.edit(edits, { undoing: true }));
  }

  /** The user chooses other line ends: told as one change of the whole text. */
  setEndOfLine(eolText, undoing = false) {
    const rangeLength = this.getText().length;
    if (!undoing) this.undoStack.push({ eol: this.eolText });
    this.eolText = eolText;
    const range = new Range(new Position(0, 0), this.end());
    this.fire([{ range, rangeOffset: 0, rangeLength, text: this.getText() }]);
  }

  fire(contentChanges) {
    this.version++;
    const wasDirty = this.isDirty;
    this.isDirty = true;
    this.changed(this, contentChanges);
    if (!wasDirty) this.changed(this, []);
  }

  end() {
    return new Position(this.lines.length - 1, this.lines[this.lines.length - 1].length);
  }

  offset({ line, character }) {
    if (line >= this.lines.length) return this.getText().length;
    let offset = Math.min(character, this.lines[line].length);
    for (let before = 0; before < line; before++) offset += this.lines[before].length + this.eolText.length;
    return offset;
  }

  position(offset) {
    let line = 0;
    while (line < this.lines.length - 1 && offset >= this.lines[line].length + this.eolText.length) {
      offset -= this.lines[line++].length + this.eolText.length;
    }
    return new Position(line, Math.min(offset, this.lines[line].length));
  }
}

module.exports = { DocumentModel };
