import MemoMarkup
import MemoModel
import MemoText

extension RenamingPlan {
  /// Works out the new names of a tag and those below it.
  mutating func rename(_ tag: String, to name: String) throws(EngineError) {
    guard !tag.tagForm.isEmpty else { throw .renamingRefused(.tagUnknown) }
    let renamed = RenamedTag(tag, to: name)
    guard let renamed else { throw .renamingRefused(.tagUnwritable(name)) }
    let below = try asking { () throws(StoreError) in
      try store.tags(beginningWith: renamed.form, after: nil, limit: Self.most, over: UnsavedReferences())
    }
    if let tooLong = below.tags.lazy.compactMap({ renamed.tooLong($0.name) }).first {
      throw .renamingRefused(.tagUnwritable(tooLong))
    }
    let ids = try asking { () throws(StoreError) in
      try store.ids(.tagged(renamed.form), over: UnsavedReferences())
    }
    let sorted = ids.subtracting(unsavable.gone).sorted { $0.description < $1.description }
    var named: [Updated] = []
    try forEach(sorted) { plan, memo throws(EngineError) in
      if memo.metadata.isTrashed { return Updated(memo: memo, made: Made(edits: 0, change: nil), names: nil) }
      let before = Outline(of: memo.text)
      guard !before.isCut else { throw .renamingRefused(.textReadInPart(.tag, in: memo.metadata.id)) }
      guard let (text, textEdits) = renamed.text(memo.text, saying: before) else {
        throw .renamingRefused(.headerUnwritable(.tag, in: memo.metadata.id))
      }
      let (properties, propertyEdits) = renamed.properties(memo.metadata.properties)
      let after = Outline(of: text)
      let made = Made(
        edits: textEdits + propertyEdits, change: try plan.change(of: memo, to: text, properties, saying: after))
      let (old, new) = (MemoReferences(before, in: memo.file), MemoReferences(after, in: memo.file))
      let isCalledAlike = old.title == new.title && old.headings == new.headings
      return Updated(
        memo: memo, made: made, names: isCalledAlike ? nil : RenamedMemo(memo.metadata.id, old, new))
    } take: { plan, updated in
      plan.take(updated.made)
      if updated.names != nil { named.append(updated) }
    }
    for memo in unsavable.memos {
      let edits = renamed.text(memo.text, saying: Outline(of: memo.text)).map {
        $0.edits + renamed.properties(memo.metadata.properties).edits
      }
      if edits != 0 { try unsavable.check(memo.metadata.id) }
    }
    // A title or a heading that holds the tag has another name with it.
    var others: [(names: RenamedMemo, memo: MemoContents)] = []
    for updated in named {
      if let names = updated.names { others.append((names: try free(names), memo: updated.memo)) }
    }
    try updateLinks(to: others, naming: .tag)
  }
}
