import MemoModel
import Platform

/// Files that other programs move by copying them and removing the original, as they do from one file system to
/// another, and when they bring files from elsewhere.
///
/// When the copy comes nobody knows that it is to be the original, so a memo is made of it. When the original goes soon
/// after, that memo goes, too, if nobody has touched it, and the copy is the original's file: it stays itself, with its
/// history. A crash in between leaves a file that is no memo's and says what a missing one did: one that was moved.
extension FolderKeeper {
  /// The longest time from the copy to the end of the original.
  static let copying = Duration.seconds(60)

  /// The most links to a copy that are looked at.
  private static let mostLinks = 10_000

  /// Notes which files are new.
  func noteArrived(_ rows: [FileRow]) {
    for row in rows where row.isPresent && known[row.id]?.isPresent != true {
      arrivals.note(row.id, revision: made.contains(row.id) ? row.revision : nil, isNew: known[row.id] == nil)
    }
  }

  /// The rows of untouched copies of files that are missing, by the paths of these.
  func copies(ofGone cases: FolderCases) -> [FilePath: FileRow] {
    let gone = cases.found.filter { $0.row?.isPresent == true && ($0.state == .gone || $0.state == .missing) }
    let hashes = Set(gone.compactMap(\.row?.hash))
    let isChanged = { (found: FolderCases.Case) in found.row.map { found.state != .text($0.hash) } ?? true }
    let changed = Set((cases.found.filter(isChanged) + cases.unfinished).map(\.path) + cases.changing)
    var free: [UInt128: [FileRow]] = [:]
    for (id, revision) in arrivals.made {
      // Nobody knows an empty file again.
      guard let row = known[id], row.isPresent, row.size > 0, row.revision == revision, hashes.contains(row.hash),
        !changed.contains(FilePath(row.path)), !memos.contains(id), !openFiles.contains(id),
        !isLinkedByID(id)
      else { continue }
      free[row.hash, default: []].append(row)
    }
    if free.isEmpty { return [:] }
    for hash in free.keys { free[hash]?.sort { $0.path < $1.path } }
    var copies: [FilePath: FileRow] = [:]
    for found in gone {
      guard let row = found.row, let since = absent[found.path], let others = free[row.hash], lives(row.id) else {
        continue
      }
      let places = others.indices.filter { place in
        arrivals.came(others[place].id, after: row.id, within: Self.copying, before: since)
      }
      let namesake = places.first { FilePath(others[$0].path).name == found.path.name }
      guard let place = namesake ?? places.first else { continue }
      copies[found.path] = free[row.hash]?.remove(at: place)
    }
    return copies
  }

  /// Whether a memo is stored, and not in the trash, with which its file would go.
  private func lives(_ id: MemoID) -> Bool { (try? store.memos([id]).first)?.metadata.isTrashed == false }

  /// Whether a link names a memo by its id, which leads nowhere once that is gone. By path or title it leads to the
  /// original then.
  private func isLinkedByID(_ id: MemoID) -> Bool {
    guard let page = try? store.backlinks(of: id, after: nil, limit: Self.mostLinks, over: UnsavedReferences()) else {
      return true
    }
    let name = id.description.lowercased()
    return page.total > page.memos.count || page.memos.contains { $0.links.contains { $0.target.name == name } }
  }

  /// Destroys the memos that were made of copies, so that these are no memos' files.
  ///
  /// - Returns: the cases without those whose copies somebody has touched by now.
  func handingOver(_ cases: FolderCases) throws(StoreError) -> FolderCases {
    var cases = cases
    while !cases.copies.isEmpty {
      let changes = cases.copies.map { copy -> StoreChange in
        let mark = JournalMark(sequence: 0, version: 2, base: copy.row.revision)
        return StoreChange(copy.row.id, base: copy.row.revision, .remove, mark: mark)
      }
      let ids = cases.copies.map(\.row.id)
      let stale = try store.write(changes, noting: [], forgetting: ids)
      if stale.isEmpty {
        reached(.stored)
        remember([], forgetting: ids)
        memos.subtract(ids)
        break
      }
      for path in cases.keep(Set(stale.map(\.id))) { lookAgain(path) }
    }
    return cases
  }
}
