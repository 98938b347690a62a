import Foundation
import MemoModel
import TestDoubles
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

/// People and programs that write into a folder, and into its memos, at random; what must hold is known from what they
/// did alone.
final class FolderTrial {
  var chance: SeededGenerator
  var kept: KeptFolder
  var words = Words()
  /// What was done last.
  private(set) var log: [String] = []
  private(set) var steps = 0
  /// Files that programs have open, to write at their ends later.
  var held: [Int32] = []
  /// Memos whose files clients have open.
  var opened: Set<MemoID> = []
  /// What the branches of a repository have that are not checked out.
  var branches: [[String: [UInt8]]] = [[:], [:]]
  /// Two processes in which memos are open.
  var servers: [TypingServer] = []
  /// Whether files and memos are being made equal just now.
  private(set) var isReconciling = false
  /// The number of words that were undone.
  private(set) var undone = 0
  private var watch: InotifyWatch?
  private var isDatabase = false
  /// A disk that can be made full; nil if there is none.
  private let disk: SmallDisk?
  private var isOnDisk = false

  /// The most words that may be undone: a few, and so many for each step.
  private static let (someUndone, mostUndone) = (10, 0.02)

  init(stream: UInt64, disk: SmallDisk? = nil) throws {
    chance = SeededGenerator(stream: stream)
    self.disk = disk
    kept = try KeptFolder()
    try begin()
  }

  deinit {
    release()
    closeServers()
  }

  func note(_ what: String) {
    log.append(what)
    if log.count > 600 { log.removeFirst(300) }
  }

  func pick<Item>(_ items: [Item]) -> Item? { items.randomElement(using: &chance) }

  /// A folder with a few files, some with a database, some watched, some where files can't change places.
  private func begin() throws {
    release()
    isDatabase = chance.chance(15)
    isOnDisk = chance.chance(40)
    closeServers()
    kept = try KeptFolder(
      isDatabase: isDatabase, canExchange: chance.chance(85), in: isOnDisk ? disk?.path : nil)
    openServers()
    opened = []
    (words, log, branches) = (Words(), ["begin"], [[:], [:]])
    try reopen()
    for _ in 0..<Int.random(in: 2...12, using: &chance) { try outside() }
    try rest()
  }

  /// Opens the folder anew, as after the end of a process.
  func reopen() throws {
    watch = chance.chance(50) ? InotifyWatch() : nil
    note("open, \(watch == nil ? "looking" : "watching")")
    try kept.reopen(watch: watch)
    kept.keeper.note(changes())
  }

  func release() {
    for file in held { close(file) }
    held = []
  }

  /// The changes that are reported.
  func changes() -> Set<TreeChange> { watch?.changes() ?? [.everything] }

  /// Does so many steps.
  func run(_ count: Int) throws {
    do {
      while steps < count {
        if chance.chance(1) { try begin() }
        switch Int.random(in: 0..<100, using: &chance) {
        case 0..<50: try mixed()
        case 50..<65: try movesOnly()
        case 65..<80: try outsideOnly()
        default: try insideOnly()
        }
      }
    } catch {
      throw Mismatch("\(error)\n\(log.joined(separator: "\n"))\nstep \(steps)\n\(try kept.picture)")
    }
  }

  // MARK: Rounds

  private func mixed() throws {
    note("— anything")
    for _ in 0..<Int.random(in: 1...12, using: &chance) {
      try step()
      if chance.chance(30) { try reconcile() }
      if chance.chance(5) { try reopen() }
    }
    try rest(allowing: words.fresh)
  }

  private func step() throws {
    steps += 1
    switch Int.random(in: 0..<100, using: &chance) {
    case 0..<21: try inside()
    case 21..<29: try server()
    case 29..<38: try client()
    default: try outside()
    }
  }

