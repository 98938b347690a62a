import MemoEngine
import MemoJournal
import MemoModel
import TestDoubles
import TestSupport

extension FuzzTarget {
  /// Any changes are read from a journal as they were written, and from a damaged one as far as they are whole; and
  /// bringing them into a store never fails, twice no more than once. An input is a place of damage and changes.
  package static let journals = FuzzTarget(
    name: "journals", longRuns: 800_000, maximumBytes: 512,
    seeds: {
      var mutator = InputMutator(stream: 2)
      return (0..<20).map { count in (0...count * 20).map { _ in UInt8.random(in: 0...255, using: &mutator.random) } }
    },
    mutate: { $1.damage($0) },
    start: { check }
  )

  private static func check(_ input: [UInt8]) throws {
    // The bytes as they are, which are nobody's journal.
    _ = JournalFormat.records(of: input)
    var reader = ByteReader(input)
    let damage = Damage(&reader)
    let first = 1 + reader.byte()
    var records: [JournalRecord] = []
    while !reader.isAtEnd { records.append(record(&reader)) }
    var encoded = records.map(JournalBytes.encoded)
    var file = JournalBytes.file(of: encoded, journal: 1, first: first)
    let whole = JournalFormat.records(of: file)
    try require(!whole.isDamaged && whole.records.map(\.record) == records, "\(records) were read as \(whole)")
    try require(whole.records.map(\.sequence) == Array(first..<first + records.count), "\(whole) from \(first)")
    try recover(whole)

    // Damage that the checksum can't notice.
    for index in encoded.indices { damage.apply(to: &encoded[index]) }
    try recover(JournalFormat.records(of: JournalBytes.file(of: encoded, journal: 1, first: first)))

    // Damage that the checksum must notice.
    damage.apply(to: &file)
    let found = JournalFormat.records(of: file)
    try require(found.records.map(\.record) == Array(records.prefix(found.records.count)), "damaged: \(found)")
    try require(found.isDamaged || found.records.count == records.count, "\(damage) went unnoticed: \(found)")
    try recover(found)
    _ = JournalFormat.records(of: Array(file.prefix(damage.place % file.count)))
  }

  private static func recover(_ journal: (records: [(sequence: Int, record: JournalRecord)], isDamaged: Bool)) throws {
    let store = TestStore()
    let orphan = KeptOrphan(id: 1, records: journal.records, isDamaged: journal.isDamaged)
    let report = try Recovery.run([orphan], into: store)
    try require(report.changes <= journal.records.count, "\(report)")
    try require(store.brokenTexts.isEmpty, "\(store.brokenTexts)")
    // A journal that does not fit is set aside, and so never read again.
    guard report.journalsSetAside == 0 else { return }
    let contents = store.contents
    let again = try Recovery.run([orphan], into: store)
    try require(store.contents == contents, "\(contents) became \(store.contents), again: \(again)")
  }

  private static func record(_ reader: inout ByteReader) -> JournalRecord {
    let id = reader.choice(["a", "b"].compactMap(MemoID.init))
    // No version outside these bounds is ever recorded.
    let version = min(max(reader.number(below: 8), 1), MemoMetadata.versions.upperBound)
    let base = max(0, reader.number(below: 3))
    let agent = reader.byte() % 3 == 0 ? Authorship.name(reader.text()) : nil
    let change: JournalRecord.Change =
      switch reader.byte() % 8 {
      case 6: .rebased(state(&reader), edits(&reader))
      case 7:
        .moved(
          state(&reader), edits(&reader), to: reader.byte(),
          UndoLinks(undoTo: reader.byte(), redoTo: reader.byte(), by: agent))
      case 0: .removed
      case 1: .created(state(&reader), text: WholeText(reader.text()))
      case 2: .stated(state(&reader), edits(&reader))
      default: .edited(modifiedAt: time(&reader), edits(&reader))
      }
    if case .moved = change { return JournalRecord(id: id, version: version, base: base, change: change) }
    return JournalRecord(id: id, version: version, base: base, by: agent, change: change)
  }

  private static func state(_ reader: inout ByteReader) -> JournalRecord.State {
    let trashedAt = reader.byte() % 2 == 0 ? nil : Timestamp(millisecondsSince1970: reader.byte())
    let properties = reader.choice([Array("{}".utf8), Array(#"{"a":1}"#.utf8), reader.bytes()])
    return JournalRecord.State(
      createdAt: time(&reader), modifiedAt: time(&reader), trashedAt: trashedAt, properties: properties)
  }

  private static func edits(_ reader: inout ByteReader) -> [JournalRecord.TextEdit] {
    (0..<reader.byte() % 4).map { _ in
      let bounds = [reader.number(below: 16), reader.number(below: 16)].map { max(0, $0) }.sorted()
      return JournalRecord.TextEdit(range: bounds[0]..<bounds[1], text: reader.text())
    }
  }

  private static func time(_ reader: inout ByteReader) -> Timestamp {
    Timestamp(millisecondsSince1970: reader.number())
  }
}

/// A run of bytes that are no longer what they were; it may be empty.
private struct Damage {
  let place: Int
  private let change: UInt8
  private let length: Int

  init(_ reader: inout ByteReader) {
    place = reader.byte() << 8 | reader.byte()
    change = UInt8(reader.byte())
    length = reader.byte() % 12
  }

  func apply(to bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let start = place % bytes.count
    for index in start..<min(start + length, bytes.count) { bytes[index] ^= change }
  }
}
