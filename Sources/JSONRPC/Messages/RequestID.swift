public import JSON

/// What ties an answer to its request (JSON-RPC 2.0, section 4).
public enum RequestID: Hashable, Sendable, JSONWritable {
  /// An integer within ±2⁵³, where every JSON implementation tells neighbours apart.
  case integer(Int)
  /// A string.
  case string(String)
  /// `null`, also the id of answers to messages without a readable id.
  case null

  /// The largest integer that may be an id; its negative is the smallest.
  public static let largestInteger = 1 << 53

  /// Reads an id; nil if the value can't be one.
  public init?(_ view: JSONView) {
    switch view.kind {
    case .null: self = .null
    case .string: self = .string(view.string ?? "")
    case .number:
      guard let integer = view.integer, integer.magnitude <= Self.largestInteger.magnitude else { return nil }
      self = .integer(integer)
    case .boolean, .array, .object: return nil
    }
  }

  /// Writes the id as it came.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .integer(let integer): writer.value(integer)
    case .string(let string): writer.value(string)
    case .null: writer.null()
    }
  }

  /// Whether two ids are the same; strings are compared byte for byte, not by Unicode's canonical equivalence.
  public static func == (left: RequestID, right: RequestID) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.null, .null): true
    default: false
    }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let integer): hasher.combine(integer)
    case .string(let string): for byte in string.utf8 { hasher.combine(byte) }
    case .null: hasher.combine(0 as UInt8)
    }
  }
}
