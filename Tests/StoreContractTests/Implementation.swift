import MemoModel
import MemoSQLite
import TestDoubles
import TestSupport
import Testing

/// The stores that keep what ``MemoStore`` promises. What is promised to whoever reads, all of them keep; those that
/// can be written keep the rest, too.
enum Implementation: String, CaseIterable, CustomTestStringConvertible {
  case sqlite = "in SQLite"
  case memory = "in memory"
  case readOnly = "in SQLite, only read"

  static let writable = allCases.filter { $0 != .readOnly }

  var testDescription: String { rawValue }
}

/// Where stores of one kind share what is stored, as processes do.
struct Place {
  private let implementation: Implementation
  private let database: String
  private let shelf = TestStore.Shelf()

  /// A place of its own in a folder, which outlives it.
  init(_ implementation: Implementation, in folder: TemporaryFolder) {
    self.implementation = implementation
    database = "\(folder.path)/\(UInt64.random(in: .min ... .max)).sqlite"
  }

  /// Another store, as a process opens it that may write.
  func store() -> any MemoStore {
    switch implementation {
    case .sqlite, .readOnly: SQLiteStore(path: database)
    case .memory: TestStore(shelf)
    }
  }

  /// A store that has what one before it has stored and closed.
  func reopened(after fill: (any MemoStore) throws -> Void) throws -> any MemoStore {
    let store = store()
    try fill(store)
    store.close()
    return implementation == .readOnly ? try ReadOnlyStore(database) : self.store()
  }
}

extension Place {
  /// A store that has something; the same that stored it, if it may write.
  func filled(by fill: (any MemoStore) throws -> Void) throws -> any MemoStore {
    if implementation == .readOnly { return try reopened(after: fill) }
    let store = store()
    try fill(store)
    return store
  }
}

/// An identifier in a test's own words.
func id(_ text: String) throws -> MemoID { try #require(MemoID(text)) }

/// A change with a mark of the test's choice.
func put(
  _ id: String, _ text: String?, replacing old: String = "", over base: Int?, as revision: Int, version: Int = 1,
  sequence: Int = 0, trashed: Int? = nil, properties: String = "{}", step: HistoryStep = .edit(of: nil),
  by agent: String? = nil
) throws -> StoreChange {
  let change = try change(
    id, text: text, version: version, modified: version, trashed: trashed, title: text ?? "", properties: properties)
  return StoreChange(
    change.id, base: base, change.kind.replacing(Array(old.utf8)), step: step, by: agent,
    mark: JournalMark(sequence: sequence, version: version, base: base ?? 0, revision: revision))
}

/// A memo's end.
func remove(_ text: String, over base: Int?) throws -> StoreChange {
  StoreChange(try id(text), base: base, .remove, mark: JournalMark(sequence: 0, version: 0, base: 0))
}

extension StoredMemo {
  /// The text in words.
  var words: String { String(decoding: text, as: UTF8.self) }
}
