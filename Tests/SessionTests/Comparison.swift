import JSON

/// Compares answers with expected ones, and remembers what stands for the values that the server makes up.
struct Comparison {
  /// Whether times are exact.
  let isVirtual: Bool
  private var bound: [String: String] = [:]

  init(_ conversation: Conversation) { isVirtual = conversation.isVirtual }

  /// A client's line with the values that the server makes up now in place of those it made up when the line was
  /// written.
  func substituted(_ line: String) -> String {
    bound.reduce(line) { $0.replacing("\"\($1.key)\"", with: "\"\($1.value)\"") }
  }

  /// The places where an answer is not the expected one.
  mutating func differences(_ expected: JSONValue, _ actual: JSONValue, at path: String = "$") -> [String] {
    let difference = ["\(path): expected \(expected.json), got \(actual.json)"]
    switch (expected, actual) {
    case (.object(let expected), .object(let actual)): return members(expected, actual, path)
    case (.array(let expected), .array(let actual)):
      guard expected.count == actual.count else { return difference }
      return zip(expected, actual).enumerated().flatMap { index, pair in
        differences(pair.0, pair.1, at: "\(path)[\(index)]")
      }
    case (.string(let expected), .string(let actual)):
      return matches(expected, actual, path) ? [] : difference
    case (.number(let expected), .number(let actual)):
      // These depend on the machine or on the store's layout.
      let isAny = ["uptimeMs", "journalBytes", "schemaVersion"].contains(name(path)) || path.hasSuffix(".store.bytes")
      return expected == actual || isAny && actual.allSatisfy(\.isWholeNumber) ? [] : difference
    case (.bool(let expected), .bool(let actual)): return expected == actual ? [] : difference
    case (.null, .null): return []
    default: return difference
    }
  }

  private mutating func members(_ expected: JSONObject, _ actual: JSONObject, _ path: String) -> [String] {
    var names = (Set(expected.members.map(\.name)), Set(actual.members.map(\.name)))
    // These are told only where the machine was too busy.
    names.1.subtract(["slowTurns", "heaviestTurn"])
    if path.hasSuffix(".error"), case .number(let code)? = expected["code"], code.hasPrefix("-"), code != "-32602" {
      // Whatever else the general codes tell is for people.
      names = (names.0.subtracting(["data"]), names.1.subtracting(["data"]))
    }
    guard names.0 == names.1 else { return ["\(path): expected \(names.0.sorted()), got \(names.1.sorted())"] }
    return names.0.sorted().flatMap { name in
      differences(expected[name] ?? .null, actual[name] ?? .null, at: "\(path).\(name)")
    }
  }

  private func name(_ path: String) -> Substring { path.split(separator: ".").last ?? "" }

  private mutating func matches(_ expected: String, _ actual: String, _ path: String) -> Bool {
    if [".error.message", ".serverInfo.version", ".store.path"].contains(where: path.hasSuffix) { return actual != "" }
    if ["nextCursor", "revision"].contains(name(path)) { return bind(expected, actual) }
    if isUUID(expected) { return isUUID(actual) && bind(expected, actual) }
    if !isVirtual, isTime(expected) { return isTime(actual) }
    return expected.utf8.elementsEqual(actual.utf8)
  }

  private mutating func bind(_ expected: String, _ actual: String) -> Bool {
    if let known = bound[expected] { return known == actual }
    bound[expected] = actual
    return true
  }

  private func isUUID(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil
  }

  private func isTime(_ text: String) -> Bool {
    text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
  }
}
