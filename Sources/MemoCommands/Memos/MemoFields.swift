import MemoEngine

/// The fields of a memo in a list, by name, for other programs.
enum MemoFields {
  /// The names, in the order of the help.
  static let names =
    ["id", "title", "modified", "created", "deleted", "tags"] + signed.map(\.name)
    + ["bytes", "version", "preview", "path"]
  /// The properties that lists show as a sign.
  static let signed = KnownProperties.all.filter(\.hasSign)

  /// The value of a field; empty if the memo has none.
  static func value(_ name: String, of summary: MemoSummary, in store: OpenStore) -> String {
    let metadata = summary.metadata
    switch name {
    case "id": return metadata.id.description
    case "title": return summary.displayTitle
    case "modified": return LocalDate.iso(metadata.modifiedAt)
    case "created": return LocalDate.iso(metadata.createdAt)
    case "deleted": return metadata.trashedAt.map(LocalDate.iso) ?? ""
    case "tags": return Tags.cell(summary)
    case "bytes": return "\(summary.bytes)"
    case "version": return "\(metadata.version)"
    case "preview": return summary.preview
    case "conflictOf": if case .string(let id)? = metadata.properties[name] { return id } else { return "" }
    case "path": return store.path(of: metadata.id) ?? ""
    default:
      guard let property = signed.first(where: { $0.name == name }) else { return "" }
      let sign = property.sign(in: metadata.properties)
      return property.absence == nil || sign.isEmpty ? sign : name
    }
  }

  /// The default fields of a row.
  static func standard(trashed: Bool) -> [String] { ["id", trashed ? "deleted" : "modified", "title", "tags"] }
}
