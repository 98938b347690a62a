/// A value that is not what was asked for, and the path to it.
public struct JSONTypeError: Error, Sendable {
  /// Names and `[index]`es from the outermost value inwards, ready to be joined: `range`, `.start`, `[0]`.
  public private(set) var path: String
  /// What would have been right, as in "must be a string".
  public let expectation: String

  /// Creates an error about the value at hand; whoever looked into a value to reach it adds its own step.
  public init(_ expectation: String) {
    self.path = ""
    self.expectation = expectation
  }

  /// The same error seen from the object that holds the value under a name.
  public func inside(_ name: StaticString) -> JSONTypeError { prepending(".\(name)") }

  /// The same error seen from the object that holds the value under a name.
  public func inside(_ name: String) -> JSONTypeError { prepending(".\(name)") }

  /// The same error seen from the array that holds the value.
  public func inside(_ index: Int) -> JSONTypeError { prepending("[\(index)]") }

  private func prepending(_ step: String) -> JSONTypeError {
    var error = self
    error.path = step + path
    return error
  }
}

/// A type that reads itself from one JSON value.
public protocol JSONReadable {
  /// Reads the value.
  ///
  /// - Throws: ``JSONTypeError`` if it has another kind or lacks a member.
  init(json: JSONView) throws(JSONTypeError)
}

/// Inlinable, as is the array's reading below, so that each message's module gets code for its own types: otherwise
/// reading a small message would mostly consist of calls through metadata and witness tables.
extension JSONView {
  /// This value's member of a name, which must be there and not null.
  ///
  /// - Throws: ``JSONTypeError`` if this is no object, the member is missing, or it is of the wrong kind.
  @inlinable
  public func required<Value: JSONReadable>(_ name: StaticString) throws(JSONTypeError) -> Value {
    guard let value: Value = try optional(name) else { throw JSONTypeError("is missing").inside(name) }
    return value
  }

  /// This value's member of a name; nil if it is missing or null.
  ///
  /// - Throws: ``JSONTypeError`` if this is no object or the member is of the wrong kind.
  @inlinable
  public func optional<Value: JSONReadable>(_ name: StaticString) throws(JSONTypeError) -> Value? {
    guard kind == .object else { throw JSONTypeError("must be an object") }
    guard let member = self[name], !member.isNull else { return nil }
    do throws(JSONTypeError) {
      return try Value(json: member)
    } catch {
      throw error.inside(name)
    }
  }
}

extension String: JSONReadable {
  /// Reads a string.
  public init(json: JSONView) throws(JSONTypeError) {
    guard let string = json.string else { throw JSONTypeError("must be a string") }
    self = string
  }
}

extension Int: JSONReadable {
  /// Reads an integer, however it is written.
  public init(json: JSONView) throws(JSONTypeError) {
    guard let integer = json.integer else { throw JSONTypeError("must be an integer that fits in 64 bits") }
    self = integer
  }
}

extension Bool: JSONReadable {
  /// Reads `true` or `false`.
  public init(json: JSONView) throws(JSONTypeError) {
    guard let bool = json.bool else { throw JSONTypeError("must be true or false") }
    self = bool
  }
}

extension JSONObject: JSONReadable {
  /// Copies an object.
  public init(json: JSONView) throws(JSONTypeError) {
    guard json.kind == .object else { throw JSONTypeError("must be an object") }
    self.init(members: json.members)
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  /// Reads an array whose elements are all of one type.
  @inlinable
  public init(json: JSONView) throws(JSONTypeError) {
    guard json.kind == .array else { throw JSONTypeError("must be an array") }
    self = []
    for element in json.elements {
      do throws(JSONTypeError) {
        append(try Element(json: element))
      } catch {
        throw error.inside(count)
      }
    }
  }
}
