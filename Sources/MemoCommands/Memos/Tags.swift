import MemoEngine

/// A memo's tags as commands name and show them.
enum Tags {
  /// Some tags and others behind them, each once.
  static func adding(_ tags: [String], to old: [String] = []) -> [String] {
    tags.reduce(into: old) { result, tag in if !result.contains(tag) { result.append(tag) } }
  }

  /// The tags in one cell, each with its mark.
  static func cell(_ properties: JSONObject) -> String { properties.tags.map { "#\($0)" }.joined(separator: " ") }
}
