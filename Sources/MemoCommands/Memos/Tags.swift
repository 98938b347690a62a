import MemoEngine

/// A memo's tags as commands name and show them.
enum Tags {
  /// Some tags and others behind them, each once, whatever its case, and without the mark that it was typed with.
  static func adding(_ tags: [String], to old: [String] = []) -> [String] {
    tags.reduce(into: old) { result, tag in if !contains(result, tag) { result.append(tag.withoutTagMark) } }
  }

  /// Some tags without others, in whatever case.
  static func removing(_ tags: [String], from old: [String]) -> [String] { old.filter { !contains(tags, $0) } }

  /// Whether a tag is among others, in whatever case.
  static func contains(_ tags: [String], _ tag: String) -> Bool { tags.contains { $0.tagForm == tag.tagForm } }

  /// The tags in one cell, each with its mark.
  static func cell(_ properties: JSONObject) -> String {
    properties.tags.map { "#\($0.withoutTagMark)" }.joined(separator: " ")
  }
}
