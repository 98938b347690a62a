package import JSON

/// The form of a place in cursors.
extension ListPlace {
  /// Writes sort value and identifier as two elements of an array.
  package func writeElements(to writer: inout JSONWriter) {
    switch value {
    case .time(let time): writer.value(time.millisecondsSince1970)
    case .title(let title): writer.value(title)
    }
    writer.value(id.description)
  }

  /// Reads two such elements; nil if they are malformed.
  package init?(_ value: JSONView, id: JSONView, isPinned: Bool = false) {
    let time = value.integer.map { Value.time(Timestamp(millisecondsSince1970: $0)) }
    guard let value = time ?? value.string.map({ .title($0) }), let id = id.string.flatMap(MemoID.init) else {
      return nil
    }
    self.init(value: value, id: id, isPinned: isPinned)
  }

  /// Whether the list is sorted by title.
  package var isTitle: Bool { if case .title = value { true } else { false } }
}
