package import MemoMarkup
package import MemoModel
import MemoText

extension MemoReferences {
  /// What of a text's structure others can name, count or look for.
  package init(_ outline: Outline) {
    self.init(
      title: outline.title, slug: Self.slug(of: outline.title), aliases: outline.aliases,
      links: outline.links.compactMap { link in
        link.memoTarget.map { target in
          LinkReference(target: target, fragment: link.fragment.map(LinkFragment.init), range: link.range)
        }
      },
      headings: outline.headings.map { HeadingReference($0) }, blocks: outline.blocks.map(\.name),
      tags: outline.headerTags + outline.tags.map(\.name), hasTasks: !outline.tasks.isEmpty)
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

extension Outline.Link {
  /// What it leads to another memo by; nil if it leads elsewhere, or into the text itself.
  package var memoTarget: LinkTarget? { namesMemo && !target.isEmpty ? LinkTarget(naming: target) : nil }
}

extension LinkTarget {
  /// What a link leads by, or a person who names a memo: an identifier, a title, an alias or a slug; `memo:ID` is an
  /// identifier alone.
  package init(naming text: some StringProtocol) {
    let isIdentifier = text.prefix(Self.scheme.count).lowercased() == Self.scheme
    let name = isIdentifier ? String(text.dropFirst(Self.scheme.count)) : String(text)
    self.init(name: name.nameForm, identifier: MemoID(name), isIdentifier: isIdentifier)
  }

  private static let scheme = "memo:"
}

extension LinkFragment {
  /// What stands behind a link's `#`.
  package init(_ text: String) { self.init(text: text, form: text.nameForm, slug: Slug.of(text)) }
}
