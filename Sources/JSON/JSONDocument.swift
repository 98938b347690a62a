/// A JSON text that was read once, checked as a whole, and is looked into without copying it.
///
/// Reading makes one flat tape of entries beside the bytes; strings and numbers stay bytes until asked for. The bytes
/// are taken over, and escapes in strings resolved in place.
///
/// What RFC 8259 leaves open is decided here: nesting goes down to ``maximumDepth``; of two members with the same name
/// the last counts; names are the same only if their bytes are (no Unicode normalisation); an unpaired surrogate escape
/// is an error; so is a byte order mark; a number has any size and keeps its digits.
public final class JSONDocument: Sendable {
  /// The depth to which arrays and objects may nest: 128, the wire protocol's limit.
  public static let maximumDepth = 128

  /// The longest text, in bytes, that can be read: offsets on the tape are 32 bits wide.
  public static let maximumLength = Int(UInt32.max) - 1

  let bytes: [UInt8]
  let tape: [TapeEntry]

  /// Reads one JSON text, with nothing but white space around it.
  ///
  /// - Parameter bytes: UTF-8. Not copied if the caller gives up its reference.
  /// - Throws: ``JSONSyntaxError`` for what RFC 8259 forbids, invalid UTF-8 included.
  public convenience init(_ bytes: consuming [UInt8]) throws(JSONSyntaxError) { try self.init(taking: &bytes) }

  /// The same, where the bytes are wanted if they are no JSON: they are still there then, with some escapes resolved.
  public init(taking bytes: inout [UInt8]) throws(JSONSyntaxError) {
    guard bytes.count <= Self.maximumLength else {
      throw JSONSyntaxError("the text is longer than \(Self.maximumLength) bytes", at: 0)
    }
    tape = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(JSONSyntaxError) -> [TapeEntry] in
      var reader = JSONReader(buffer)
      try reader.readText()
      return reader.tape
    }
    self.bytes = bytes
    bytes = []
  }

  private init(bytes: [UInt8], tape: [TapeEntry]) {
    self.bytes = bytes
    self.tape = tape
  }

  /// The text `{}`.
  public static let emptyObject = JSONDocument(
    bytes: Array("{}".utf8), tape: [TapeEntry(kind: .object, start: 0, end: 2, next: 1)])

  /// The index of an object's member with this name, the last one if there are several; nil if there is none or this is
  /// no object. Walks the tape without making a view of every member.
  func member(_ name: StaticString, of index: Int) -> Int? {
    guard tape[index].kind == .object else { return nil }
    let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return bytes.withUnsafeBufferPointer { bytes in
      tape.withUnsafeBufferPointer { tape in
        var found: Int?
        var position = index + 1
        let end = Int(tape[index].next)
        while position < end {
          let key = tape[position]
          let text = UnsafeBufferPointer(rebasing: bytes[Int(key.start)..<Int(key.end)])
          if text.hasSameBytes(as: wanted) { found = position + 1 }
          position = Int(tape[position + 1].next)
        }
        return found
      }
    }
  }

  /// The document's one value.
  public var root: JSONView { JSONView(document: self, index: 0) }
}

/// One value on a document's tape. An object's children are its names and values in turn.
struct TapeEntry: Sendable {
  enum Kind: UInt8, Sendable { case null, `true`, `false`, number, string, array, object }

  let kind: Kind
  /// The first byte; in a string the one after its opening quotation mark.
  let start: UInt32
  /// The end of the bytes; in a string the end of its text.
  var end: UInt32
  /// The index of the entry after this value and everything inside it.
  var next: UInt32
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func hasSameBytes(as other: Self) -> Bool {
    guard count == other.count else { return false }
    var index = 0
    while index < count, self[index] == other[index] { index += 1 }
    return index == count
  }
}
