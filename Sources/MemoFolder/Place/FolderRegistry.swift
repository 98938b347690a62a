import JSON
import MemoModel
import Platform

/// The folders that a user has attached, each by its id: where it was seen last, and where its store is.
///
/// They stand among the user's data, in `folders/<id>/place.json`, and not in the folders: what a folder says that came
/// from elsewhere leads no words into a store of this user's, and makes no file where it likes. So a folder that is
/// moved still leads to its store, and one that was copied from another machine gets a store of its own there.
package struct FolderRegistry: Sendable {
  /// An entry on a folder, with what is known of it.
  package struct Entry: Hashable, Sendable {
    /// The folder's id.
    package let id: String
    /// The folder's absolute path when it was used last.
    package var path: String
    /// The absolute path of its store.
    package var store: String
    /// Tells the folder from another one that is put in its place; empty if that is not known.
    var mark = ""
    /// Whether somebody has detached it since.
    package var isDetached = false
  }

  private let place: String
  private let syncNames: @Sendable (Int32) -> Bool

  /// Opens what is among this user's data.
  ///
  /// - Throws: ``FolderError`` if there is no place for such data.
  package init() throws(FolderError) {
    guard let data = UserData.folder() else { throw FolderError("HOME is not set; set it to your home folder") }
    self.init(data: data)
  }

  /// Opens what is in a folder for a program's data.
  ///
  /// - Parameter syncNames: brings the names in a folder to the disk; false if that fails, and `errno` says why.
  init(data: String, syncNames: @escaping @Sendable (Int32) -> Bool = Disk.syncNames) {
    (place, self.syncNames) = ("\(data)/folders", syncNames)
  }

  /// The folder that all stands in.
  var data: String { String(place.dropLast("/folders".count)) }

  /// The path of a folder's store if nobody said otherwise.
  func defaultStore(of id: String) -> String { "\(place)/\(id)/memos.sqlite" }

  /// Whether a folder's store is one that somebody named.
  package func isNamed(_ store: String, for id: String) -> Bool { store != defaultStore(of: id) }

  /// The entry of a folder; nil for one that was never used here.
  package func entry(_ id: String) -> Entry? {
    guard let folder = OpenFolder(path: "\(place)/\(id)"),
      let bytes = FileText.bytes(of: Self.name, in: folder, atMost: 1 << 16),
      let object = try? JSONObject(json: bytes), case .string(let path)? = object["folder"],
      case .string(let store)? = object["store"]
    else { return nil }
    var entry = Entry(id: id, path: path, store: store, isDetached: object["detached"] != nil)
    if case .string(let mark)? = object["mark"] { entry.mark = mark }
    return entry
  }

  /// All that are known, by their ids.
  package var entries: [Entry] {
    guard let reader = FolderReader(path: place) else { return [] }
    var ids: [String] = []
    while let name = reader.next() { ids.append(String(decoding: name, as: UTF8.self)) }
    return ids.sorted().compactMap(entry)
  }

  /// The owner of a store, of all folders but one; nil if it has none. A folder that is not where it was seen last has
  /// its store all the same, unless it was detached.
  func owner(of store: String, but id: String) -> Entry? {
    entries.first {
      $0.id != id && isSameFile($0.store, store) && ($0.isThere || !$0.isDetached && access($0.path, F_OK) != 0)
    }
  }

  /// The folder whose store one is, or was; nil if it is none's.
  package func folder(of store: String) -> Entry? {
    let found = entries.filter { isSameFile($0.store, store) }
    return found.first { !$0.isDetached } ?? found.first
  }

  /// The attached folder that a path is in, or is, and that has nothing of ours any more, since somebody took it away;
  /// nil if there is none.
  package func stripped(around path: String) -> Entry? {
    entries.first { entry in
      guard !entry.isDetached, entry.isAt(path) || FilePath(path).isBelow(FilePath(entry.path)),
        NotesFolder.id(at: entry.path) == nil, let root = OpenFolder(path: entry.path)
      else { return false }
      return entry.mark == Entry.mark(of: root)
    }
  }

  /// Notes what is known of a folder, and returns once that is on the disk.
  ///
  /// - Throws: ``FolderError`` if that can't be done.
  func note(_ entry: Entry) throws(FolderError) {
    let folder = "\(place)/\(entry.id)"
    guard makeFolders(FilePath(folder), permissions: 0o700, syncNames: syncNames), let open = OpenFolder(path: folder)
    else {
      throw .system("can't make the folder \(folder)")
    }
    var object = JSONObject()
    object["folder"] = .string(entry.path)
    object["store"] = .string(entry.store)
    object["mark"] = .string(entry.mark)
    if entry.isDetached { object["detached"] = .bool(true) }
    let text = String(decoding: object.json, as: UTF8.self) + "\n"
    try open.replace(Self.name.description, with: text, in: folder, syncNames: syncNames)
  }

  /// Notes that a folder is none any more; its store stays where it is.
  ///
  /// - Throws: ``FolderError`` if that can't be done.
  package func detach(_ id: String) throws(FolderError) {
    guard var entry = entry(id) else { return }
    entry.isDetached = true
    try note(entry)
  }

  /// Forgets a folder that has become none; a store that is there stays.
  func forget(_ id: String) {
    if let open = OpenFolder(path: "\(place)/\(id)") {
      _ = FolderEntry(folder: open, name: Self.name.description).remove()
    }
    rmdir("\(place)/\(id)")
  }

  /// The time for which an empty place may be one that somebody is just making.
  private static let making = Duration.seconds(3600)

  /// Takes away the empty places that crashes left, before anything was noted there.
  func sweep(now: Timestamp = .now) {
    guard let folder = OpenFolder(path: place), let reader = FolderReader(path: place) else { return }
    var names: [String] = []
    while let name = reader.next() { names.append(String(decoding: name, as: UTF8.self)) }
    for name in names where entry(name) == nil {
      guard let status = FileStatus(folder.descriptor, name), status.kind == .folder,
        status.mark.age(at: now).map({ $0 > Self.making }) ?? true
      else { continue }
      if let own = folder.folder(FilePath(name)) { _ = FolderEntry(folder: own, name: "\(Self.name).new").remove() }
      // Only if it is empty.
      unlinkat(folder.descriptor, name, AT_REMOVEDIR)
    }
  }

  private static let name: FilePath = "place.json"
}

