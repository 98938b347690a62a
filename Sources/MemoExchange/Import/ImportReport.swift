/// What came of an import.
package struct ImportReport: Sendable {
  /// A file, or an entry of one, that was not imported, or not all of it.
  package struct Item: Sendable {
    /// What became of it.
    package enum Outcome: Sendable {
      /// It was to be imported, and was not.
      case skipped
      /// It is no note: a picture, a hidden file or the like.
      case passedOver
      /// It was imported all the same.
      case imported
    }

    /// Which one, seen from what was imported.
    package let path: String
    /// Why not, or what of it.
    package let reason: String
    /// What became of it.
    package let outcome: Outcome
  }

  /// The most that are reported one by one.
  private static let longest = 1000

  /// How many memos were made.
  package internal(set) var imported = 0
  /// How many were there already.
  package internal(set) var unchanged = 0
  /// How many took in what had changed in their files since.
  package internal(set) var merged = 0
  /// How many memos were made besides because both had changed the same lines.
  package internal(set) var conflicts = 0
  /// How many files and entries were not imported.
  package private(set) var skipped = 0
  /// How many of these are no notes: pictures, hidden files and the like.
  package private(set) var passedOver = 0
  /// The first of them, and of those that were imported but for something.
  package private(set) var items: [Item] = []

  /// Creates a report of nothing.
  package init() {}

  /// Notes something that was not imported.
  ///
  /// - Parameter isNote: whether it looked like something to import.
  mutating func skip(_ path: String, _ reason: String, isNote: Bool = true) {
    skipped += 1
    if !isNote { passedOver += 1 }
    tell(path, reason, isNote ? .skipped : .passedOver)
  }

  /// Notes what of something that was imported could not be read.
  mutating func warn(_ path: String, _ reason: String) { tell(path, reason, .imported) }

  private mutating func tell(_ path: String, _ reason: String, _ outcome: Item.Outcome) {
    if items.count < Self.longest { items.append(Item(path: path, reason: reason, outcome: outcome)) }
  }

  /// Adds what came of something else.
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
