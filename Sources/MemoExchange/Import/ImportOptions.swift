/// The options of an import.
package struct ImportOptions: Sendable {
  /// The format of a file.
  package enum Format: String, Sendable, CaseIterable {
    /// The text alone.
    case text
    /// A text, perhaps behind front matter.
    case markdown
    /// JSON: an array of entries, or JSON Lines if the name says so.
    case json
  }

  /// The epoch of times that are numbers.
  package enum Epoch: Int, Sendable, CaseIterable {
    /// 1970-01-01T00:00:00Z, as on Unix.
    case unix = 1970
    /// 2001-01-01T00:00:00Z, as in Apple's Foundation.
    case apple = 2001

    /// The epoch, in seconds since 1970.
    var seconds: Double { self == .unix ? 0 : 978_307_200 }
  }

  /// The format of every file, whatever its name; nil goes by the name.
  package let format: Format?
  /// The epoch of times that are numbers; nil refuses such times.
  package let epoch: Epoch?
  /// The most bytes of a memo's text, and of its properties as JSON.
  package let maximumMemoBytes: Int
  /// Tags that every memo gets.
  package let tags: [String]

  /// Creates options.
  package init(format: Format?, epoch: Epoch?, maximumMemoBytes: Int, tags: [String] = []) {
    self.format = format
    self.epoch = epoch
    self.maximumMemoBytes = maximumMemoBytes
    self.tags = tags
  }
}