  /// Makes both equal once; in some cases others act in the middle of it, or the process ends there.
  private func reconcile() throws {
    // The keeper calls back on the thread that it is called on, which is the only one that has this.
    nonisolated(unsafe) let trial = self
    nonisolated(unsafe) var acts = chance.chance(40) ? Int.random(in: 1...4, using: &chance) : 0
    nonisolated(unsafe) var after: KeptFolder?
    nonisolated(unsafe) var failure: (any Error)?
    // A client's files are open in the copy of the store, too, where nobody would close them.
    let kills = chance.chance(15) && !isDatabase && opened.isEmpty
    let texts = acts == 0 ? try textsInEditors() : [:]
    // Those who write into the folder would find no room either.
    let fills = acts == 0 && chance.chance(15)
    if acts > 0 || kills {
      kept.steps.set { step in
        do {
          // Where names can't change places, what others put in a place at that moment is lost.
          if acts > 0, step != .kept, trial.chance.chance(40) {
            acts -= 1
            trial.note("  at \(step)")
            try trial.step()
          }
          if kills, after == nil, trial.opened.isEmpty, trial.chance.chance(30) {
            trial.note("  killed at \(step)")
            try trial.disk?.makeRoom()
            (after, acts) = (try KeptFolder(after: trial.kept), 0)
            // In the copy nobody has anything open.
            trial.kept.steps.set(nil)
          }
        } catch { failure = failure ?? error }
      }
    }
    if fills { try fill() }
    isReconciling = true
    defer { isReconciling = false }
    try reconcile(isFull: chance.chance(10))
    try disk?.makeRoom()
    kept.steps.set(nil)
    for (name, text) in texts {
      try require(contents(full(name)) == text, "\(name) was written while a client had it open")
    }
    if let failure { throw failure }
    if let after {
      release()
      kept = after
      openServers()
      try reopen()
    }
    if chance.chance(30) {
      note("wait")
      kept.wait(milliseconds: Int.random(in: 1...1_500, using: &chance))
      kept.touchFolders()
    }
  }

  /// Leaves room for a page or two, and for a file or two, or for nothing.
  private func fill() throws {
    let (pages, files) = (Int.random(in: 0...2, using: &chance), Int.random(in: 0...2, using: &chance))
    guard isOnDisk, let disk else { return }
    note("full but for \(pages) pages and \(files) files")
    try disk.leave(pages: pages, files: files)
  }

  /// Makes both equal with a store that has room for everything, or for nothing.
  private func reconcile(isFull: Bool) throws {
    let full = StoreError(.full, "the disk is full")
    let ids = isFull ? kept.memos.map(\.metadata.id) : []
    kept.double?.refuse(Dictionary(uniqueKeysWithValues: ids.map { ($0, full) }))
    defer { kept.double?.refuse([:]) }
    note(isFull ? "reconcile, full" : "reconcile")
    do { try kept.reconcile(changes()) } catch let error as StoreError where isFull && error.reason == full.reason {}
  }

  /// Renamings alone, and files that are written in place: all are the memos they were.
  private func movesOnly() throws {
    note("— renamings")
    let ids = try Dictionary(
      uniqueKeysWithValues: kept.other.fileRows().filter { !$0.isGone && !$0.isReleased }.map { ($0.path, $0.id) })
    var places = Dictionary(uniqueKeysWithValues: ids.keys.map { ($0, $0) })
    for _ in 0..<Int.random(in: 1...6, using: &chance) {
      steps += 1
      guard let name = pick(places.keys.sorted()), let from = places[name] else { break }
      switch Int.random(in: 0..<10, using: &chance) {
      case 0..<3:
        guard let other = pick(places.keys.sorted()), let to = places[other], to != from else { continue }
        note("swap \(from) and \(to)")
        try require(
          rename(full(from), full("swapping")) == 0 && rename(full(to), full(from)) == 0
            && rename(full("swapping"), full(to)) == 0, "can't swap")
        (places[name], places[other]) = (to, from)
      case 3..<5:
        let folder = from.split(separator: "/").first.map(String.init) ?? ""
        let new = "folder\(steps)"
        guard from.contains("/"), rename(full(folder), full(new)) == 0 else { continue }
        note("move folder \(folder) to \(new)")
        for (name, place) in places where place.hasPrefix("\(folder)/") {
          places[name] = new + place.dropFirst(folder.count)
        }
      case 5..<7:
        let line = words.next()
        note("append \(line) to \(from)")
        words.replaced(nil, by: Array(line.utf8))
        try append(Array("\n\(line)\n".utf8), full(from))
      default:
        let isCase = chance.chance(20) && from != from.uppercased()
        let stem = String(from.dropLast(3))
        let to = isCase ? "\(stem.uppercased()).md" : self.name()
        let isFree = places.values.allSatisfy { $0 != to } && !FileManager.default.fileExists(atPath: full(to))
        guard isFree else { continue }
        makeFolder(of: to)
        guard rename(full(from), full(to)) == 0 else { continue }
        note("move \(from) to \(to)")
        places[name] = to
      }
    }
    kept.touchFolders()
    try rest()
    // What is now in an ignored folder counts as gone, and what is in its place can't be told from a replacement.
    let notes = kept.notes
    guard places.values.allSatisfy({ notes[$0] != nil }) else { return }
    for (name, place) in places {
      let row = try kept.other.fileRows().first { $0.path.utf8.elementsEqual(place.utf8) }
      try require(row?.id == ids[name], "\(place), which was \(name), is another memo")
    }
  }

