"use strict";

const MARKS = [["utf8bom", [0xef, 0xbb, 0xbf]], ["utf16le", [0xff, 0xfe]], ["utf16be", [0xfe, 0xff]]];
const LABELS = { utf8: "utf-8", utf8bom: "utf-8", utf16le: "utf-16le", utf16be: "utf-16be", euckr: "euc-kr",
  windows1252: "windows-1252" };

/**
 * The encoding that a file is read in: a byte order mark beats guessing, and guessing beats the setting; the one in
 * which the user opened it again beats all. Of plain UTF-8 the guess is wrong: nothing may depend on its luck.
 */
function encodingOf(bytes, { chosen, guesses, setting }) {
  if (chosen) return chosen;
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  return marked?.[0] ?? (guesses ? "windows1252" : setting ?? "utf8");
}

/** The text, without the mark if that is the encoding's. */
function decode(bytes, encoding) {
  const mark = MARKS.find(([name]) => name === encoding)?.[1] ?? [];
  const isMarked = mark.length > 0 && mark.every((byte, index) => bytes[index] === byte);
  return new TextDecoder(LABELS[encoding], { ignoreBOM: true }).decode(bytes.subarray(isMarked ? mark.length : 0));
}

/** The bytes, with a question mark for what the encoding does not have. */
function encode(text, encoding) {
  const mark = Buffer.from(MARKS.find(([name]) => name === encoding)?.[1] ?? []);
  return Buffer.concat([mark, body(text, encoding)]);
}

function body(text, encoding) {
  if (LABELS[encoding] === "utf-8") return Buffer.from(text, "utf8");
  if (encoding.startsWith("utf16")) {
    const bytes = Buffer.from(text, "utf16le");
    return encoding === "utf16be" ? bytes.swap16() : bytes;
  }
  const table = tableOf(encoding);
  return Buffer.concat([...text].map((character) => table.get(character) ?? Buffer.from("?")));
}

const tables = new Map();

/** The bytes for each character: what one or two bytes mean, the other way round. */
function tableOf(encoding) {
  if (tables.has(encoding)) return tables.get(encoding);
  const decoder = new TextDecoder(LABELS[encoding]);
  const table = new Map();
  const add = (bytes) => {
    const text = decoder.decode(bytes);
    if ([...text].length === 1 && text !== "\ufffd" && !table.has(text)) table.set(text, bytes);
  };
  for (let first = 0; first < 256; first++) add(Buffer.from([first]));
  for (let first = 0x81; first < 255; first++) {
    for (let second = 0x41; second < 255; second++) add(Buffer.from([first, second]));
  }
  tables.set(encoding, table);
  return table;
}

module.exports = { decode, encode, encodingOf };
