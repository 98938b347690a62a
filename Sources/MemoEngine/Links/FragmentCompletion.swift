import MemoMarkup
import MemoModel
import MemoText

/// Completions after a link's `#`: headings or blocks of the memos that the name before it may mean.
struct FragmentCompletion {
  /// A memo, and the replacement for what was typed before its headings.
  private struct Memo {
    let id: MemoID
    let prefix: String
    let references: MemoReferences
  }

  private let memos: [Memo]
  /// The typed part of the heading.
  private let wanted: String

  init(
    _ query: String, in id: MemoID?, _ store: any MemoStore, over unsaved: UnsavedReferences
  ) throws(StoreError) {
    let parts = query.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    wanted = parts.last.map { $0.drop { $0 == "^" }.nameForm } ?? ""
    let name = parts.count > 1 ? String(parts[0]) : ""
    var prefixes: [(id: MemoID, prefix: String)] = []
    if name.nameForm.isEmpty {
      prefixes = id.map { [($0, parts.count > 1 ? "#" : "")] } ?? []
    } else {
      let file = try id.flatMap { id throws(StoreError) in try store.files(of: [id])[id] }
      let target = LinkTarget(naming: name).from(file?.folderForm)
      // What is in the trash is led to by no link.
      let destination = try store.destinations(of: [target], over: unsaved).first
      let meant = if case .live(let memos)? = destination { memos } else { [LinkDestination.LeadsTo]() }
      // Where several memos are meant the name would lead to none.
      let files = meant.count > 1 ? try store.files(of: meant.map(\.id)) : [:]
      prefixes = meant.map { memo in
        let path = files[memo.id].map { LinkPath.name(of: $0.path, in: file?.path) }
        return (memo.id, (meant.count > 1 ? path ?? memo.id.description : name) + "#")
      }
    }
    let references = prefixes.isEmpty ? [:] : try store.references(of: prefixes.map(\.id), over: unsaved)
    memos = prefixes.compactMap { id, prefix in
      references[id].map { Memo(id: id, prefix: prefix, references: $0) }
    }
  }

  /// The matches, best first, ties in the order of the text.
  func items(_ kind: CompletionKind) -> [Completion] {
    let all = memos.flatMap { memo in kind == .block ? blocks(of: memo) : headings(of: memo) }
    let fitting = all.compactMap { item in NameFit(of: wanted, in: item.form).map { (fit: $0, item: item.item) } }
    return NameFit.allCases.flatMap { fit in fitting.filter { $0.fit == fit }.map(\.item) }
  }

  private func headings(of memo: Memo) -> [(form: String, item: Completion)] {
    let anchors = memo.references.anchors
    return memo.references.headings.enumerated().compactMap { index, heading in
      // Its text or its slug may name one before it, or one whose text is that slug.
      let name = [heading.text, heading.slug].first {
        !$0.isEmpty && $0.standsInWikiLink && anchors.heading(named: LinkFragment($0)) == index
      }
      let level = String(repeating: "#", count: heading.level)
      return name.map { name in
        (heading.form, Completion(label: heading.text, insert: memo.prefix + name, id: memo.id, detail: level))
      }
    }
  }

  private func blocks(of memo: Memo) -> [(form: String, item: Completion)] {
    memo.references.blocks.map { name in
      (name.nameForm, Completion(label: name, insert: "\(memo.prefix)^\(name)", id: memo.id, detail: nil))
    }
  }
}
