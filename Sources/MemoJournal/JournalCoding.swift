package import MemoModel

/// Writes records as bytes: little-endian, no padding. ``JournalDecoder`` trusts nothing that it reads.
package struct JournalEncoder {
  /// The record, except for a whole text at its end.
  package private(set) var bytes: [UInt8] = []
  /// The text at its end, which is written without copying it.
  package private(set) var text: WholeText?

  /// Creates an encoder.
  package init() {}

  /// The number of bytes that the record has.
  package var count: Int { bytes.count + (text?.count ?? 0) }

  /// Encodes a record in place of the last one.
  package mutating func encode(_ record: JournalRecord) {
    // Room for a keystroke is kept, room for a whole book is not.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
    text = nil
    switch record.change {
    case .created(let state, let text):
      begin(.created, record)
      append(state)
      append(text.count)
      self.text = text
    case .edited(let modifiedAt, let edits):
      begin(.edited, record)
      append(modifiedAt.millisecondsSince1970)
      append(edits)
    case .stated(let state, let edits):
      begin(.stated, record)
      append(state)
      append(edits)
    case .moved(let state, let edits, let revision, let links):
      begin(.moved, record)
      append(state)
      append(edits)
      append(revision)
      append(links.undoTo)
      append(links.redoTo)
    case .removed:
      begin(.removed, record)
    case .rebased(let state, let edits):
      begin(.rebased, record)
      append(state)
      append(edits)
    }
  }

  private mutating func begin(_ kind: JournalKind, _ record: JournalRecord) {
    var agent = record.by
    if case .moved(_, _, _, let links) = record.change { agent = links.by }
    bytes.append(kind.rawValue | (agent == nil ? 0 : JournalKind.hasAgent))
    append(record.version)
    append(record.base)
    append(record.id.description)
    if let agent { append(agent) }
  }

  private mutating func append(_ number: Int) {
    withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ text: [UInt8]) {
    append(text.count)
    bytes.append(contentsOf: text)
  }

  private mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func append(_ state: JournalRecord.State) {
    append(state.createdAt.millisecondsSince1970)
    append(state.modifiedAt.millisecondsSince1970)
    // The earliest moment stands for "never".
    append(state.trashedAt?.millisecondsSince1970 ?? .min)
    append(state.properties)
  }

  private mutating func append(_ edits: [JournalRecord.TextEdit]) {
    append(edits.count)
    for edit in edits {
      append(edit.range.lowerBound)
      append(edit.range.count)
      append(edit.text)
    }
  }
}

enum JournalKind: UInt8 {
  case created = 1, edited, stated, removed, rebased, moved

  /// The bit of the kind that announces an agent's name after the identifier.
  static let hasAgent: UInt8 = 0x80
}

/// Reads one record's bytes; nil wherever they are not a valid record.
package struct JournalDecoder {
  private var rest: ArraySlice<UInt8>

  /// Takes a record's bytes.
  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The record.
  package mutating func record() -> JournalRecord? {
    guard let first = rest.popFirst(), let kind = JournalKind(rawValue: first & ~JournalKind.hasAgent),
      let version = number(), MemoMetadata.versions.contains(version),
      let base = revision(), let id = string().flatMap(MemoID.init)
    else { return nil }
    var agent: String?
    if first & JournalKind.hasAgent != 0 {
      agent = string().flatMap(Authorship.name)
      if agent == nil { return nil }
    }
    guard let change = change(kind, by: agent), rest.isEmpty else { return nil }
    return JournalRecord(id: id, version: version, base: base, by: kind == .moved ? nil : agent, change: change)
  }

  private mutating func change(_ kind: JournalKind, by agent: String?) -> JournalRecord.Change? {
    switch kind {
    case .created:
      guard let state = state(), let text = string() else { return nil }
      return .created(state, text: WholeText(text))
    case .edited:
      guard let modifiedAt = number(), let edits = edits() else { return nil }
      return .edited(modifiedAt: Timestamp(millisecondsSince1970: modifiedAt), edits)
    case .stated:
      guard let state = state(), let edits = edits() else { return nil }
      return .stated(state, edits)
    case .moved:
      guard let state = state(), let edits = edits(), let target = revision(), let undoTo = revision(),
        let redoTo = revision()
      else { return nil }
      return .moved(state, edits, to: target, UndoLinks(undoTo: undoTo, redoTo: redoTo, by: agent))
    case .removed: return .removed
    case .rebased:
      guard let state = state(), let edits = edits() else { return nil }
      return .rebased(state, edits)
    }
  }

  private mutating func number() -> Int? {
    guard rest.count >= 8 else { return nil }
    let number = rest.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
    rest = rest.dropFirst(8)
    return Int(Int64(littleEndian: number))
  }

  private mutating func revision() -> Int? { number().flatMap { $0 >= 0 ? $0 : nil } }

  private mutating func text() -> ArraySlice<UInt8>? {
    guard let count = number(), count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private mutating func string() -> String? { text().flatMap { String(validating: $0, as: UTF8.self) } }

  private mutating func state() -> JournalRecord.State? {
    guard let createdAt = number(), let modifiedAt = number(), let trashedAt = number(), let properties = text()
    else { return nil }
    return JournalRecord.State(
      createdAt: Timestamp(millisecondsSince1970: createdAt),
      modifiedAt: Timestamp(millisecondsSince1970: modifiedAt),
      trashedAt: trashedAt == .min ? nil : Timestamp(millisecondsSince1970: trashedAt),
      properties: Array(properties))
  }

  private mutating func edits() -> [JournalRecord.TextEdit]? {
    // Each edit has at least three numbers: a count that the bytes could not hold is damaged.
    guard let count = number(), count >= 0, count <= rest.count / 24 else { return nil }
    var edits: [JournalRecord.TextEdit] = []
    for _ in 0..<count {
      guard let start = number(), let length = number(), start >= 0, length >= 0, let text = string() else {
        return nil
      }
      let (end, overflow) = start.addingReportingOverflow(length)
      guard !overflow else { return nil }
      edits.append(JournalRecord.TextEdit(range: start..<end, text: text))
    }
    return edits
  }
}
