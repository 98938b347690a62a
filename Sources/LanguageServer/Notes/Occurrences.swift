import MemoEngine
import MemoMarkup
import MemoText

/// The thing that a place in a text refers to.
enum Referent: Hashable, Sendable {
  /// A note as a whole.
  case note(Note)
  /// A note by one of its other names, in the form in which names are compared. Only what is to be renamed is
  /// told apart so.
  case alias(Note, String)
  /// A heading of a note by its place among all, or the block of a name.
  case heading(Note, Int)
  case block(Note, String)
  /// An element of HTML in a note, by its name.
  case anchor(Note, String)
  /// A part of a note that is not there.
  case missing(Note, String)
  /// Something that is no note: a URL, or the path of a file, be it there or not.
  case address(String)
  /// The definition of links' targets, or of a footnote, in this text.
  case label([UInt8])
  case footnote([UInt8])
  /// A tag, in the form in which tags are compared.
  case tag(String)
  /// A name that leads nowhere, or to several.
  case nowhere(String)

  /// The note that it is, or is in.
  var note: Note? {
    switch self {
    case .note(let note), .alias(let note, _), .heading(let note, _), .block(let note, _), .anchor(let note, _),
      .missing(let note, _):
      note
    case .address, .label, .footnote, .tag, .nowhere: nil
    }
  }
}

/// A place in a text that refers to something.
struct Occurrence: Sendable {
  /// The kind of what stands there.
  enum Role: Sendable {
    /// All of a link; its target; its fragment; the label by which it names a definition.
    case link, target, fragment, label
    /// The parts that others lead to: a heading, a block's name, that of an element of HTML, a definition, all of it
    /// and its label.
    case heading, block, anchor, definition, definitionLabel
    /// A memo's title in its front matter, or its first line, where that is the title and no heading.
    case title
    /// A tag with its `#`, and one in the front matter, without.
    case tag, headerTag
  }

  let referent: Referent
  let role: Role
  let range: Range<Int>
  /// The number of the link of the text that it belongs to.
  var link: Int?
  /// The range of target and fragment together, where it is one of these.
  var destination: Range<Int>?

  /// Whether it is what others lead to.
  var isTarget: Bool {
    switch role {
    case .heading, .block, .anchor, .definition: true
    case .link, .target, .fragment, .label, .definitionLabel, .title, .tag, .headerTag: false
    }
  }
}

/// All places in a text that refer to something.
struct Occurrences: Sendable {
  let outline: Outline
  let ends: [LinkEnd]
  /// The destinations that stand in no link, by the places of their targets.
  let destinations: [Int: LoneDestination]
  private(set) var all: [Occurrence] = []

  init(_ scope: NoteScope) async throws {
    outline = await scope.state.outline
    ends = try await scope.ends()
    let others = await scope.state.destinations
    destinations = Dictionary(others.all.map { ($0.targetRange.lowerBound, $0) }) { first, _ in first }
    let own = scope.document.note
    for (index, heading) in outline.headings.enumerated() { add(.heading(own, index), .heading, heading.range) }
    let first = 0..<scope.text.endOfLine(0)
    if scope.isMemo, !scope.isFile, outline.headings.first?.range.lowerBound != 0,
      scope.text.string(in: first).nameForm == outline.title.nameForm
    {
      add(.note(own), .title, first)
    }
    if scope.isMemo, let title = scope.text.place(inHeaderOf: outline.title) { add(.note(own), .title, title) }
    for block in outline.blocks { add(.block(own, block.name.nameForm), .block, block.range) }
    for anchor in others.anchors { add(.anchor(own, anchor.value), .anchor, anchor.range) }
    var strays = others.strays[...]
    for tag in outline.tags {
      while let first = strays.first, first.range.upperBound <= tag.range.lowerBound { strays.removeFirst() }
      if let first = strays.first, first.range.contains(tag.range.lowerBound) { continue }
      add(.tag(tag.name.tagForm), .tag, tag.range)
    }
    for tag in Header.tagPlaces(in: scope.text) { add(.tag(tag.name.tagForm), .headerTag, tag.range) }
    try await addLinks(others, scope)
    for definition in outline.definitions {
      let label = Array(definition.label.nameForm.utf8)
      add(.label(label), .definition, definition.range)
      add(.label(label), .definitionLabel, definition.labelRange)
    }
    for note in Footnote.all(in: scope.text, outline) {
      add(.footnote(note.form), note.isDefinition ? .definition : .label, note.range)
    }
  }

