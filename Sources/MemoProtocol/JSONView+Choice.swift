import JSONRPC

extension JSONView {
  /// An optional member that is one of a few words or numbers; nil if it is missing or null.
  func choice<Choice: CaseIterable & RawRepresentable>(_ name: StaticString) throws(JSONTypeError) -> Choice?
  where Choice.RawValue: JSONReadable {
    guard let value: Choice.RawValue = try optional(name) else { return nil }
    guard let choice = Choice.allCases.first(where: { "\($0.rawValue)".hasBytes(of: "\(value)") }) else {
      let words = Choice.allCases.map { "\($0.rawValue)" }
      let list = [words.dropLast().joined(separator: ", "), words.last ?? ""].joined(separator: " or ")
      throw JSONTypeError("must be \(list)").inside(name)
    }
    return choice
  }

  /// The same for a member that must be there and not null.
  func requiredChoice<Choice: CaseIterable & RawRepresentable>(_ name: StaticString) throws(JSONTypeError) -> Choice
  where Choice.RawValue: JSONReadable {
    guard let choice: Choice = try choice(name) else { throw JSONTypeError("is missing").inside(name) }
    return choice
  }
}
