import MemoEngine
import MemoMarkup
import MemoText

/// The thing that a place in a text refers to.
enum Referent: Hashable, Sendable {
  /// A note as a whole.
  case note(Note)
  /// A note by one of its other names, in the form in which names are compared: where that stands in the front
  /// matter, and what is to be renamed; links by it mean the note.
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
    /// Another name of the note in its front matter.
    case headerAlias
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
    case .link, .target, .fragment, .label, .definitionLabel, .title, .tag, .headerTag, .headerAlias: false
    }
  }
}

/// The places in a text that refer to something: all, or some.
struct Occurrences: Sendable {
  /// The places that are wanted. What others lead to is not looked up.
  enum Wanted: Sendable {
    case all
    /// Those that touch one of these stretches.
    case touching([Range<Int>])
    /// Those that the store keeps nothing of: links within the text, and destinations that no link uses.
    case unkept

    static func at(_ offset: Int) -> Wanted { .touching([offset..<offset]) }

    fileprivate func include(_ range: Range<Int>) -> Bool {
      switch self {
      case .all: true
      case .touching(let stretches):
        stretches.contains { range.lowerBound <= $0.upperBound && $0.lowerBound <= range.upperBound }
      case .unkept: false
      }
    }

    fileprivate func include(_ link: Outline.Link) -> Bool {
      if case .unkept = self { link.target.isEmpty } else { include(link.range) }
    }

    fileprivate func include(_ destination: LoneDestination) -> Bool {
      if case .unkept = self { destination.isAlone } else { include(destination.range) }
    }
  }

  let outline: Outline
  let destinations: Destinations
  /// The targets of links that were looked up, by the links' places in the outline.
  private(set) var ends: [Int: LinkEnd] = [:]
  private(set) var all: [Occurrence] = []

  init(_ scope: NoteScope, _ wanted: Wanted = .all) async throws {
    (outline, destinations) = (await scope.state.outline, await scope.state.destinations)
    addParts(of: scope, wanted)
    try await addLinks(scope, wanted)
    all += await scope.labels(wanted)
  }

  /// Adds the parts that others lead to, and tags.
  private mutating func addParts(of scope: NoteScope, _ wanted: Wanted) {
    let own = scope.document.note
    for (index, heading) in outline.headings.enumerated() where wanted.include(heading.range) {
      add(.heading(own, index), .heading, heading.range)
    }
    let first = 0..<scope.text.endOfLine(0)
    if scope.isMemo, !scope.isFile, outline.headings.first?.range.lowerBound != 0, wanted.include(first),
      scope.text.string(in: first).nameForm == outline.title.nameForm
    {
      add(.note(own), .title, first)
    }
    if scope.isMemo, let title = scope.text.place(inHeaderOf: outline.title), wanted.include(title) {
      add(.note(own), .title, title)
    }
    for block in outline.blocks where wanted.include(block.range) {
      add(.block(own, block.name.nameForm), .block, block.range)
    }
    for anchor in destinations.anchors where wanted.include(anchor.range) {
      add(.anchor(own, anchor.value), .anchor, anchor.range)
    }
    var strays = destinations.strays[...]
    for tag in outline.tags where wanted.include(tag.range) {
      while let first = strays.first, first.range.upperBound <= tag.range.lowerBound { strays.removeFirst() }
      if let first = strays.first, first.range.contains(tag.range.lowerBound) { continue }
      add(.tag(tag.name.tagForm), .tag, tag.range)
    }
    for tag in Header.tagPlaces(in: scope.text) where wanted.include(tag.range) {
      add(.tag(tag.name.tagForm), .headerTag, tag.range)
    }
    let aliases = Set(outline.aliases.map(\.nameForm))
    let places = aliases.isEmpty ? [] : Header.aliasPlaces(in: scope.text)
    for (name, range) in places where wanted.include(range) && aliases.contains(name.nameForm) {
      add(.alias(own, name.nameForm), .headerAlias, range)
    }
  }

  /// Adds what leads somewhere. The links that use a definition decide what that means, else its own target does.
  private mutating func addLinks(_ scope: NoteScope, _ wanted: Wanted) async throws {
    let others = destinations.all.filter(wanted.include)
    let links = outline.links.indices.filter { wanted.include(outline.links[$0]) }
    let users = users(of: others)
    let needed = Array(Set(links).union(users.values))
    ends = Dictionary(uniqueKeysWithValues: zip(needed, try await scope.ends(of: needed.map { outline.links[$0] })))
    let base = needed.isEmpty && others.isEmpty ? nil : try await scope.base()
    var parts: [Note: NoteParts] = [:]
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
    for index in links {
      guard let end = ends[index], case let link = outline.links[index], link.labelRange(in: scope.text) == nil else {
        continue
      }
      try await learn(end.note, link.fragment)
      let target = referent(link.target, end, isPath: link.kind.isAddress)
      let part = named(link.fragment, in: target, end)
      add(part ?? target, .link, link.range, index)
      add(target, link.targetRange, part, link.fragmentRange, index)
    }
    for destination in others {
      var user: LinkEnd?
      if case .definition(let number) = destination.place { user = users[number].flatMap { ends[$0] } }
      let end = if let user { user } else { try await scope.end(ofPath: destination.target) }
      try await learn(end.note, destination.fragment)
      let target = referent(destination.target, end, isPath: true)
      let part = named(destination.fragment, in: target, end)
      add(target, destination.targetRange, part, destination.fragmentRange)
    }
  }

  /// The links that use some definitions, the last of each by the definition's number.
  private func users(of destinations: [LoneDestination]) -> [Int: Int] {
    let numbers = Set(destinations.compactMap { if case .definition(let number) = $0.place { number } else { nil } })
    if numbers.isEmpty { return [:] }
    var users: [Int: Int] = [:]
    for (index, link) in outline.links.enumerated() {
      if let number = link.definition, numbers.contains(number) { users[number] = index }
    }
    return users
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

extension NoteScope {
  /// The places of labels: of links, definitions and footnotes. What these mean the text says alone.
  func labels(_ wanted: Occurrences.Wanted = .all) async -> [Occurrence] {
    let outline = await state.outline
    var found: [Occurrence] = []
    for (index, link) in outline.links.enumerated() where link.definition != nil && wanted.include(link.range) {
      guard let label = link.labelRange(in: text) else { continue }
      let referent = Referent.label(Array(text.string(in: label).nameForm.utf8))
      found.append(Occurrence(referent: referent, role: .link, range: link.range, link: index))
      found.append(Occurrence(referent: referent, role: .label, range: label, link: index))
    }
    for definition in outline.definitions where wanted.include(definition.range) {
      let referent = Referent.label(Array(definition.label.nameForm.utf8))
      found.append(Occurrence(referent: referent, role: .definition, range: definition.range))
      found.append(Occurrence(referent: referent, role: .definitionLabel, range: definition.labelRange))
    }
    for note in await state.footnotes where wanted.include(note.range) {
      let role: Occurrence.Role = note.isDefinition ? .definition : .label
      found.append(Occurrence(referent: .footnote(note.form), role: role, range: note.range))
    }
    return found.filter { !$0.range.isEmpty }
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
