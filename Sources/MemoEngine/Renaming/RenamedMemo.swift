import MemoMarkup
import MemoModel
import MemoText

/// What a memo and its headings were called, and what they are called now.
struct RenamedMemo {
  let id: MemoID
  let old: MemoReferences, new: MemoReferences
  /// What the new title is called in addresses; nil if links would lead elsewhere by that.
  var slug: String?
  private let aliases: Set<String>
  private let (oldAnchors, newAnchors): (Anchors, Anchors)

  init(_ id: MemoID, _ old: MemoReferences, _ new: MemoReferences) {
    (self.id, self.old, self.new) = (id, old, new)
    (oldAnchors, newAnchors) = (old.anchors, new.anchors)
    slug = new.slug.flatMap { $0.isEmpty ? nil : $0 }
    aliases = Set(old.aliases.map(\.nameForm))
  }

  /// A link that is to lead by other names.
  struct Edit {
    /// Which of the links that lead to memos it is.
    let index: Int
    /// What it is to lead by, and the heading; nil if that stays.
    let target: String?, fragment: String?
    let replacements: [TextReplacement]
  }

  /// What makes the links of a text lead to the memo by its names of now.
  ///
  /// - Parameters:
  ///   - here: what leads to this memo alone.
  ///   - isOwn: whether it is the memo's own text.
  func edits(in text: Rope, _ outline: Outline, _ here: Set<LinkTarget>, isOwn: Bool) -> [Edit] {
    var edits: [Edit] = []
    for (index, link) in outline.links.lazy.filter(\.namesMemo).enumerated() {
      let target = link.memoTarget
      guard target.map(here.contains) ?? isOwn else { continue }
      let name = target.flatMap { self.name($0, writtenAs: link.target) }
      let fragment = link.fragment.flatMap(self.fragment)
      let replacements = link.replacements(target: name, fragment: fragment, in: text)
      guard !replacements.isEmpty else { continue }
      edits.append(Edit(index: index, target: name, fragment: fragment, replacements: replacements))
    }
    return edits
  }

  /// Whether the links of an edited text lead by what they are to lead by, and all others by what they led by.
  func leads(from old: Outline, to new: Outline, _ edits: [Edit]) -> Bool {
    let (old, new) = (old.links.filter(\.namesMemo), new.links.filter(\.namesMemo))
    guard old.count == new.count else { return false }
    let edits = Dictionary(edits.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    return zip(old, new).enumerated().allSatisfy { index, links in
      let edit = edits[index]
      let target = edit?.target?.nameForm ?? links.0.memoTarget?.name
      let fragment = edit?.fragment ?? links.0.fragment
      return links.1.memoTarget?.name == target && links.1.fragment?.nameForm == fragment?.nameForm
    }
  }

  /// What a link that leads here is to lead by; nil if that stays: its identifier, an alias, and what is right already.
  private func name(_ target: LinkTarget, writtenAs text: String) -> String? {
    if target.isIdentifier || target.name == id.description.nameForm { return nil }
    let name: String
    if target.name == old.title.nameForm {
      name = new.title
    } else if aliases.contains(target.name) {
      return nil
    } else {
      name = slug ?? new.title
    }
    return old.title == new.title || name == text ? nil : name
  }

  /// What a heading is called now that a link names by its text or its slug; nil if it is called the same.
  private func fragment(_ text: String) -> String? {
    let fragment = LinkFragment(text)
    guard let index = oldAnchors.heading(named: fragment), new.headings.indices.contains(index) else { return nil }
    let (before, after) = (old.headings[index], new.headings[index])
    let isSlug = before.form != fragment.form && [fragment.text, fragment.form].contains(before.slug)
    let isSame = isSlug ? before.slug == after.slug : before.text == after.text
    if isSame, newAnchors.heading(named: fragment) == index { return nil }
    // Where another heading is called so, the other name leads there.
    let names = isSlug ? [after.slug, after.text] : [after.text, after.slug]
    let name = names.first { !$0.isEmpty && newAnchors.heading(named: LinkFragment($0)) == index }
    return name == text ? nil : name
  }
}
