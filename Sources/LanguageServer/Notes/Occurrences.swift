import MemoEngine
import MemoMarkup
import MemoText

/// The thing that a place in a text refers to.
enum Referent: Hashable, Sendable {
  /// A note as a whole.
  case note(Note)
  /// A note by one of its other names, in the form in which names are compared. Only what is to be called otherwise is
  /// told apart so.
  case alias(Note, String)
  /// A heading of a note by its place among all, or the block of a name.
  case heading(Note, Int)
  case block(Note, String)
  /// A part of a note that is not there.
  case missing(Note, String)
  /// Something that is no note.
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
    case .note(let note), .alias(let note, _), .heading(let note, _), .block(let note, _), .missing(let note, _): note
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
    /// The parts that others lead to: a heading, a block's name, a definition, all of it and its label.
    case heading, block, definition, definitionLabel
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
    case .heading, .block, .definition: true
    case .link, .target, .fragment, .label, .definitionLabel, .title, .tag, .headerTag: false
    }
  }
}

/// All places in a text that refer to something.
struct Occurrences: Sendable {
  let outline: Outline
  let ends: [LinkEnd]
  private(set) var all: [Occurrence] = []

  init(_ scope: NoteScope) async throws {
    outline = await scope.state.outline
    ends = try await scope.ends()
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
    for tag in outline.tags { add(.tag(tag.name.tagForm), .tag, tag.range) }
    for tag in Header.tagPlaces(in: scope.text) { add(.tag(tag.name.tagForm), .headerTag, tag.range) }
    var places: [Note: Outline] = [own: outline]
    for (index, (link, end)) in zip(outline.links, ends).enumerated() {
      if let note = end.note, link.fragment != nil, places[note] == nil {
        places[note] = try await scope.note(note)?.state.outline
      }
      add(link, end, index, scope.text, places)
    }
    var users: [Int: LinkEnd] = [:]
    for (link, end) in zip(outline.links, ends) { if let number = link.definition { users[number] = end } }
    for (number, definition) in outline.definitions.enumerated() {
      let label = Array(definition.label.nameForm.utf8)
      add(.label(label), .definition, definition.range)
      add(.label(label), .definitionLabel, definition.labelRange)
      try await add(definition, usedBy: users[number], scope, places)
    }
    for note in Footnote.all(in: scope.text, outline) {
      add(.footnote(note.form), note.isDefinition ? .definition : .label, note.range)
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

  private mutating func add(
    _ link: Outline.Link, _ end: LinkEnd, _ index: Int, _ text: Rope, _ places: [Note: Outline]
  ) {
    let target = Self.referent(of: link.target, end)
    let part = Self.part(link.fragment, of: target, places)
    if let label = link.labelRange(in: text) {
      let form = Array(text.string(in: label).nameForm.utf8)
      add(.label(form), .link, link.range, index)
      return add(.label(form), .label, label, index)
    }
    add(part ?? target, .link, link.range, index)
    add(target, link.targetRange, part, link.fragmentRange, index)
  }

  /// Adds the parts of a definition. Its own target decides what they mean in files; in memos, the links that use it
  /// do.
  private mutating func add(
    _ definition: Outline.Definition, usedBy user: LinkEnd?, _ scope: NoteScope, _ places: [Note: Outline]
  ) async throws {
    let end: LinkEnd
    if let user {
      end = user
    } else if !scope.isMemo {
      end = await scope.files.end(of: definition.target, isName: false, in: scope.uri)
    } else {
      end = LinkEnd(address: definition.target)
    }
    var places = places
    if let note = end.note, definition.fragment != nil, places[note] == nil {
      places[note] = try await scope.note(note)?.state.outline
    }
    let target = Self.referent(of: definition.target, end)
    add(
      target, definition.targetRange, Self.part(definition.fragment, of: target, places), definition.fragmentRange)
  }

  private static func referent(of words: String, _ end: LinkEnd) -> Referent {
    if let note = end.note { return .note(note) }
    return end.address.map(Referent.address) ?? .nowhere(words.nameForm)
  }

  /// The referent of a fragment in what its link leads to.
  private static func part(_ fragment: String?, of target: Referent, _ places: [Note: Outline]) -> Referent? {
    guard let fragment, case .note(let note) = target, !fragment.isEmpty else { return nil }
    guard let outline = places[note] else { return .missing(note, fragment) }
    let named = LinkFragment(fragment)
    if fragment.hasPrefix("^"), outline.place(of: named) != nil {
      return .block(note, fragment.dropFirst().nameForm)
    }
    return outline.heading(of: named).map { .heading(note, $0) } ?? .missing(note, fragment)
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

/// `[^label]`, and `[^label]:` at the beginning of a line, if need be in a quotation.
struct Footnote: Sendable {
  let form: [UInt8]
  /// The range without brackets, with `^`.
  let range: Range<Int>
  let isDefinition: Bool

  /// The footnotes of a text, none in code.
  static func all(in text: Rope, _ outline: Outline) -> [Footnote] {
    let bytes = text.utf8Bytes
    var found: [Footnote] = []
    var place = 0
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "[")) {
      place = start + 1
      guard place < bytes.count, bytes[place] == UInt8(ascii: "^"),
        let end = bytes[place...].prefix(200).firstIndex(where: { "]\n\r[ ".utf8.contains($0) }), end > place + 1,
        bytes[end] == UInt8(ascii: "]"), !outline.code.contains(where: { $0.range.contains(start) })
      else { continue }
      let before = bytes[..<start].last { !" \t>".utf8.contains($0) }
      let isFirst = before == nil || before == UInt8(ascii: "\n") || before == UInt8(ascii: "\r")
      let isDefinition = isFirst && end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: ":")
      let form = Array(String(decoding: bytes[place..<end], as: UTF8.self).nameForm.utf8)
      found.append(Footnote(form: form, range: place..<end, isDefinition: isDefinition))
      place = end
    }
    return found
  }
}
