/// Reads out of a store, however damaged, all words that can still be read. Changes nothing.
public protocol StoreSalvager: Sendable {
  /// Hands over each text, one at a time. Blocks until all is read.
  ///
  /// - Returns: what there is to say; a fault for each thing that could not be read.
  func salvage(_ take: (SalvagedText) -> Void) -> [StoreFinding]
}

/// A text that could still be read.
public struct SalvagedText: Sendable, Equatable {
  /// Where it comes from.
  public enum Source: Sendable {
    /// The text of a memo as it was saved, or its beginning.
    case database
    /// The whole text of a memo with changes that were not saved, or that could not be brought back.
    case journal
    /// Pieces that were typed, in order, each on lines of its own: the text they belong to is not known.
    case fragments
  }

  /// The memo's identifier; where that is not known, a word of as harmless characters.
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
