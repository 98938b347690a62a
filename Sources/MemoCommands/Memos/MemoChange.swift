import MemoEngine

/// The difference between two states of a memo, in a few words.
struct MemoChange {
  private let old: MemoSnapshot
  private let new: MemoSnapshot

  init(from old: MemoSnapshot, to new: MemoSnapshot) { (self.old, self.new) = (old, new) }

  /// Lines, tags, pin, other properties by name, and the trash: `+3 −1 lines, +#food, pinned`. Empty if both are the
  /// same.
  var words: String { ([lines] + tags + properties + [trash]).compactMap { $0 }.joined(separator: ", ") }

  private var lines: String? {
    let changes = LineChanges(from: old.text, to: new.text)
    let counts = [("+", changes.added), ("−", changes.removed)].filter { $0.1 > 0 }
    guard let last = counts.last else { return nil }
    return counts.map { "\($0.0)\($0.1)" }.joined(separator: " ")
      + (counts.count == 1 && last.1 == 1 ? " line" : " lines")
  }

  private var tags: [String] {
    let (before, after) = (old.metadata.properties.tags, new.metadata.properties.tags)
    return Tags.removing(before, from: after).map { "+#\($0.withoutTagMark)" }
      + Tags.removing(after, from: before).map { "−#\($0.withoutTagMark)" }
  }

  private var properties: [String] {
    let (before, after) = (old.metadata.properties, new.metadata.properties)
    let names = (before.members + after.members).map(\.name).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    return names.compactMap { name in
      if before[name]?.json == after[name]?.json { return nil }
      if name == "tags" { return tags.isEmpty ? name : nil }
      let flag = KnownProperties.flags.first { $0.name == name && before.isSet($0.name) && !after.isSet($0.name) }
      return flag?.absence ?? name
    }
  }

  private var trash: String? {
    if old.metadata.isTrashed == new.metadata.isTrashed { return nil }
    return new.metadata.isTrashed ? "deleted" : "restored"
  }
}