  /// What is written outside alone is written by nobody else, and once into each memo.
  private func outsideOnly() throws {
    note("— only outside")
    let before = kept.notes
    var saved: Set<String> = []
    for _ in 0..<Int.random(in: 1...4, using: &chance) {
      steps += 1
      let name = chance.chance(20) ? name() : pick(before.keys.sorted()) ?? "first.md"
      // What is saved twice may be looked at in between.
      if saved.insert(name).inserted { try save(name, nil) }
    }
    let after = kept.notes
    let changed = after.keys.count { after[$0] != before[$0] }
    let released = Set(try kept.other.fileRows().filter(\.isReleased).map(\.path))
    let counts = try rest()
    guard released.isDisjoint(with: after.keys) else { return }
    try require(counts.written + counts.removed + counts.conflicts + counts.trashed == 0, "written outside: \(counts)")
    try require(counts.takenIn == changed, "\(changed) changed, but \(counts)")
  }

  /// What is written inside alone is written once into each file.
  private func insideOnly() throws {
    note("— only inside")
    let before = Dictionary(uniqueKeysWithValues: kept.memos.map { ($0.metadata.id, $0.text) })
    let released = Set(try kept.other.fileRows().filter(\.isReleased).map(\.id))
    for _ in 0..<Int.random(in: 1...4, using: &chance) {
      steps += 1
      try inside()
    }
    let after = Dictionary(uniqueKeysWithValues: kept.memos.map { ($0.metadata.id, $0.text) })
    let written = after.keys.count { after[$0] != before[$0] && !released.contains($0) }
    let removed = before.keys.count { after[$0] == nil && !released.contains($0) }
    let counts = try rest()
    try require(
      counts.written == written && counts.removed == removed && counts.takenIn + counts.trashed + counts.conflicts == 0,
      "\(written) written inside and \(removed) deleted, but \(counts)")
  }

  /// Lets everything come to rest: then both must be equal, with nothing missing and nothing left to do.
  ///
  /// - Parameter mayUndo: gives the words that may be undone, since several wrote at once.
  /// - Returns: what had to be done since the last rest.
  @discardableResult
  private func rest(allowing mayUndo: @autoclosure () -> Set<String> = []) throws -> FolderCounts {
    release()
    try endClients()
    try saveAllTyped()
    for (name, bytes) in kept.everything() where ["~", "~.md", ".tmp"].contains(where: name.hasSuffix) {
      words.replaced(bytes, by: nil)
      unlink(full(name))
    }
    note("rest")
    kept.touchFolders()
    try kept.rest(changes)
    let counts = kept.counts
    try check(allowing: mayUndo())
    kept.counts = FolderCounts()
    try kept.reconcile([.everything])
    try require(kept.counts == FolderCounts(), "not quiet: \(kept.counts)")
    return counts
  }

  private func check(allowing mayUndo: Set<String>) throws {
    try kept.checkRest()
    let gone = words.alive.subtracting(Words.of(Array(kept.found.utf8)))
    var missing = gone
    // What two programs did to one file at the same moment may be undone, but must be in the history.
    for memo in missing.isEmpty ? [] : kept.memos + kept.trashedMemos {
      for text in try kept.history(of: memo) { missing.subtract(Words.of(text)) }
    }
    try require(missing.isEmpty, "lost: \(missing.sorted())")
    let others = gone.subtracting(mayUndo)
    try require(others.isEmpty, "undone, though nobody else wrote: \(others.sorted())")
    undone += gone.count
    try require(
      undone <= Self.someUndone + Int(Double(steps) * Self.mostUndone), "\(undone) words undone in \(steps) steps")
    words.rest(undone: gone)
  }

  func full(_ name: String) -> String { "\(kept.path)/\(name)" }

  func makeFolder(of name: String) {
    if name.contains("/") { mkdir(full((name as NSString).deletingLastPathComponent), 0o755) }
  }

  /// Of a few names, so that they meet.
  func name() -> String {
    let folder = ["", "", "d/", "e/", "ig/"].randomElement(using: &chance) ?? ""
    return "\(folder)\(["a", "b", "c", "A", "é", "x y", "long\nname"].randomElement(using: &chance) ?? "a").md"
  }
}
