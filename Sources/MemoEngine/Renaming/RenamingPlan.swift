import JSON
import MemoMarkup
import MemoModel
import MemoText
import Platform

/// The changes of stored memos for a renaming, worked out from the store. Reads and parses; never on the engine's
/// executor.
struct RenamingPlan: Sendable {
  /// The change of one memo.
  struct Change: Sendable {
    /// The stored state.
    let stored: MemoContents
    /// The new state, still with the stored version.
    let contents: MemoContents
    /// The references of its new text.
    let references: TextReferences
  }

  private(set) var changes: [Change] = []
  /// The changes' indices by their memos.
  private var indices: [MemoID: Int] = [:]
  /// The number of titles, headings, links and tags to change.
  private(set) var edits = 0
  /// The move of the memo's file; nil if it stays.
  private(set) var move: FileMove?

  /// The number of memos to change.
  var memos: Int {
    changes.count + (move.map { move in changes.contains { $0.stored.metadata.id == move.id } ? 0 : 1 } ?? 0)
  }

  let store: any MemoStore
  let unsavable: UnsavableMemos
  private let now: Timestamp
  private let limit: Int

  /// - Parameters:
  ///   - unsavable: memos whose stored states do not count, and which can't be changed.
  ///   - limit: the most bytes that a text may have.
  /// - Throws: `memoNotFound`, `titleTaken`, `renamingRefused`, `memoTooLarge` or `storeUnavailable`.
  init(
    _ renaming: Renaming, of store: any MemoStore, beside unsavable: UnsavableMemos, now: Timestamp, limit: Int
  ) throws(EngineError) {
    (self.store, self.unsavable, self.now, self.limit) = (store, unsavable, now, limit)
    switch renaming {
    case .memo(let id, let title, _, let file): try rename(id, to: title.trimmingWhiteSpace, file)
    case .alias(let id, let alias, let name, _): try rename(alias: alias, of: id, to: name.trimmingWhiteSpace)
    case .heading(let id, let heading, let name, _): try rename(heading, of: id, to: name.trimmingWhiteSpace)
    case .block(let id, let block, let name, _): try rename(block: block, of: id, to: name)
    case .tag(let tag, let name): try rename(tag, to: name)
    }
  }

  // MARK: Memos, headings and blocks

  private mutating func rename(_ id: MemoID, to title: String, _ name: Renaming.FileRule) throws(EngineError) {
    let memo = try live(id)
    guard title.canBeLedTo else { throw .renamingRefused(.nameUnwritable(.title)) }
    guard !LinkTarget(naming: title).isIdentifier else { throw .renamingRefused(.titleIsAddress) }
    let excerpts = Excerpts(of: memo.text)
    if let file = memo.file, file.title != nil, !excerpts.saysTitle {
      guard name != .stays else { throw .renamingRefused(.titleIsFile) }
      guard FileTitle.isName(title, suffix: String(file.suffix)) else { throw .renamingRefused(.titleIsNoFileName) }
      let outline = Outline(of: memo.text)
      let new = file.renamed(to: title)
      if new != file {
        try checkFree(new, of: id, called: title)
        move = FileMove(id, from: file, to: new)
      }
      return try follow(memo, outline, memo.text, outline, in: new, naming: .title)
    }
    let text: Rope
    let isLongHeading = memo.file?.title != nil && excerpts.isLongHeading
    do throws(TitlingProblem) { text = try memo.text.titled(title, inLongHeading: isLongHeading) } catch {
      throw .renamingRefused(RenamingProblem(error, of: .title, in: id))
    }
    var new = memo.file
    if name == .follows, let file = memo.file {
      let renamed = try self.file(file, of: id, called: title)
      if !renamed.path.utf8.elementsEqual(file.path.utf8) { move = FileMove(id, from: file, to: renamed) }
      new = move?.new ?? file
    }
    try follow(memo, Outline(of: memo.text), text, Outline(of: text), in: new, naming: .title)
  }

  /// Checks that no other memo's file has a name that some file system takes for this one's.
  private func checkFree(_ file: MemoFile, of id: MemoID, called title: String) throws(EngineError) {
    guard case .live(let memos) = try destinations([LinkTarget(naming: title)])[0] else { return }
    let others = memos.map(\.id).filter { $0 != id && !unsavable.gone.contains($0) }
    let files = try asking { () throws(StoreError) in try store.files(of: others) }
    let taken = others.filter { other in files[other].map { $0.isLike(file) } ?? false }
    if !taken.isEmpty { throw .titleTaken(title, taken) }
  }

