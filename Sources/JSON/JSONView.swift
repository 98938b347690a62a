/// One value of a ``JSONDocument``: cheap to pass on, and it keeps the document alive.
public struct JSONView: Sendable {
  let document: JSONDocument
  let index: Int

  /// The six kinds of JSON value.
  public enum Kind: String, Sendable {
    /// The kinds, by the names shown to a client.
    case null, boolean, number, string, array, object
  }

  var entry: TapeEntry { document.tape[index] }

  /// The kind of value that this is.
  public var kind: Kind {
    switch entry.kind {
    case .null: .null
    case .true, .false: .boolean
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// Whether this is `null`.
  public var isNull: Bool { entry.kind == .null }

  /// The value of `true` or `false`, else nil.
  public var bool: Bool? {
    switch entry.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The text of a string with its escapes resolved, else nil.
  public var string: String? {
    entry.kind == .string ? withBytes { String(decoding: $0, as: UTF8.self) } : nil
  }

  /// The digits of a number just as they were sent, else nil.
  public var numberLiteral: String? {
    entry.kind == .number ? withBytes { String(decoding: $0, as: UTF8.self) } : nil
  }

  /// The value of a number that is an integer and fits in 64 bits, however it is written (`3`, `3.0`, `3e0`), else nil.
  public var integer: Int? {
    entry.kind == .number ? withBytes(integerValue) : nil
  }

  /// The elements of an array; none for any other kind.
  public var elements: JSONChildren {
    JSONChildren(document: document, position: index + 1, end: entry.kind == .array ? Int(entry.next) : index + 1)
  }

  /// The names and values of an object in turn; none for any other kind.
  public var members: JSONMembers {
    let isObject = entry.kind == .object
    return JSONMembers(
      children: JSONChildren(document: document, position: index + 1, end: isObject ? Int(entry.next) : index + 1)
    )
  }

  /// The member with this name, the last one if there are several; nil if there is none or this is no object.
  ///
  /// Looks at every member: O(members).
  public subscript(name: StaticString) -> JSONView? {
    document.member(name, of: index).map { JSONView(document: document, index: $0) }
  }

  /// The value's length in the document, in bytes, after its strings' escapes were resolved.
  public var byteCount: Int { Int(entry.end - entry.start) }

  /// The value's bytes: a string's text, else the JSON itself.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let range = Int(entry.start)..<Int(entry.end)
    return document.bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}

/// The elements of an array, in order.
public struct JSONChildren: Sequence, IteratorProtocol, Sendable {
  let document: JSONDocument
  var position: Int
  let end: Int

  /// The next element, or nil after the last.
  public mutating func next() -> JSONView? {
    guard position < end else { return nil }
    let view = JSONView(document: document, index: position)
    position = Int(view.entry.next)
    return view
  }
}

/// The members of an object, in order, repeated names included.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
  var children: JSONChildren

  /// The next member, or nil after the last.
  public mutating func next() -> (name: String, value: JSONView)? {
    guard let name = children.next()?.string, let value = children.next() else { return nil }
    return (name, value)
  }
}
