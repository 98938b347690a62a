import MemoEngine

/// The facts about a memo, besides its words.
struct MemoFacts {
  private let memo: MemoSnapshot

  init(_ memo: MemoSnapshot) { self.memo = memo }

  /// A line for each fact. Clients' own properties are shown as JSON.
  func lines(for terminal: Terminal) -> String {
    let metadata = memo.metadata
    var table = Table([Table.Column(paint: .cyan), Table.Column()])
    table.add(["id", metadata.id.description])
    table.add(["title", memo.displayTitle])
    if let path = memo.file?.path { table.add(["file", path]) }
    table.add(["made", LocalDate.text(metadata.createdAt)])
    table.add(["changed", LocalDate.text(metadata.modifiedAt)])
    if let date = metadata.trashedAt { table.add(["deleted", LocalDate.text(date)]) }
    table.add(["version", "\(metadata.version)"])
    table.add([
      "size", "\(memo.text.filledLineCount.counted("line")), \(Sizes.bytes(memo.text.summary.utf8))",
    ])
    let tags = metadata.properties.tags + memo.summary.textTags
    if !tags.isEmpty { table.add(["tags", tags.joined(separator: ", ")]) }
    for (name, value) in metadata.properties.members where name != "tags" || metadata.properties.tags.isEmpty {
      table.add([name, Self.words(value)])
    }
    // Not cut: the user wants to see all of it.
    return table.lines(for: terminal)
  }

  private static func words(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .array(let elements) where elements.allSatisfy(isString): elements.map(words).joined(separator: ", ")
    default: String(decoding: value.json, as: UTF8.self)
    }
  }

  private static func isString(_ value: JSONValue) -> Bool { if case .string = value { true } else { false } }
}
