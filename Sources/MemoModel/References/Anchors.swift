import MemoText

/// An index of a memo's headings and blocks by the names that links use, fast for many links and headings.
public struct Anchors: Sendable {
  /// The first heading of each text and of each slug.
  private var texts: [String: Int] = [:], slugs: [String: Int] = [:]
  /// The blocks by the compared form of their names, with `^`.
  private var blocks: [String: String] = [:]
  /// The headings' slugs, as addresses use them.
  private let addresses: [String]

  /// Indexes a memo's headings and blocks.
  public init(_ references: MemoReferences) {
    addresses = references.headings.map(\.slug)
    for (index, heading) in references.headings.enumerated().reversed() {
      texts[heading.form] = index
      if !heading.slug.isEmpty { slugs[heading.slug] = index }
    }
    for name in references.blocks.reversed() { blocks["^\(name.nameForm)"] = name }
  }

  /// Whether the memo has the heading or block that a link's fragment names: a block by its name, a heading by its text
  /// or its slug.
  public func has(_ fragment: LinkFragment) -> Bool { fragment.text.isEmpty || anchor(of: fragment) != nil }

  /// The anchor in addresses of the heading or block that a link's fragment names: its slug, or `^` and its name as
  /// written; nil if there is none.
  public func anchor(of fragment: LinkFragment) -> String? {
    if fragment.text.hasPrefix("^") { return blocks[fragment.form].map { "^\($0)" } }
    return heading(named: fragment).map { addresses[$0] }
  }

  /// The index of the heading that a fragment names. Texts come before slugs: `C++` has the slug `c`.
  public func heading(named fragment: LinkFragment) -> Int? {
    texts[fragment.form] ?? [fragment.text, fragment.form, fragment.slug].compactMap { slugs[$0] }.min()
  }
}

extension MemoReferences {
  /// The index of its headings and blocks.
  public var anchors: Anchors { Anchors(self) }
}
