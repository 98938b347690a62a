import MemoText

extension HeaderEditor {
  /// The fate of a tag.
  package enum Fate {
    /// It stays.
    case kept
    /// It goes.
    case removed
    /// It gets this name, without `#`.
    case renamed(String)
  }

  /// Changes tags, all at once and in a time that grows with the header; a header that would become empty is removed.
  ///
  /// - Parameter fate: the fate of a tag, given without `#`.
  /// - Returns: false if that would change anything else; then nothing is changed.
  package mutating func changeTags(_ fate: @escaping (String) -> Fate) -> Bool {
    let change = TagChange(meaning.tags, fate)
    if change.isNothing { return true }
    if header.problem == nil, header.tables.isEmpty, change.leavesNothing,
      header.members.allSatisfy({ HeaderName($0.name) == .tags })
    {
      changes += max(tags.count, change.count)
      bytes = Array(bytes.prefix(bytes.starts(with: HeaderBounds.byteOrderMark) ? 3 : 0))
      return true
    }
    return changing { $0.edit(change) || $0.rewrite(change) }
  }

  /// Edits the tags in place.
  private mutating func edit(_ change: TagChange) -> Bool {
    let spans = HeaderSpans(bytes, header.bounds, of: .tags)
    let isUnderstood = meaning.unread.isEmpty
    var edits: [(range: Range<Int>, text: String)] = []
    var rest = tags[...]
    var count = 0
    for span in spans.ranges {
      let tags = rest.prefix { $0.range.lowerBound < span.upperBound }
      rest = rest.dropFirst(tags.count)
      let outcomes = change.outcomes(of: tags.map(\.name))
      count += outcomes.count { $0 != .same }
      if spans.areLines, isUnderstood, !tags.isEmpty, outcomes.allSatisfy({ $0 == .gone }) {
        edits.append((span, ""))
      } else {
        edits += self.edits(Array(zip(tags, outcomes)))
      }
    }
    guard take([bytes.edited(edits)], .tags, where: change.isDone) else { return false }
    changes += count
    return true
  }

  private func edits(_ tags: [(tag: HeaderTag, outcome: TagChange.Outcome)]) -> [(range: Range<Int>, text: String)] {
    // The texts that keep at least one word.
    let left = Set(tags.compactMap { $0.outcome == .gone ? nil : $0.tag.text })
    var edits: [(range: Range<Int>, text: String)] = []
    for (tag, outcome) in tags {
      switch outcome {
      case .same: break
      case .called(let name): edits.append((tag.range, tag.isValue ? header.bounds.syntax.name(name) : name))
      case .gone:
        if let text = tag.text, !left.contains(text) {
          edits.append((text, edits.last?.range == text ? "" : "[]"))
        } else {
          edits.append((bytes.removal(of: tag.whole), ""))
        }
      }
    }
    return edits
  }

  /// Rewrites the members that have tags, each as one line.
  private mutating func rewrite(_ change: TagChange) -> Bool {
    let spans = HeaderSpans(bytes, header.bounds, of: .tags)
    guard spans.areLines || header.takesLines, meaning.unread.isEmpty else { return false }
    var names: [String] = []
    for member in header.members where HeaderName(member.name) == .tags && !names.contains(member.name) {
      names.append(member.name)
    }
    var count = 0
    let lines = names.map { name in
      let tags = HeaderMeaning(header.members.filter { $0.name == name }, header.rules).tags
      let outcomes = change.outcomes(of: tags)
      count += outcomes.count { $0 != .same }
      let new = zip(tags, outcomes).compactMap { tag, outcome in outcome.name(of: tag) }
      return HeaderMember(name: name, value: .list(new.map { .scalar($0, isPlain: !$0.isOtherThanText) }))
    }
    let end = bytes[..<header.bounds.contents.lowerBound].suffix(2).filter { $0 == 0x0A || $0 == 0x0D }
    let candidates = [lines.filter { $0.value != .list([]) }, lines].map { lines in
      let text = lines.map { header.bounds.syntax.line($0) + String(decoding: end, as: UTF8.self) }.joined()
      let last = header.bounds.contents.upperBound
      let places = spans.areLines ? spans.ranges : [last..<last]
      return bytes.edited(places.enumerated().map { ($1, $0 == 0 ? text : "") })
    }
    guard take(candidates, .tags, where: change.isDone) else { return false }
    changes += count
    return true
  }

  /// The tags with their ranges.
  private var tags: [HeaderTag] {
    HeaderScalar.all(of: .tags, in: bytes, header.bounds).flatMap { HeaderTag.all(in: $0, bytes) }
  }
}

/// A change of a header's tags.
private struct TagChange {
  /// The outcome for one occurrence of a tag.
  enum Outcome: Equatable {
    case same, gone
    case called(String)

    func name(of tag: String) -> String? {
      switch self {
      case .same: tag
      case .gone: nil
      case .called(let name): name
      }
    }
  }

  private let fate: (String) -> HeaderEditor.Fate
  /// The tags that stay.
  private var kept: [String] = []
  /// The compared forms of all tags afterwards.
  private var forms: Set<String> = []
  /// The number of tags that don't stay.
  private(set) var count = 0

  init(_ tags: [String], _ fate: @escaping (String) -> HeaderEditor.Fate) {
    self.fate = fate
    for tag in tags {
      let outcome = outcome(of: tag)
      if outcome == .same { kept.append(tag) } else { count += 1 }
      if let name = outcome.name(of: tag) { forms.insert(name.tagForm) }
    }
  }

  /// Whether all stay.
  var isNothing: Bool { count == 0 }
  /// Whether no tag is left afterwards.
  var leavesNothing: Bool { forms.isEmpty }

  private func outcome(of tag: String) -> Outcome {
    switch fate(tag) {
    case .kept: .same
    case .removed: .gone
    case .renamed(let name): name.utf8.elementsEqual(tag.utf8) ? .same : .called(name)
    }
  }

  /// The outcomes for tags in order: a tag that is there already is not repeated.
  func outcomes(of tags: [String]) -> [Outcome] {
    var outcomes = tags.map(outcome)
    var seen = Set(zip(tags, outcomes).filter { $1 == .same }.map(\.0.tagForm))
    for (index, outcome) in outcomes.enumerated() {
      if case .called(let name) = outcome, !seen.insert(name.tagForm).inserted { outcomes[index] = .gone }
    }
    return outcomes
  }

  /// Whether a header has the intended tags, those that stay in their order.
  func isDone(_ meaning: HeaderMeaning) -> Bool {
    let kept = Set(kept)
    return Set(meaning.tags.map(\.tagForm)) == forms && meaning.tags.filter(kept.contains) == self.kept
  }
}
