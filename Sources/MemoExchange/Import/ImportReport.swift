/// Tells whether a file, by its absolute path, is a memo of the store already, since it is in the store's folder.
package typealias FiledPaths = @Sendable (String) async -> Bool

/// The result of an import.
package struct ImportReport: Sendable {
  /// A file, or an entry of one, that was not imported, or not completely.
  package struct Item: Sendable {
    /// The outcome for an item.
    package enum Outcome: Sendable {
      /// It should have been imported, and was not.
      case skipped
      /// It is not a note: a picture, a hidden file or the like.
      case passedOver
      /// It was imported all the same.
      case imported
    }

    /// Its path relative to the import.
    package let path: String
    /// The reason why it was not imported, or what was lost.
    package let reason: String
    /// The outcome.
    package let outcome: Outcome
  }

  /// The most items that are reported one by one.
  private static let longest = 1000

  /// The number of memos created.
  package internal(set) var imported = 0
  /// The number of memos that existed already.
  package internal(set) var unchanged = 0
  /// The number of memos that took in changes of their files.
  package internal(set) var merged = 0
  /// The number of memos created in addition because both had changed the same lines.
  package internal(set) var conflicts = 0
  /// The number of files and entries that were not imported.
  package private(set) var skipped = 0
  /// The number of those that are not notes: pictures, hidden files and the like.
  package private(set) var passedOver = 0
  /// The first of them, and of those that were imported with a loss.
  package private(set) var items: [Item] = []

  /// Creates an empty report.
  package init() {}

  /// Records something that was not imported.
  ///
  /// - Parameter isNote: whether it looked like something to import.
  mutating func skip(_ path: String, _ reason: String, isNote: Bool = true) {
    skipped += 1
    if !isNote { passedOver += 1 }
    tell(path, reason, isNote ? .skipped : .passedOver)
  }

  /// Leaves a file as it is that is a memo already, and says so; false if it is none.
  mutating func leave(_ memo: ImportedMemo, _ isFiled: FiledPaths) async -> Bool {
    guard let source = memo.source, await isFiled(source) else { return false }
    unchanged += 1
    warn(memo.path, "is a memo already, since it is a file of the attached folder")
    return true
  }

  /// Records what could not be read of something imported.
  mutating func warn(_ path: String, _ reason: String) { tell(path, reason, .imported) }

  private mutating func tell(_ path: String, _ reason: String, _ outcome: Item.Outcome) {
    if items.count < Self.longest { items.append(Item(path: path, reason: reason, outcome: outcome)) }
  }

  /// Adds another report.
  package mutating func add(_ other: ImportReport) {
    imported += other.imported
    unchanged += other.unchanged
    merged += other.merged
    conflicts += other.conflicts
    skipped += other.skipped
    passedOver += other.passedOver
    items += other.items.prefix(Self.longest - items.count)
  }
}
