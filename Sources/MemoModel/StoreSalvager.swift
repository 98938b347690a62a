/// Extracts all words that can still be read from a store, however damaged. Changes nothing.
public protocol StoreSalvager: Sendable {
  /// Hands over each text, one at a time. Blocks until all is read.
  ///
  /// - Returns: the findings; a fault for each thing that could not be read.
  func salvage(_ take: (SalvagedText) -> Void) -> [StoreFinding]
}

/// A text that could still be read.
public struct SalvagedText: Sendable, Equatable {
  /// Where it comes from.
  public enum Source: Sendable {
    /// The text of a memo as it was saved, or its beginning.
    case database
    /// The whole text of a memo with changes that were not saved, or could not be applied.
    case journal
    /// Typed pieces, in order, each on lines of its own: the text they belong to is unknown.
    case fragments
  }

  /// The memo's identifier; if unknown, a word made of the same characters.
  public let memo: String
  /// Where it comes from.
  public let source: Source
  /// The text: UTF-8, unless it was damaged.
  public let bytes: [UInt8]

  /// Creates a salvaged text.
  public init(memo: String, source: Source, bytes: [UInt8]) {
    self.memo = memo
    self.source = source
    self.bytes = bytes
  }
}
