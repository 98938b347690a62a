import MemoEngine

/// What is known of a memo in a list, by name, for other programs.
enum MemoFields {
  /// The names, in the order of the help.
  static let names = [
    "id", "title", "modified", "created", "deleted", "tags", "pinned", "weather", "bytes", "version", "preview",
  ]

  /// A memo's field; empty for one that it has not.
  static func value(_ name: String, of summary: MemoSummary) -> String {
    let metadata = summary.metadata
    switch name {
    case "id": return metadata.id.description
    case "title": return summary.displayTitle
    case "modified": return LocalDate.iso(metadata.modifiedAt)
    case "created": return LocalDate.iso(metadata.createdAt)
    case "deleted": return metadata.trashedAt.map(LocalDate.iso) ?? ""
    case "tags": return Tags.cell(metadata.properties)
    case "pinned": return metadata.properties.isPinned ? "pinned" : ""
    case "weather": return WeatherSign.sign(for: metadata.properties) ?? ""
    case "bytes": return "\(summary.bytes)"
    case "version": return "\(metadata.version)"
    default: return summary.preview
    }
  }

  /// The fields of a row that nobody has asked for otherwise.
  static func standard(trashed: Bool) -> [String] { ["id", trashed ? "deleted" : "modified", "title", "tags"] }
}