extension FolderRegistry.Entry {
  /// Notes where the folder is.
  mutating func place(at path: String, _ root: OpenFolder) {
    (self.path, mark, isDetached) = (path, Self.mark(of: root), false)
  }

  /// The mark that tells a folder from others, whatever is in it: its number, and when it was made.
  static func mark(of root: OpenFolder) -> String {
    FileStatus(root.descriptor).map { "\($0.mark.inode) \($0.mark.born)" } ?? ""
  }

  /// Whether it was seen last at a path. Strings are equal however they are composed, and names of folders are not.
  func isAt(_ path: String) -> Bool { FilePath(self.path) == FilePath(path) }

  /// Whether nothing speaks against an open folder being this one.
  func isMarked(as root: OpenFolder) -> Bool { mark.isEmpty || mark == Self.mark(of: root) }

  /// Whether an open folder is certainly this one, whatever it is called now. A number alone does not tell: file
  /// systems reuse them, and a disk's outermost folder often has the same one. The time at which it was made does.
  func isSurely(_ root: OpenFolder) -> Bool {
    mark == Self.mark(of: root) && (FileStatus(root.descriptor)?.mark.born ?? 0) != 0
  }

  /// Whether the folder is where it was seen last.
  package var isThere: Bool { NotesFolder.id(at: path) == id }
}

/// Whether two absolute paths lead to one file, which may be missing.
func isSameFile(_ one: String, _ other: String) -> Bool {
  func real(_ path: String) -> FilePath {
    let path = FilePath(path)
    return realPath(path.description).map { FilePath($0) }
      ?? realPath(path.folder.description).map { FilePath("\($0)/\(path.name)") } ?? path
  }
  return real(one) == real(other)
}
