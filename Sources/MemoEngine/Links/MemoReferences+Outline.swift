package import MemoMarkup
package import MemoModel
import MemoText

extension MemoReferences {
  /// What of a text's structure others can name, count or look for.
  package init(_ outline: Outline) {
    self.init(anchorsOf: outline)
    (slug, aliases, hasTasks) = (Self.slug(of: title), outline.aliases, !outline.tasks.isEmpty)
    tags = outline.headerTags + outline.tags.map(\.name)
    let anchors = outline.links.contains { $0.namesMemo && $0.target.isEmpty } ? anchors : nil
    var targets = LinkTargets()
    for link in outline.links where link.namesMemo {
      let fragment = link.fragment.map(LinkFragment.init)
      if let target = targets.target(of: link) {
        links.append(LinkReference(target: target, fragment: fragment, range: link.range))
      } else if let fragment, anchors?.has(fragment) == false {
        links.append(LinkReference(target: .own, fragment: fragment, range: link.range))
      }
    }
  }

  /// The part of it that links within a text can lead to: its headings and blocks.
  init(anchorsOf outline: Outline) {
    self.init(
      title: outline.title, headings: outline.headings.map { HeadingReference($0) }, blocks: outline.blocks.map(\.name))
  }

  /// What a title is called in addresses; nil if it holds a link.
  private static func slug(of title: String) -> String? {
    let holdsLink = title.utf8.contains(where: "[<".utf8.contains) && !Outline(of: Rope(title)).links.isEmpty
    return holdsLink ? nil : Slug.of(title)
  }
}

extension HeadingReference {
  fileprivate init(_ heading: Outline.Heading) {
    self.init(level: heading.level, text: heading.text, form: heading.text.nameForm, slug: heading.slug)
  }
}

/// What the links of a text lead by. A text that has many mostly has few targets: each is worked out once.
struct LinkTargets {
  private var targets: [String: LinkTarget?] = [:]
  /// The same of links that are written as Markdown's.
  private var markdownTargets: [String: LinkTarget?] = [:]

  /// What a link leads to another memo by; nil if it leads elsewhere, or into the text itself.
  mutating func target(of link: Outline.Link) -> LinkTarget? {
    guard link.namesMemo, !link.target.isEmpty else { return nil }
    if link.kind == .wiki { return Self.known(link.target, in: &targets) { link.memoTarget } }
    return Self.known(link.target, in: &markdownTargets) { link.memoTarget }
  }

  private static func known(
    _ text: String, in known: inout [String: LinkTarget?], _ read: () -> LinkTarget?
  ) -> LinkTarget? {
    if let target = known[text] { return target }
    let target = read()
    known[text] = .some(target)
    return target
  }
}

extension Outline.Link {
  /// What it leads to another memo by; nil if it leads elsewhere, or into the text itself.
  package var memoTarget: LinkTarget? {
    guard namesMemo, !target.isEmpty else { return nil }
    return LinkTarget(naming: target, isFile: kind != .wiki && target.isPathOfFile)
  }
}

extension String {
  /// Whether it is written as the path of a file that is no note's: with a letter or more among the 1 to 8 letters and
  /// digits behind its last dot, or as a path from the root or from a folder. What ends as Markdown is a note's.
  fileprivate var isPathOfFile: Bool {
    let name = lowercased()
    if [".md", ".markdown"].contains(where: name.hasSuffix) { return false }
    if ["/", "./", "../", "file:"].contains(where: name.hasPrefix) { return true }
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return false }
    let ending = name.utf8[name.utf8.index(after: dot)...]
    return (1...8).contains(ending.count) && ending.allSatisfy { $0.isASCIILetter || (0x30...0x39).contains($0) }
      && ending.contains(where: \.isASCIILetter)
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (0x61...0x7A).contains(self) }
}

extension LinkTarget {
  /// The text that the link stands in.
  static let own = LinkTarget(name: "", identifier: nil)

  /// What a link leads by, or a person who names a memo: an identifier, a title, an alias or a slug; `memo:ID` is an
  /// identifier alone.
  package init(naming text: some StringProtocol, isFile: Bool = false) {
    let text = String(text).withOrderedMarks
    let isIdentifier = text.prefix(Self.scheme.count).lowercased() == Self.scheme
    let name = isIdentifier ? String(text.dropFirst(Self.scheme.count)) : text
    self.init(
      name: name.nameForm, identifier: MemoID(name), isIdentifier: isIdentifier, isFile: isFile && !isIdentifier)
  }

  private static let scheme = "memo:"
}

extension LinkFragment {
  /// What stands behind a link's `#`.
  package init(_ text: String) {
    let text = text.withOrderedMarks
    self.init(text: text, form: text.nameForm, slug: Slug.of(text))
  }
}
