/// A type that writes itself as one JSON value.
public protocol JSONWritable {
  /// Writes exactly one value.
  func write(to writer: inout JSONWriter)
}

extension JSONWritable {
  /// The value as JSON bytes; the same bytes mean the same value, members' order and digits included.
  @inlinable
  public var json: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }
}

/// A type that writes itself as an object.
public protocol JSONObjectWritable: JSONWritable {
  /// Writes the members alone, into an object that may have more of them.
  func writeMembers(to writer: inout JSONWriter)
}

extension JSONObjectWritable {
  /// Writes the object.
  @inlinable
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }
}

extension String: JSONWritable {
  /// Writes a string.
  @inlinable
  public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension StaticString: JSONWritable {
  /// Writes a string that must need no escape.
  @inlinable
  public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Int: JSONWritable {
  /// Writes a number.
  @inlinable
  public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Bool: JSONWritable {
  /// Writes `true` or `false`.
  @inlinable
  public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Array: JSONWritable where Element: JSONWritable {
  /// Writes an array.
  @inlinable
  public func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for element in self { element.write(to: &writer) }
    writer.endArray()
  }
}

/// Inlinable, so that each message's module gets code for its own types.
extension JSONWriter {
  /// Writes a member; its name must need no escape.
  @inlinable
  public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
    self.name(name)
    value.write(to: &self)
  }

  /// Writes a member, or none where there is no value.
  @inlinable
  public mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
    if let value { member(name, value) }
  }
}
