import MemoEngine
import MemoExchange
import MemoFolder
import Platform

extension OpenStore {
  /// The path of a memo's file below its folder; nil if it has none.
  func path(of id: MemoID) -> String? { try? files(of: [id])[id] }

  /// A memo, or facts about it, as JSON; in a folder with the path of its file.
  func filed<Value: JSONObjectWritable>(_ value: Value, _ id: MemoID) -> Filed<Value> {
    Filed(value: value, path: place.folder == nil ? nil : path(of: id))
  }

  private func files(of ids: [MemoID]) throws(StoreError) -> [MemoID: String] {
    try store.files(of: ids).mapValues(\.path)
  }

  /// The memo with the file that a word names, from the current folder or from the attached one; nil if there is none.
  /// While another process keeps the folder this waits for that one, also where the word is a file's title.
  ///
  /// - Throws: a failure if a note stands there that is no memo of this store: then no memo of that title is meant.
  func memo(ofFile word: String) async throws(CommandError) -> MemoID? {
    let isNote = Skipping.isNote(word)
    let isStanding = isNote && Self.status(of: word).map { $0.kind != .folder } == true
    guard let folder = place.folder else { return isStanding ? try memo(ofStandingFile: word) : nil }
    let isFile = isNote || word.utf8.contains(UInt8(ascii: "/"))
    let (here, given) = Self.paths(isFile ? word : "\(word).md", in: folder)
    for path in [here, given].compactMap(\.self) {
      try await wait(for: path)
      if isFile, let row = try row(at: path) { return row.id }
      if isStanding, path == here { break }
    }
    if isStanding { throw refusal(ofFile: word) ?? Self.stranger(word) }
    return nil
  }

  /// The memo with a file that was found from the current folder, where the store was not found by its folder.
  ///
  /// - Throws: a failure if the store has no such file.
  private func memo(ofStandingFile word: String) throws(CommandError) -> MemoID? {
    guard let entry = environment.folder(of: place), !entry.isDetached, entry.isThere,
      let path = Self.place(of: word), path.isBelow(FilePath(entry.path)),
      let row = try row(at: path.dropping(FilePath(entry.path)))
    else { throw Self.stranger(word) }
    return row.id
  }

  /// Which files are memos of this store already, as those of the folder that it is attached to.
  var filedPaths: FiledPaths {
    let attached = environment.folder(of: place).flatMap { $0.isDetached ? nil : $0.path }
    guard let path = place.folder?.path ?? attached else { return { _ in false } }
    let root = FilePath(realPath(path) ?? path)
    return { [store] path in
      let path = FilePath(path)
      guard path.isBelow(root), let row = try? store.fileRow(at: path.dropping(root).description) else { return false }
      return !row.isGone && !row.isReleased
    }
  }

  /// What stands where a word leads from the current folder; nil if nothing does.
  private static func status(of word: String) -> FileStatus? { FileStatus(AT_FDCWD, word) }

  /// The failure for a note that belongs to no memo.
  private static func stranger(_ word: String) -> CommandError {
    .failure(
      "the file \(word) is no memo of this store; memo-ls folder attach DIR makes memos of a folder's files, and a "
        + "memo that is called so is named by its title without the ending, or by its id")
  }

  /// Waits for whoever keeps the folder to take in what others did to a memo's file.
  ///
  /// - Returns: whether it was another file, or said something else: then a name may mean another memo by now.
  func waitForFile(of id: MemoID) async throws(CommandError) -> Bool {
    guard turn?.awaited != nil, let path = path(of: id) else { return false }
    return try await wait(for: FilePath(path))
  }

  /// Waits for whoever keeps the folder to take in what others did to a file.
  ///
  /// - Returns: whether it was another file, or said something else.
  @discardableResult
  func wait(for path: FilePath) async throws(CommandError) -> Bool {
    guard let turn, let awaited = turn.awaited else { return false }
    return try await awaited.wait(for: path, in: store, takeOver: turn.takeOver)
  }

  private func row(at path: FilePath) throws(CommandError) -> FileRow? {
    do throws(StoreError) { return try store.fileRow(at: path.description) } catch { throw .failure(error.description) }
  }

  /// Refuses a new title that would be the name of a memo's file, where something else in its folder is called so: be
  /// it another memo's or what is left alone, the file would get another name.
  func checkFree(_ title: String, forFileOf memo: MemoSnapshot) throws(CommandError) {
    guard let folder = place.folder, let file = memo.file, file.title != nil, !Excerpts(of: memo.text).saysTitle
    else { return }
    let new = FilePath(file.renamed(to: title.trimmingWhiteSpace).path)
    guard let name = folder.name(inTheWayOf: FilePath(file.path), to: new) else { return }
    let path = new.folder.isEmpty ? name : "\(new.folder)/\(name)"
    throw .failure("\(path) is in the folder already, so the memo's file can't be called so; choose another title")
  }

  /// The failure for a word that names a file of the attached folder that is no memo; nil if it names none.
  func refusal(ofFile word: String) -> CommandError? {
    guard let folder = place.folder else { return nil }
    let (here, given) = Self.paths(word, in: folder)
    for path in [here, given].compactMap(\.self) {
      guard let reason = folder.reason(against: path, limit: EngineConfiguration().maximumMemoBytes) else { continue }
      let advice = reason == .notUTF8 ? "; convert it, as with: iconv -f ENCODING -t UTF-8" : ""
      let start = reason == .noNote ? "\(path)" : "the file \(path) is no memo: it"
      return .failure("\(start) \(reason.sentence)\(advice)")
    }
    return nil
  }

  /// The paths below a folder that a word may mean: that from the current folder, if it is below, comes before that
  /// from the attached one.
  private static func paths(_ word: String, in folder: NotesFolder) -> (here: FilePath?, given: FilePath) {
    let root = FilePath(folder.path)
    return (place(of: word).flatMap { $0.isBelow(root) ? $0.dropping(root) : nil }, FilePath(word))
  }

  /// The absolute path of what a word names from the current folder; nil if no folder is there for it.
  private static func place(of word: String) -> FilePath? {
    // Where upper and lower case lead to one file, it is called as it is.
    if status(of: word)?.kind == .file { return realPath(word).map { FilePath($0) } }
    let given = FilePath(word)
    let above = given.folder.isEmpty ? (word.hasPrefix("/") ? "/" : ".") : given.folder.description
    return realPath(above).map { FilePath("\($0 == "/" ? "" : $0)/\(given.name)") }
  }
}

/// Facts about a memo, with the path of its file.
struct Filed<Value: JSONObjectWritable>: JSONObjectWritable {
  let value: Value
  let path: String?

  func writeMembers(to writer: inout JSONWriter) {
    value.writeMembers(to: &writer)
    writer.member("path", path)
  }
}