  /// Adds what leads somewhere. The links that use a definition decide what that means, else its own target does.
  private mutating func addLinks(_ others: Destinations, _ scope: NoteScope) async throws {
    let (own, base) = (scope.document.note, try await scope.base())
    var parts = [own: await scope.state.parts]
    func learn(_ note: Note?, _ fragment: String?) async throws {
      guard let note, fragment != nil, parts[note] == nil, let state = try await scope.note(note)?.state else { return }
      parts[note] = await state.parts
    }
    func referent(_ words: String, _ end: LinkEnd, isPath: Bool) -> Referent {
      if let note = end.note { return .note(note) }
      if let address = end.address { return .address(address) }
      if words.hasScheme, end.fault == nil { return .address(words) }
      let path = isPath && end.fault == .broken ? base?.resolving(words, from: scope.root) : nil
      return path.map { .address($0.string) } ?? .nowhere(words.nameForm)
    }
    func named(_ fragment: String?, in target: Referent, _ end: LinkEnd) -> Referent? {
      guard let fragment, !fragment.isEmpty else { return nil }
      switch target {
      case .note(let note): return parts[note]?.referent(of: fragment, in: note) ?? .missing(note, fragment)
      case .address(let address) where end.fault == .broken:
        // A note that is yet to be written.
        let file = DocumentURI(address)
        return file.mayBeNote ? .missing(.file(file), fragment) : nil
      default: return nil
      }
    }
    for (index, (link, end)) in zip(outline.links, ends).enumerated() {
      try await learn(end.note, link.fragment)
      let target = referent(link.target, end, isPath: link.kind.isAddress)
      let part = named(link.fragment, in: target, end)
      if let label = link.labelRange(in: scope.text) {
        let form = Array(scope.text.string(in: label).nameForm.utf8)
        add(.label(form), .link, link.range, index)
        add(.label(form), .label, label, index)
      } else {
        add(part ?? target, .link, link.range, index)
        add(target, link.targetRange, part, link.fragmentRange, index)
      }
    }
    let users = Dictionary(zip(outline.links, ends).map { ($0.definition ?? -1, $1) }) { _, last in last }
    for destination in others.all {
      var user: LinkEnd?
      if case .definition(let number) = destination.place { user = users[number] }
      let end = if let user { user } else { try await scope.end(ofPath: destination.target) }
      try await learn(end.note, destination.fragment)
      let target = referent(destination.target, end, isPath: true)
      let part = named(destination.fragment, in: target, end)
      add(target, destination.targetRange, part, destination.fragmentRange)
    }
  }

  private mutating func add(
    _ referent: Referent, _ role: Occurrence.Role, _ range: Range<Int>, _ link: Int? = nil,
    in destination: Range<Int>? = nil
  ) {
    if range.isEmpty { return }
    all.append(Occurrence(referent: referent, role: role, range: range, link: link, destination: destination))
  }

  /// Adds a link's or a definition's target and fragment, the fragment with its `#`.
  private mutating func add(
    _ target: Referent, _ targetRange: Range<Int>, _ part: Referent?, _ fragmentRange: Range<Int>?, _ link: Int? = nil
  ) {
    let fragment = fragmentRange.map { $0.lowerBound - 1..<$0.upperBound }
    let start = targetRange.isEmpty ? fragment?.lowerBound ?? targetRange.lowerBound : targetRange.lowerBound
    let destination = start..<max(targetRange.upperBound, fragment?.upperBound ?? 0)
    add(target, .target, targetRange, link, in: destination)
    if let part, let fragment { add(part, .fragment, fragment, link, in: destination) }
  }

  /// The occurrence at a place: the smallest that it is in, or at the end of; the title where there is no other.
  func occurrence(at offset: Int) -> Occurrence? {
    let around = all.filter { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
    let smallest = around.filter { $0.role != .title }.min { left, right in
      let (isIn, otherIsIn) = (left.range.contains(offset), right.range.contains(offset))
      return (left.range.count, isIn ? 0 : 1) < (right.range.count, otherIsIn ? 0 : 1)
    }
    return smallest ?? around.first
  }
}

extension Rope {
  /// The range of the title in the front matter; nil if it has none, or none that is written as it is shown.
  fileprivate func place(inHeaderOf title: String) -> Range<Int>? {
    guard let end = Header(self)?.bounds.end, !title.isEmpty else { return nil }
    for line in 0..<position(at: end, in: .utf8).line {
      let (start, words) = (offsetOfLine(line), string(in: offsetOfLine(line)..<endOfLine(line)))
      let name = words.prefix { $0 != ":" && $0 != "=" }.filter { !" \t\"'".contains($0) }
      guard name.lowercased() == "title", let found = words.dropFirst(name.count + 1).firstRange(of: title) else {
        continue
      }
      let before = words[..<found.lowerBound].utf8.count
      return start + before..<start + before + title.utf8.count
    }
    return nil
  }
}
