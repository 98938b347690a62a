package import MemoText

/// Changes what a header says by changing only the words concerned, in whatever language it is written: it edits them,
/// and reads the header again. An edit that would change anything else is dropped.
package struct HeaderEditor {
  private let original: Header
  var bytes: [UInt8]
  var header: Header
  /// The number of tags, titles and aliases changed.
  package internal(set) var changes = 0

  /// Takes the header of a text; nil if it has none.
  package init?(_ text: Rope) {
    guard let header = Header(text) else { return nil }
    var bytes: [UInt8] = []
    text.forEachChunk(in: 0..<header.bounds.end) { bytes.append(contentsOf: $0) }
    (self.bytes, self.header, original) = (bytes, header, header)
  }

  /// The edit of the text; nil if nothing was changed.
  package var replacement: TextReplacement? {
    guard changes > 0 else { return nil }
    return TextReplacement(range: 0..<original.bounds.end, text: String(decoding: bytes, as: UTF8.self))
  }

  /// The header's present meaning.
  var meaning: HeaderMeaning { HeaderMeaning(header) }

  /// Changes the title.
  ///
  /// - Returns: false if the header has none, or none that can be changed alone.
  package mutating func changeTitle(to title: String) -> Bool { changing { $0.editTitle(to: title) } }

  private mutating func editTitle(to title: String) -> Bool {
    // Of two members with one name the last counts.
    guard meaning.title != nil, let old = HeaderScalar.all(of: .title, in: bytes, header.bounds).last else {
      return false
    }
    let quoted = header.bounds.syntax.line(.scalar(title, isPlain: false))
    var texts = [quoted]
    if old.isPlain {
      if header.bounds.syntax == .yaml, !title.isOtherThanText { texts.insert(title, at: 0) }
    } else if bytes[old.range].first == UInt8(ascii: "'") {
      texts.insert("'\(header.bounds.syntax == .yaml ? title.replacing("'", with: "''") : title)'", at: 0)
    }
    let remark = bytes[old.range].remarkInFirstLine
    let candidates = texts.map { bytes.edited([(old.range, $0 + remark)]) }
    guard take(candidates, .title, where: { $0.title == title }) else { return false }
    changes += 1
    return true
  }

  /// Changes an alias wherever it stands.
  ///
  /// - Returns: false if the header has none of that name, or none that can be changed alone.
  package mutating func changeAlias(_ alias: String, to name: String) -> Bool {
    changing { $0.editAlias(alias, to: name) }
  }

  private mutating func editAlias(_ alias: String, to name: String) -> Bool {
    let form = alias.nameForm
    let wanted = meaning.aliases.map { $0.nameForm == form ? name : $0 }
    let places = HeaderScalar.all(of: .aliases, in: bytes, header.bounds).filter { $0.text.nameForm == form }
    guard !places.isEmpty, wanted != meaning.aliases else { return false }
    let written = header.bounds.syntax.name(name)
    let edits = places.map { (range: $0.range, text: written) }
    guard take([bytes.edited(edits)], .aliases, where: { $0.aliases == wanted }) else { return false }
    changes += places.count
    return true
  }

  /// Makes an edit. If that can't be done alone, an alias elsewhere may refer to what is edited: it is written out.
  ///
  /// - Parameter edit: answers false if it has changed nothing.
  mutating func changing(_ edit: (inout HeaderEditor) -> Bool) -> Bool {
    if edit(&self) { return true }
    guard let plain = withoutAliases else { return false }
    let before = self
    if take([plain], nil, where: { _ in true }), edit(&self) { return true }
    self = before
    return false
  }

  /// The header with each alias replaced by its value; nil if it has none, or would become too long.
  private var withoutAliases: [UInt8]? {
    guard header.bounds.syntax == .yaml,
      let aliases = try? YAMLReader.places(of: .tags, in: bytes[header.bounds.contents]).aliases, !aliases.isEmpty
    else { return nil }
    var count = 0
    var edits: [(range: Range<Int>, text: String)] = []
    for alias in aliases {
      let text = HeaderBounds.Syntax.yaml.line(alias.value)
      count += text.utf8.count
      guard count <= Header.largest else { return nil }
      let start = header.bounds.contents.lowerBound
      edits.append((start + alias.range.lowerBound..<start + alias.range.upperBound, text))
    }
    return bytes.edited(edits)
  }

  /// Takes the first of several candidate headers that has the intended value for one kind of member, with no new item
  /// that is nothing, and agrees with this one in all others and in tables.
  mutating func take(
    _ candidates: [[UInt8]], _ name: HeaderName?, where isRight: (HeaderMeaning) -> Bool
  ) -> Bool {
    let others = header.members.filter { HeaderName($0.name) != name || name == nil }.map(\.meant)
    for candidate in candidates where candidate != bytes {
      guard let read = Header(candidate), read.bounds.end == candidate.count,
        read.problem == nil || header.problem != nil,
        read.members.filter({ HeaderName($0.name) != name || name == nil }).map(\.meant) == others,
        read.tables.map(\.meant) == header.tables.map(\.meant),
        read.emptyItems(of: name) <= header.emptyItems(of: name), isRight(HeaderMeaning(read))
      else { continue }
      (bytes, header) = (candidate, read)
      return true
    }
    return false
  }
}

extension ArraySlice<UInt8> {
  /// The remark behind the mark of a text of several lines, with the space before it; empty if there is none.
  fileprivate var remarkInFirstLine: String {
    guard let mark = first, "|>".utf8.contains(mark) else { return "" }
    let line = prefix { $0 != 0x0A && $0 != 0x0D }
    return line.firstIndex(of: UInt8(ascii: "#")).map { " " + String(decoding: line[$0...], as: UTF8.self) } ?? ""
  }
}

extension Header {
  /// The number of items that are nothing in lists of one kind of member.
  fileprivate func emptyItems(of name: HeaderName?) -> Int {
    members.filter { HeaderName($0.name) == name }.reduce(0) { count, member in
      guard case .list(let items) = member.value else { return count }
      return count + items.count { $0.isNothing }
    }
  }
}
