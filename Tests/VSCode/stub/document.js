"use strict";

const { EndOfLine, Position, Range } = require("./values");

/**
 * A text document as VS Code keeps it: one kind of line end for all, edits that all count from the text before them,
 * undo, and being dirty, which is told after what made it so. `changed` is told of both.
 */
class DocumentModel {
  constructor(uri, text, { changed, save }) {
    this.uri = uri;
    this.languageId = "markdown";
    this.eolText = lineEndOf(text);
    this.lines = text.split(/\r\n|\r|\n/);
    this.version = 1;
    this.isDirty = false;
    this.isClosed = false;
    this.changed = changed;
    this.saveModel = save;
    this.undoStack = [];
    this.redoStack = [];
    /** Which text it is: undoing gives an earlier one back. */
    this.state = 0;
    this.lastState = 0;
    this.savedState = 0;
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
  edit(edits, { shuffle = (changes) => changes, undoing = undefined } = {}) {
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
    const taken = {
      edits: inverse.map((edit) => ({ ...edit, start: this.position(edit.start), end: this.position(edit.end) })),
      state: this.state,
    };
    this.state = undoing ?? ++this.lastState;
    if (undoing === undefined) {
      this.undoStack.push(taken);
      this.redoStack = [];
    }
    // Of two insertions at one place only their order tells which comes first.
    const places = new Set(contentChanges.map(({ rangeOffset, rangeLength }) => `${rangeOffset} ${rangeLength}`));
    this.fire(places.size === contentChanges.length ? shuffle(contentChanges) : contentChanges);
    return taken;
  }

  type(text, at = this.end()) {
    this.edit([{ start: at, end: at, text }]);
  }

  undo() {
    const taken = this.undoStack.pop();
    if (taken?.eol) this.setEndOfLine(taken.eol, taken.state);
    else if (taken) this.redoStack.push(this.edit(taken.edits, { undoing: taken.state }));
  }

  redo() {
    const taken = this.redoStack.pop();
    if (taken) this.undoStack.push(this.edit(taken.edits, { undoing: taken.state }));
  }

  /** The user chooses other line ends: told as one change of the whole text. */
  setEndOfLine(eolText, undoing = undefined) {
    const rangeLength = this.getText().length;
    if (undoing === undefined) this.undoStack.push({ eol: this.eolText, state: this.state });
    this.state = undoing ?? ++this.lastState;
    this.eolText = eolText;
    const range = new Range(new Position(0, 0), this.end());
    this.fire([{ range, rangeOffset: 0, rangeLength, text: this.getText() }]);
  }

  /** The file is read again: other line ends come first, then the lines that differ, and it is not dirty for that. */
  reload(text) {
    const isTracked = this.tracks;
    this.tracks = false;
    if (lineEndOf(text) !== this.eolText && /\r|\n/.test(text)) this.setEndOfLine(lineEndOf(text));
    const lines = text.split(/\r\n|\r|\n/);
    let head = 0;
    const shorter = Math.min(lines.length, this.lines.length) - 1;
    while (head < shorter && lines[head] === this.lines[head]) head++;
    let tail = 0;
    while (tail < shorter - head && lines.at(-1 - tail) === this.lines.at(-1 - tail)) tail++;
    const last = this.lines.length - 1 - tail;
    const replacement = lines.slice(head, lines.length - tail).join("\n");
    if (this.lines.slice(head, last + 1).join("\n") !== replacement) {
      const end = new Position(last, this.lines[last].length);
      this.edit([{ start: new Position(head, 0), end, text: replacement }]);
    }
    this.tracks = isTracked;
    this.savedState = this.state;
  }

  /** The change is told while the document is still called what it was. */
  fire(contentChanges) {
    this.version++;
    this.changed(this, contentChanges);
    if (this.tracks) this.setDirty(this.state !== this.savedState);
  }

  setDirty(isDirty) {
    if (!isDirty) this.savedState = this.state;
    if (this.isDirty === isDirty) return;
    this.isDirty = isDirty;
    this.changed(this, []);
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

/** Whether what is changed makes it dirty: all but what is read again. */
DocumentModel.prototype.tracks = true;

/** The kind of line end that VS Code gives to the whole text. */
function lineEndOf(text) {
  const carriageReturns = (text.match(/\r/g) ?? []).length;
  const ends = (text.match(/\r\n|\r|\n/g) ?? []).length;
  return carriageReturns > ends / 2 ? "\r\n" : "\n";
}

module.exports = { DocumentModel };
