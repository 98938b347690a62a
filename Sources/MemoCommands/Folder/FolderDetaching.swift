import MemoEngine
import MemoFolder
import Platform

/// Detaches a folder, and leaves its files and its store as they are.
struct FolderDetaching: Sendable {
  let path: String?
  let asJSON: Bool

  /// The most files that are named.
  private static let mostShown = 3

  func run(in environment: CommandEnvironment) async throws(CommandError) {
    let away = try away()
    let (path, store, kept, unequal) =
      if let away { (away.0, away.store, 0, [FilePath: String]()) } else { try await detach(in: environment) }
    if kept > 0 {
      environment.complain(
        TerminalSanitizer.line(
          "\(kept.counted("replaced file")) that a program wrote into, or has open, \(kept == 1 ? "stays" : "stay") in "
            + "\(path)/\(NotesFolder.ownName)/staging; attaching the folder again takes in what it says") + "\n")
    }
    if asJSON { return environment.print(json: Detached(folder: path, store: store, unequal: unequal)) }
    environment.print(
      TerminalSanitizer.line("detached \(path)\(store.map { "; its memos stay in \($0)" } ?? "")") + "\n")
  }

  private func detach(in environment: CommandEnvironment) async throws(CommandError) -> (
    String, store: String?, kept: Int, unequal: [FilePath: String]
  ) {
    guard let folder = try environment.folder(path) else { throw CommandEnvironment.noFolder }
    if let path, let given = realPath(path), given != folder.path {
      throw .failure(
        "\(given) is in \(folder.path), which is attached as a whole, so nothing was detached; to detach that: memo-ls "
          + "folder detach \(folder.path.shellWord)")
    }
    if folder.original != nil || folder.isDetached {
      do throws(FolderError) { return (folder.path, nil, try folder.detach(), [:]) } catch { throw CommandError(error) }
    }
    let place = try environment.attachedFolder(folder.path, isOpened: false)
    if (try? folder.checkStore(place.path)) == nil {
      do throws(FolderError) {
        let kept = try folder.detach()
        try FolderRegistry().detach(folder.id)
        return (folder.path, nil, kept, [:])
      } catch {
        throw CommandError(error)
      }
    }
    let turn = FolderTurn(place, in: environment)
    defer { turn?.letGo() }
    // First, so that what programs wrote to a replaced file is not lost with the staging folder.
    var report = try await turn?.makeEqual(waits: false)
    if report != nil, await wait(for: folder, environment) { report = try await turn?.makeEqual(waits: false) }
    do throws(FolderError) {
      if report == nil, try FolderLock.isTaken(of: folder) {
        throw FolderError("another process keeps \(folder.path), such as an editor's server; end that first")
      }
      if let other = turn?.otherStore {
        throw FolderError(
          "another process keeps \(folder.path) equal to another store, \(other.path); end that first")
      }
      let unequal = report?.problems ?? [:]
      if let remark = Self.remark(unequal, place.path) { environment.complain(remark) }
      let kept = try folder.detach()
      try FolderRegistry().detach(folder.id)
      return (folder.path, place.path, kept, unequal)
    } catch {
      throw CommandError(error)
    }
  }

  /// What is said of files that could not be made equal to their memos; nil if there are none.
  private static func remark(_ unequal: [FilePath: String], _ store: String) -> String? {
    if unequal.isEmpty { return nil }
    let (isOne, more) = (unequal.count == 1, unequal.count - mostShown)
    let which = isOne ? "is not as its memo is, and stays" : "are not as their memos are, and stay"
    let said = isOne ? "the memo says" : "the memos say"
    let head = "\(unequal.count.counted("file")) \(which) so; what \(said) is kept in \(store):"
    let shown = unequal.sorted { $0.key < $1.key }.prefix(mostShown).map { "\($0.key) \($0.value)" }
    let lines = [head] + shown + (more > 0 ? ["and \(more) more"] : [])
    return lines.map { TerminalSanitizer.line($0) + "\n" }.joined()
  }

  /// Waits for programs that may still write into files that were replaced, as long as whoever keeps a folder does.
  ///
  /// - Returns: whether there were such.
  private func wait(for folder: NotesFolder, _ environment: CommandEnvironment) async -> Bool {
    var hasWaited = false
    while true {
      let count = folder.countAwaited(at: .now)
      if count == 0 { return hasWaited }
      if !hasWaited {
        environment.complain("waiting for programs that have \(count.counted("replaced file")) open, at most 10 s\n")
      }
      hasWaited = true
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Detaches a folder that is no longer where it was, such as on a drive that was removed, or that has nothing of ours
  /// any more; nil if the path is not such a folder's.
  private func away() throws(CommandError) -> (String, store: String?)? {
    do throws(FolderError) {
      let registry = try FolderRegistry()
      let place = realPath(path ?? ".")
      if let place, NotesFolder.found(from: place) != nil { return nil }
      let entry = place.flatMap(registry.stripped(around:)) ?? path.flatMap(registry.away(at:))
      guard let entry else { return nil }
      try registry.detach(entry.id)
      return (entry.path, entry.store)
    } catch {
      throw CommandError(error)
    }
  }
}

/// The result of detaching, as JSON.
private struct Detached: JSONObjectWritable {
  let folder: String
  let store: String?
  /// The reasons why files are not as their memos are.
  let unequal: [FilePath: String]

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("folder", folder)
    writer.member("store", store)
    if !unequal.isEmpty { writer.member("problems", PathFact.all(unequal)) }
  }
}
