/// The headings and blocks of a memo, found by what links call them: as many links as there are, of as many headings.
public struct Anchors: Sendable {
  /// The first heading of each text and of each slug.
  private var texts: [String: Int] = [:], slugs: [String: Int] = [:]
  /// The blocks by their names in lower case, behind `^`.
  private var blocks: [String: String] = [:]
  /// What the headings are called in addresses.
  private let addresses: [String]

  /// Takes those of a memo.
  public init(_ references: MemoReferences) {
    addresses = references.headings.map(\.slug)
    for (index, heading) in references.headings.enumerated().reversed() {
      texts[heading.form] = index
      if !heading.slug.isEmpty { slugs[heading.slug] = index }
    }
    for name in references.blocks.reversed() { blocks["^\(name.lowercased())"] = name }
  }

  /// Whether the memo has the heading or block that a link's fragment names: a block by its name, a heading by its
  /// text, or by its slug.
  public func has(_ fragment: LinkFragment) -> Bool { fragment.text.isEmpty || anchor(of: fragment) != nil }

  /// What the heading or block that a link's fragment names is called in addresses: its slug, or `^` and its name as it
  /// is written; nil if there is none.
  public func anchor(of fragment: LinkFragment) -> String? {
    if fragment.text.hasPrefix("^") { return blocks[fragment.form].map { "^\($0)" } }
    return heading(named: fragment).map { addresses[$0] }
  }

  /// The heading that a fragment names, by its place among all. What a heading says comes before what another one is
  /// called in addresses: `C++` is called `c` there.
  public func heading(named fragment: LinkFragment) -> Int? {
    texts[fragment.form] ?? [fragment.text, fragment.form, fragment.slug].compactMap { slugs[$0] }.min()
  }
}

extension MemoReferences {
  /// Its headings and blocks, to be found.
  public var anchors: Anchors { Anchors(self) }
}
