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

  /// The cursor of the place.
  ///
  /// - Parameter list: a text that distinguishes the list from all others.
  package func cursor(in list: String) -> String {
    OpaqueCursor.text { writer in
      writer.value(list)
      writeElements(to: &writer)
    }
  }

  /// The place in a cursor; nil if that is none of ours, or of another list.
  package init?(cursor: String, in list: String) {
    guard let parts = OpaqueCursor.elements(cursor), parts.count == 3, parts[0].says(list) else { return nil }
    self.init(parts[1], id: parts[2])
  }

  /// Whether the list is sorted by title.
  package var isTitle: Bool { if case .title = value { true } else { false } }
}
