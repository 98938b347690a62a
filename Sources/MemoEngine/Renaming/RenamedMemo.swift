import MemoMarkup
import MemoModel
import MemoText

/// The old and new names of a memo, its headings and its blocks.
struct RenamedMemo {
  let id: MemoID
  let old: MemoReferences, new: MemoReferences
  /// The new title's slug; nil if links by it would lead elsewhere.
  var slug: String?
  /// The new aliases by the old ones' forms.
  private let aliases: [String: String]
  /// The old file and, if it is renamed, the new name without the extension and the number at its start.
  private let file: (old: FileForm, new: String?, number: String?)?
  private let (oldAnchors, newAnchors): (Anchors, Anchors)

  init(_ id: MemoID, _ old: MemoReferences, _ new: MemoReferences) {
    (self.id, self.old, self.new) = (id, old, new)
    (oldAnchors, newAnchors) = (old.anchors, new.anchors)
    slug = new.slug.flatMap { $0.isEmpty ? nil : $0 }
    // A renaming changes aliases where they stand.
    let renamed = old.aliases.count == new.aliases.count ? new.aliases : old.aliases
    aliases = Dictionary(zip(old.aliases.map(\.nameForm), renamed)) { first, _ in first }
    let moved = new.path.flatMap { path in old.path?.utf8.elementsEqual(path.utf8) == false ? path : nil }
    file = old.path.map { path in
      (FileForm(path), moved.map { String(MemoFile(path: $0).stem) }, moved.flatMap { FileForm($0).leadingNumber })
    }
  }

  /// The same with other new headings.
  func with(_ headings: [HeadingReference]) -> RenamedMemo {
    var new = new
    new.headings = headings
    var names = RenamedMemo(id, old, new)
    names.slug = slug
    return names
  }

  /// A link that needs new names.
  struct Edit {
    /// Its index among the links that lead to memos.
    let index: Int
    /// Its new target, and its new heading or block; nil if that stays.
    let target: String?, fragment: String?
    let replacements: [TextReplacement]
  }

  /// The edits that make the links of a text use the new names.
  ///
  /// - Parameters:
  ///   - file: the text's file; nil if it has none.
  ///   - here: the targets that lead only to this memo.
  ///   - isOwn: whether it is the memo's own text.
  func edits(
    in text: Rope, _ outline: Outline, of file: MemoFile?, _ here: Set<LinkTarget>, isOwn: Bool
  ) -> [Edit] {
    var edits: [Edit] = []
    let folder = file?.folderForm
    for (index, link) in outline.links.lazy.filter(\.namesMemo).enumerated() {
      let target = link.memoTarget(from: folder)
      guard target.map(here.contains) ?? isOwn else { continue }
      let name = target.flatMap { self.name($0, writtenAs: link.target, from: folder) }
      let fragment = link.fragment.flatMap { self.fragment($0, isAddress: link.kind.isAddress) }
      let replacements = link.replacements(target: name, fragment: fragment, in: text)
      guard !replacements.isEmpty else { continue }
      edits.append(Edit(index: index, target: name, fragment: fragment, replacements: replacements))
    }
    return edits
  }

  /// Whether the edited links have their new targets, and all others their old ones.
  func leads(from old: Outline, to new: Outline, _ edits: [Edit]) -> Bool {
    let (old, new) = (old.links.filter(\.namesMemo), new.links.filter(\.namesMemo))
    guard old.count == new.count else { return false }
    let edits = Dictionary(edits.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    return zip(old, new).enumerated().allSatisfy { index, links in
      let edit = edits[index]
      // Most stay as they are, byte for byte.
      if edit == nil, links.0.says(theSameAs: links.1) { return true }
      let target = edit?.target?.nameForm ?? links.0.memoTarget()?.name
      let fragment = edit?.fragment ?? links.0.fragment
      return links.1.memoTarget()?.name == target && links.1.fragment?.nameForm == fragment?.nameForm
    }
  }

  /// The new name in a link that leads here; nil if it stays: an identifier, or a name that is right already.
  private func name(_ target: LinkTarget, writtenAs text: String, from folder: String?) -> String? {
    if target.isIdentifier || target.name == id.description.nameForm { return nil }
    if let file {
      let folder = folder.map { $0.split(separator: "/").map(String.init) }
      let path = LinkPath.renamed(text, target.name, from: folder, leadingTo: file.old, to: file.new ?? "")
      let isNumber = path == nil && target.name == file.old.leadingNumber
      if path != nil || isNumber {
        // The file may keep its name, or the number at its start.
        guard let new = file.new, !isNumber || file.number != target.name else { return nil }
        return path ?? new == text ? nil : path ?? new
      }
    }
    let name: String
    if target.name == old.title.nameForm {
      name = new.title
    } else if let alias = aliases[target.name] {
      return alias.nameForm == target.name || alias == text ? nil : alias
    } else {
      name = slug ?? new.title
    }
    return old.title == new.title || name == text ? nil : name
  }

  /// The new text or slug of a heading that a link names, or the new name of a block; nil if it stays.
  ///
  /// - Parameter isAddress: whether other programs follow the link, too.
  private func fragment(_ text: String, isAddress: Bool) -> String? {
    let fragment = LinkFragment(text)
    if text.hasPrefix("^") {
      let index = old.blocks.firstIndex { "^\($0)".nameForm == fragment.form }
      guard let index, old.blocks.count == new.blocks.count, old.blocks[index] != new.blocks[index] else { return nil }
      return "^\(new.blocks[index])"
    }
    guard let index = oldAnchors.heading(named: fragment), new.headings.indices.contains(index) else { return nil }
    let (before, after) = (old.headings[index], new.headings[index])
    let isSlug = fragment.isSlug(before.slug, ofHeading: before.form, isAddress: isAddress)
    let isSame = isSlug ? before.slug == after.slug : before.text == after.text
    if isSame, newAnchors.heading(named: fragment) == index { return nil }
    let path = oldAnchors.path(fragment) { heading in
      old.headings[heading].text == new.headings[heading].text ? nil : new.headings[heading].text
    }
    // If another heading has the one name, the other is used.
    let names = isSlug ? [after.slug, after.text] : [path ?? "", after.text, after.slug]
    let name = names.first { !$0.isEmpty && newAnchors.heading(named: LinkFragment($0)) == index }
    return name == text ? nil : name
  }
}

extension Outline.Link {
  /// Whether another link has the same target and fragment, written the same.
  fileprivate func says(theSameAs other: Outline.Link) -> Bool {
    target.utf8.elementsEqual(other.target.utf8) && kind == other.kind && fragment == other.fragment
  }
}