  /// The file as it is called by a title, with a number if another memo's is called so.
  private func file(_ file: MemoFile, of id: MemoID, called title: String) throws(EngineError) -> MemoFile {
    var failure: EngineError?
    let name = FileTitle.name(for: title, suffix: String(file.suffix)) { name in
      do throws(EngineError) {
        let path = file.renamed(to: String(MemoFile(path: name).stem)).path
        return try asking { () throws(StoreError) in try store.fileRow(at: path) }.map { $0.id != id } ?? false
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    return file.renamed(to: String(MemoFile(path: name).stem))
  }

  private mutating func rename(alias: String, of id: MemoID, to name: String) throws(EngineError) {
    let memo = try live(id)
    guard name.canBeLedTo else { throw .renamingRefused(.nameUnwritable(.title)) }
    guard !LinkTarget(naming: name).isIdentifier else { throw .renamingRefused(.titleIsAddress) }
    var editor = HeaderEditor(memo.text)
    guard editor?.changeAlias(alias, to: name) == true, let replacement = editor?.replacement else {
      throw .renamingRefused(.headerUnwritable(.title, in: id))
    }
    let text = memo.text.replacing([replacement])
    try follow(memo, Outline(of: memo.text), text, Outline(of: text), in: memo.file, naming: .title)
  }

  private mutating func rename(_ heading: String, of id: MemoID, to name: String) throws(EngineError) {
    let memo = try live(id)
    let before = Outline(of: memo.text)
    let references = MemoReferences(before)
    let index =
      references.anchors.heading(named: LinkFragment(heading.trimmingWhiteSpace))
      ?? before.heading(called: heading, in: memo.text)
    guard let index else { throw .renamingRefused(.headingUnknown) }
    guard name.canBeLedTo else { throw .renamingRefused(.nameUnwritable(.heading)) }
    let (text, after): (Rope, Outline)
    do throws(TitlingProblem) {
      (text, after) = try before.text(memo.text, withHeading: index, called: name)
    } catch { throw .renamingRefused(RenamingProblem(error, of: .heading, in: id)) }
    let form = after.headings[index].text.nameForm
    guard references.headings[index].form == form || !references.headings.contains(where: { $0.form == form }) else {
      throw .renamingRefused(.headingTaken)
    }
    try follow(memo, before, text, after, in: memo.file, naming: .heading)
  }

  private mutating func rename(block: String, of id: MemoID, to name: String) throws(EngineError) {
    let memo = try live(id)
    let before = Outline(of: memo.text)
    let names = before.blocks.map(\.name.nameForm)
    guard let index = names.firstIndex(of: block.nameForm) else { throw .renamingRefused(.blockUnknown) }
    let range = before.blocks[index].range
    let text = memo.text.replacing([TextReplacement(range: range, text: "^\(name)")])
    let after = Outline(of: text)
    guard !name.isEmpty, after.blocks.count == names.count, after.blocks[index].name == name else {
      throw .renamingRefused(.nameUnwritable(.block))
    }
    guard names[index] == name.nameForm || !names.contains(name.nameForm) else {
      throw .renamingRefused(.blockTaken)
    }
    try follow(memo, before, text, after, in: memo.file, naming: .block)
  }

  /// Updates links to a memo whose title, headings or blocks change.
  ///
  /// - Parameters:
  ///   - file: the memo's new file; nil if it has none.
  ///   - part: the kind of thing with the new name.
  private mutating func follow(
    _ memo: MemoContents, _ before: Outline, _ text: Rope, _ after: Outline, in file: MemoFile?,
    naming part: RenamingProblem.Part
  ) throws(EngineError) {
    let names = try free(
      RenamedMemo(memo.metadata.id, MemoReferences(before, in: memo.file), MemoReferences(after, in: file)))
    if !text.isIdentical(to: memo.text) || move != nil { edits += 1 }
    try updateLinks(to: try updateLinks(to: names, memo, text, after, naming: part), naming: part)
  }

  /// Updates links to memos whose names have changed already. A heading that holds one of them has another name with
  /// it, to which others may link, and so on.
  mutating func updateLinks(
    to renamed: [(names: RenamedMemo, memo: MemoContents)], naming part: RenamingProblem.Part
  ) throws(EngineError) {
    var renamed = renamed
    // Headings that hold links to each other would never come to an end.
    for _ in 0..<Self.mostDegrees where !renamed.isEmpty {
      var next: [(names: RenamedMemo, memo: MemoContents)] = []
      for (names, memo) in renamed {
        let text = present(memo)
        next += try updateLinks(to: names, memo, text, Outline(of: text), naming: part)
      }
      renamed = next
    }
  }

  /// The most headings in a row that are followed, each of which holds a link to the one before.
  private static let mostDegrees = 8

  /// The names as links can use them: without a slug that leads elsewhere.
  ///
  /// - Throws: `titleTaken`.
  func free(_ names: RenamedMemo) throws(EngineError) -> RenamedMemo {
    try checkFree(names)
    guard let slug = names.slug, case .live(let memos) = try destinations([LinkTarget(naming: slug)])[0],
      memos.contains(where: { $0.id != names.id })
    else { return names }
    var names = names
    names.slug = nil
    return names
  }

  /// Updates the links to a memo, in its own text and in others.
  ///
  /// - Returns: the other memos whose headings have other names with that.
  private mutating func updateLinks(
    to names: RenamedMemo, _ memo: MemoContents, _ text: Rope, _ after: Outline, naming part: RenamingProblem.Part
  ) throws(EngineError) -> [(names: RenamedMemo, memo: MemoContents)] {
    let page = try asking { () throws(StoreError) in
      try store.backlinks(of: names.id, after: nil, limit: Self.most, over: UnsavedReferences())
    }
    let stuck = unsavable.memos.map { (memo: $0, outline: Outline(of: $0.text)) }
    let linking = page.memos.flatMap { $0.links.map(\.target) }
    let outlines = stuck.map { ($0.outline, $0.memo.file) } + [(after, memo.file)]
    let others = outlines.flatMap { outline, file in
      let folder = file?.folderForm
      return outline.links.compactMap { $0.memoTarget(from: folder) }
    }
    let targets = Array(Set(linking + others))
    let leads = try destinations(targets)
    let here = Set(zip(targets, leads).filter { $0.1.isOnly(names.id) }.map(\.0))
    let own = names.edits(in: text, after, of: memo.file, here, isOwn: true).flatMap(\.replacements)
    let names = own.isEmpty ? names : names.with(MemoReferences(Outline(of: text.replacing(own))).headings)
    for (memo, outline) in stuck where !names.edits(in: memo.text, outline, of: memo.file, here, isOwn: false).isEmpty {
      try unsavable.check(memo.metadata.id)
    }
    take(try updating(links: names, here, in: memo, text, after, naming: part).made)
    let ids = page.memos.map(\.row.summary.metadata.id).filter { $0 != names.id && !unsavable.gone.contains($0) }
    var renamed: [(names: RenamedMemo, memo: MemoContents)] = []
    try forEach(ids) { plan, memo throws(EngineError) in
      let text = plan.present(memo)
      return try plan.updating(links: names, here, in: memo, text, Outline(of: text), naming: part)
    } take: { plan, updated in
      plan.take(updated.made)
      if let names = updated.names { renamed.append((names, updated.memo)) }
    }
    return renamed
  }

  /// A memo with new links or tags.
  struct Updated: Sendable {
    let memo: MemoContents
    let made: Made
    /// Its title and headings, where they change with that; else nil.
    let names: RenamedMemo?
  }

  /// Works out a memo's new links.
  ///
  /// - Parameter here: the targets that lead only to what is renamed.
  private func updating(
    links names: RenamedMemo, _ here: Set<LinkTarget>, in memo: MemoContents, _ text: Rope, _ outline: Outline,
    naming part: RenamingProblem.Part
  ) throws(EngineError) -> Updated {
    let edits = names.edits(in: text, outline, of: memo.file, here, isOwn: memo.metadata.id == names.id)
    if outline.isCut, !edits.isEmpty { throw .renamingRefused(.textReadInPart(part, in: memo.metadata.id)) }
    let replaced = text.replacing(edits.flatMap(\.replacements))
    let after = edits.isEmpty ? outline : Outline(of: replaced)
    guard names.leads(from: outline, to: after, edits) else {
      throw .renamingRefused(.linkUnwritable(part, in: memo.metadata.id))
    }
    let properties = indices[memo.metadata.id].map { changes[$0].contents.metadata.properties }
    let change = try change(of: memo, to: replaced, properties ?? memo.metadata.properties, saying: after)
    var renamed: RenamedMemo?
    if !outline.headings.elementsEqual(after.headings, by: { ($0.level, $0.text) == ($1.level, $1.text) }) {
      let old = MemoReferences(outline, in: memo.file)
      renamed = RenamedMemo(memo.metadata.id, old, old).with(MemoReferences(after).headings)
    }
    return Updated(memo: memo, made: Made(edits: edits.count, change: change), names: renamed)
  }

  /// The most links to update: more than anybody has.
  static let most = 1 << 30

  /// Checks that no link to another memo would lead to this one under its new name, or the other way round.
  private func checkFree(_ names: RenamedMemo) throws(EngineError) {
    let known = Set(([names.old.title] + names.old.aliases).map(\.nameForm))
    let title = names.old.title.nameForm == names.new.title.nameForm ? [] : [names.new.title]
    for name in title + names.new.aliases.filter({ !known.contains($0.nameForm) }) {
      guard case .live(let memos) = try destinations([LinkTarget(naming: name)])[0] else { continue }
      let others = memos.map(\.id).filter { $0 != names.id && !unsavable.gone.contains($0) }
      if !others.isEmpty { throw .titleTaken(name, others) }
    }
  }

  private func destinations(_ targets: [LinkTarget]) throws(EngineError) -> [LinkDestination] {
    try asking { () throws(StoreError) in try store.destinations(of: targets, over: UnsavedReferences()) }
  }

  // MARK: Changes

  private func live(_ id: MemoID) throws(EngineError) -> MemoContents {
    try unsavable.check(id)
    let stored = try asking { () throws(StoreError) in try store.memos([id]).first.map(MemoContents.init) }
    guard let stored, !stored.metadata.isTrashed else { throw .memoNotFound(id) }
    return stored
  }

  /// Works something out for each memo, on all cores, and takes it, in order. Memos are read a few at a time, so that
  /// not all texts are in memory at once.
  ///
  /// - Parameter work: is given the plan as it is before those few.
  mutating func forEach<Value: Sendable>(
    _ ids: [MemoID], _ work: @escaping @Sendable (RenamingPlan, MemoContents) throws(EngineError) -> Value,
    take: (inout RenamingPlan, Value) -> Void
  ) throws(EngineError) {
    for start in stride(from: 0, to: ids.count, by: 256) {
      let portion = Array(ids[start..<min(start + 256, ids.count)])
      let memos = try asking { () throws(StoreError) in try store.memos(portion) }
      let values = try memos.concurrentMap { [self] memo throws(EngineError) in
        try work(self, try asking { () throws(StoreError) in try MemoContents(memo) })
      }
      for value in values { take(&self, value) }
    }
  }

  /// A memo's text with the changes so far.
  private func present(_ memo: MemoContents) -> Rope {
    indices[memo.metadata.id].map { changes[$0].contents.text } ?? memo.text
  }

  /// A memo's file after the renaming; nil if it has none.
  private func file(of memo: MemoContents) -> MemoFile? { move?.id == memo.metadata.id ? move?.new : memo.file }

  /// What is made of a memo.
  struct Made: Sendable {
    /// The number of edits.
    let edits: Int
    /// The change; nil if it stays as it is.
    let change: Change?
  }

  /// The change that gives a memo another text and other properties; nil if it has them already.
  func change(
    of memo: MemoContents, to text: Rope, _ properties: JSONObject, saying outline: Outline?
  ) throws(EngineError) -> Change? {
    guard !text.isIdentical(to: memo.text) || properties.json != memo.metadata.properties.json else { return nil }
    try unsavable.check(memo.metadata.id)
    guard text.summary.utf8 <= limit else { throw .memoTooLarge(limit: limit, bytes: text.summary.utf8) }
    var metadata = memo.metadata
    metadata.properties = properties
    metadata.modifiedAt = now
    var contents = MemoContents(metadata: metadata, text: text, in: file(of: memo))
    contents.revision = JournalMark(sequence: 0, version: 0, base: memo.revision).revision
    return Change(
      stored: memo, contents: contents, references: TextReferences(text, in: file(of: memo), saying: outline))
  }

  mutating func take(_ made: Made) {
    edits += made.edits
    guard let change = made.change else { return }
    let id = change.stored.metadata.id
    if let index = indices[id] {
      changes[index] = change
    } else {
      indices[id] = changes.count
      changes.append(change)
    }
  }
}

extension RenamingProblem {
  fileprivate init(_ problem: TitlingProblem, of part: Part, in id: MemoID) {
    self =
      switch problem {
      case .misread: .nameMisread(part)
      case .lineIsMore: .lineIsMore(part, in: id)
      case .headerUnwritable: .headerUnwritable(part, in: id)
      }
  }
}

extension LinkDestination {
  /// Whether it is this memo alone.
  fileprivate func isOnly(_ id: MemoID) -> Bool {
    if case .live(let memos) = self { memos.count == 1 && memos[0].id == id } else { false }
  }
}

extension MemoFile {
  /// Whether some file system takes both paths for one.
  fileprivate func isLike(_ other: MemoFile) -> Bool {
    let (path, otherPath) = (FilePath(path), FilePath(other.path))
    return path.folder == otherPath.folder && FileTitle.form(of: path.name) == FileTitle.form(of: otherPath.name)
  }
}
