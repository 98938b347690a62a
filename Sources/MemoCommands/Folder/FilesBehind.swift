import MemoEngine
import MemoFolder

/// Files that have not followed their memos, while another process has the folder.
struct FilesBehind {
  private let store: any MemoStore
  private var ids: Set<MemoID>
  /// Whether these were all changed by this process.
  private let isKnown: Bool
  /// The paths of their files; nil until they are asked for.
  private var paths: [MemoID: String]?
  /// Why some of them never follow.
  private var obstacles: [String] = []

  /// Those of memos that were changed; of all if these are not known.
  init(_ store: any MemoStore, _ changed: Set<MemoID>?) {
    self.store = store
    isKnown = changed != nil
    ids = changed ?? Set((try? store.memosUnlikeFiles()) ?? [])
  }

  func close() { store.close() }

  /// What is to be said once all that are to follow have: which are left, since an editor has them open and writes them
  /// itself, or since they are notes no more; nil if some are still to follow.
  mutating func remarkIfFollowed() -> String? {
    do throws(StoreError) {
      let (behind, open) = (Set(try store.memosUnlikeFiles() + store.wantedPaths().keys), try store.filesOpen())
      ids.formIntersection(behind)
      // Files that are memos no more stay as they are.
      for (id, path) in try pathsOfRest() {
        guard let obstacle = try store.fileRow(at: path)?.obstacle else { continue }
        ids.remove(id)
        obstacles.append(obstacle)
      }
      let left = ids.filter(open.contains)
      guard left.count == ids.count else { return nil }
      guard isKnown else { return "" }
      let opened = left.isEmpty ? "" : Self.remark(try store.files(of: Array(left)).values.map(\.path).sorted())
      return UnwrittenFiles(obstacles.map { (sentence: $0, hasFollowed: false) }).lines + opened
    } catch {
      return nil
    }
  }

  private static func remark(_ paths: [String]) -> String {
    let names = paths.count == 1 ? paths[0] : paths.count.counted("file")
    let which = paths.count == 1 ? "an editor has it open, and writes it" : "editors have them open, and write them"
    return TerminalSanitizer.line("the change is saved, but not in \(names) yet: \(which) at the next save") + "\n"
  }

  /// The paths of those that are left. All rows are read once: this is asked again and again.
  private mutating func pathsOfRest() throws(StoreError) -> [MemoID: String] {
    if ids.isEmpty { return [:] }
    var paths = self.paths ?? [:]
    if self.paths == nil { for row in try store.fileRows() where ids.contains(row.id) { paths[row.id] = row.path } }
    self.paths = paths
    return paths.filter { ids.contains($0.key) }
  }
}
