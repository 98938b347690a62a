import MemoModel

/// The texts of one journal, as its changes make them. Changes that fit no known text are kept as the words that were
/// typed.
struct JournalSalvage {
  private struct Replayed {
    var version: Int
    /// The stored revision that its process started from; 0 for none.
    var base: Int
    /// The text; nil once the memo was destroyed.
    var text: [UInt8]?
  }

  private let database: DatabaseSalvage?
  private let saved: [MemoID: JournalMark]?
  private var memos: [MemoID: Replayed] = [:]
  private var fragments: [MemoID: Fragments] = [:]

  init(_ journal: JournalView, saved: [MemoID: JournalMark]?, _ database: DatabaseSalvage?) {
    self.database = database
    self.saved = saved
    for (sequence, record) in journal.scatteredRecords where sequence > saved?[record.id]?.sequence ?? 0 {
      if let memo = result(of: record) {
        memos[record.id] = memo
      } else {
        fragments[record.id, default: Fragments()].add(record.change)
      }
    }
  }

  /// The texts that differ from the database's.
  var texts: [SalvagedText] {
    let whole = memos.sorted { $0.key.description < $1.key.description }.compactMap { id, memo -> SalvagedText? in
      guard let text = memo.text, database?.memo(id: id)?.text != text else { return nil }
      return SalvagedText(memo: id.description, source: .journal, bytes: text)
    }
    let pieces = fragments.filter { !$0.value.text.isEmpty }.sorted { $0.key.description < $1.key.description }
    return whole
      + pieces.map { id, pieces in
        SalvagedText(memo: id.description, source: .fragments, bytes: Array("\(pieces.text)\n".utf8))
      }
  }

  /// A memo after a change; nil if the change fits nothing that is known.
  private func result(of record: JournalRecord) -> Replayed? {
    let (version, base) = (record.version, record.base)
    switch record.change {
    case .created(_, let text): return Replayed(version: version, base: base, text: text.bytes)
    case .removed: return Replayed(version: version, base: base, text: nil)
    case .rebased(_, let edits):
      guard var text = database?.text(of: record.id, revision: base), Self.apply(edits, to: &text) else { return nil }
      return Replayed(version: version, base: base, text: text)
    case .edited(_, let edits), .stated(_, let edits), .moved(_, let edits, _, _):
      guard var text = text(before: record), Self.apply(edits, to: &text) else { return nil }
      return Replayed(version: version, base: base, text: text)
    }
  }

  /// The text that a change starts from.
  private func text(before record: JournalRecord) -> [UInt8]? {
    if let memo = memos[record.id] {
      if memo.version == record.version - 1, let text = memo.text { return text }
      // Its process dropped the memo, and started anew from what another process had stored.
      return record.base == memo.base ? nil : database?.text(of: record.id, revision: record.base)
    }
    // A change made during a save is based on what that stored.
    let mark = saved?[record.id]
    return database?.text(of: record.id, revision: mark?.base == record.base ? mark?.revision ?? 0 : record.base)
  }

  private static func apply(_ edits: [JournalRecord.TextEdit], to text: inout [UInt8]) -> Bool {
    for edit in edits {
      guard edit.range.upperBound <= text.count, isBorder(edit.range.lowerBound, text),
        isBorder(edit.range.upperBound, text)
      else { return false }
      text.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    return true
  }

  /// Whether an offset does not split a character of UTF-8: bytes of the form 10xxxxxx continue one.
  private static func isBorder(_ offset: Int, _ text: [UInt8]) -> Bool {
    offset == text.count || text[offset] & 0xC0 != 0x80
  }
}

/// The typed words, run by run: a word is not split into the keystrokes that typed it.
private struct Fragments {
  private(set) var text = ""
  /// The place of the next letter if it is typed right after the last one.
  private var end: Int?

  mutating func add(_ change: JournalRecord.Change) {
    switch change {
    case .created(_, let whole): add(whole.string, at: nil)
    case .edited(_, let edits), .stated(_, let edits), .moved(_, let edits, _, _), .rebased(_, let edits):
      for edit in edits { add(edit.text, at: edit.range.lowerBound) }
    case .removed: break
    }
  }

  private mutating func add(_ piece: String, at start: Int?) {
    guard !piece.isEmpty else { return }
    if !text.isEmpty, start == nil || start != end { text += "\n" }
    text += piece
    // The recorded place may be anywhere.
    end = start.map { $0 &+ piece.utf8.count }
  }
}
