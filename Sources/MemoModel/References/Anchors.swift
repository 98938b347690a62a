import MemoText

/// An index of a memo's headings and blocks by the names that links use, fast for many links and headings.
public struct Anchors: Sendable {
  /// The first heading of each text and of each slug.
  private var texts: [String: Int] = [:], slugs: [String: Int] = [:]
  /// The blocks by the compared form of their names, with `^`.
  private var blocks: [String: String] = [:]
  /// The headings' slugs, as addresses use them.
  private let addresses: [String]
  private let paths: HeadingPaths

  /// Indexes a memo's headings and blocks.
  public init(_ references: MemoReferences) {
    addresses = references.headings.map(\.slug)
    paths = HeadingPaths(references.headings)
    for (index, heading) in references.headings.enumerated().reversed() {
      texts[heading.form] = index
      if !heading.slug.isEmpty { slugs[heading.slug] = index }
    }
    for name in references.blocks.reversed() { blocks["^\(name.nameForm)"] = name }
  }

  /// Whether the memo has the heading or block that a link's fragment names: a block by its name, a heading as
  /// ``heading(named:)`` finds it.
  public func has(_ fragment: LinkFragment) -> Bool { fragment.text.isEmpty || anchor(of: fragment) != nil }

  /// The anchor in addresses of the heading or block that a link's fragment names: its slug, or `^` and its name as
  /// written; nil if there is none.
  public func anchor(of fragment: LinkFragment) -> String? {
    if fragment.text.hasPrefix("^") { return blocks[fragment.form].map { "^\($0)" } }
    return heading(named: fragment).map { addresses[$0] }
  }

  /// The index of the heading that a fragment names. Texts come before slugs: `C++` has the slug `c`. Last comes what
  /// Obsidian takes as well: texts without their marks, also behind those of headings above.
  public func heading(named fragment: LinkFragment) -> Int? {
    heading(called: fragment) ?? paths.headings(on: fragment.form)?.last
  }

  private func heading(called fragment: LinkFragment) -> Int? {
    texts[fragment.form] ?? [fragment.text, fragment.form, fragment.slug].compactMap { slugs[$0] }.min()
  }

  /// A fragment that names a heading behind some that are above it, with the new names of those that are renamed; nil
  /// if it is none.
  ///
  /// - Parameter name: a heading's new name; nil if it stays.
  public func path(_ fragment: LinkFragment, renaming name: (_ heading: Int) -> String?) -> String? {
    let parts = fragment.text.split(separator: "#")
    guard heading(called: fragment) == nil, let headings = paths.headings(on: fragment.form), parts.count > 1,
      parts.count == headings.count
    else { return nil }
    return zip(parts, headings).map { part, heading in name(heading) ?? String(part) }.joined(separator: "#")
  }
}

extension MemoReferences {
  /// The index of its headings and blocks.
  public var anchors: Anchors { Anchors(self) }
}
