import Foundation
import MemoModel
import TestSupport

@testable import MemoFolder
@testable import Platform

extension FolderTrial {
  /// One thing that somebody does in the folder.
  func outside() throws {
    let files = kept.everything().keys.filter { !$0.hasPrefix(".gitignore") }.sorted()
    let file = pick(files.filter { $0.hasSuffix(".md") })
    switch Int.random(in: 0..<100, using: &chance) {
    case 0..<40: try save(chance.chance(60) ? file ?? name() : name(), nil)
    case 40..<50: appendLine(file)
    case 50..<60: move(file, chance.chance(70) ? name() : pick(files) ?? name())
    case 60..<68: remove(file)
    case 68..<72: hide(files)
    case 72..<76: swap(file, pick(files.filter { $0.hasSuffix(".md") }))
    case 76..<79: moveFolder()
    case 79..<81: removeFolder()
    case 81..<84: ignore(file)
    case 84..<89: try spoil(file)
    case 89..<91: checkOut()
    case 91..<95: hold(file)
    case 95..<98: writeLate()
    default: truncate(file)
    }
  }

  /// The bytes of a file that is about to be replaced.
  private func bytes(_ name: String) -> [UInt8]? { contents(full(name)) }

  /// Saves a changed text as one program or another does; others may look in between.
  func save(_ name: String, _ new: String?) throws {
    let name = new ?? name
    if name.contains("/") { makeFolder(of: name) }
    let old = bytes(name)
    let text = edited(old ?? [])
    let writer = Writer.allCases.randomElement(using: &chance) ?? .atomic
    note("\(writer) \(name): \(describe(text))")
    words.replaced(old, by: text)
    for step in writer.steps(text, to: full(name), number: steps) {
      try step()
      if let old { try lookWhileEmptied(name, old, text) }
    }
    // What can't be written because a link is in the way is not written.
    if bytes(name) != text { words.replaced(text, by: bytes(name)) }
  }

  /// Has files and memos made equal where a program has emptied a file and is about to write it, in some cases after a
  /// while: nobody's memo is emptied by that.
  private func lookWhileEmptied(_ name: String, _ old: [UInt8], _ new: [UInt8]) throws {
    guard !isReconciling, !new.isEmpty, bytes(name) == [], chance.chance(40),
      let row = try kept.other.fileRows().first(where: { $0.path.utf8.elementsEqual(name.utf8) }),
      row.hash == ContentHash.of(old), let memo = try kept.other.memos([row.id]).first
    else { return }
    let emptied = kept.ahead.date
    kept.touch(name)
    if chance.chance(50) { kept.wait(milliseconds: Int.random(in: 1...500, using: &chance)) }
    note("  looked at while \(name) is empty")
    try kept.reconcile(changes())
    // The rest of a second may have passed on a machine that has much else to do.
    guard kept.ahead.date.millisecondsSince1970 - emptied.millisecondsSince1970 < 1000 else { return }
    let now = try kept.other.memos([row.id]).first
    try require(memo.text.isEmpty || now?.text.isEmpty == false, "\(name) was taken in while it was being written")
  }

  func describe(_ text: [UInt8]) -> String {
    text.count > 200 ? "\(text.count) bytes" : String(decoding: text, as: UTF8.self).debugDescription
  }

  /// A text with a line more, or less, or another.
  func edited(_ text: [UInt8]) -> [UInt8] {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    if lines.last == [] { lines.removeLast() }
    for _ in 0..<Int.random(in: 1...2, using: &chance) {
      let line = Array(words.next().utf8)
      let place = Int.random(in: 0...lines.count, using: &chance)
      switch Int.random(in: 0..<10, using: &chance) {
      case 0..<2 where place < lines.count: lines.remove(at: place)
      case 2..<5 where place < lines.count: lines[place] = line
      default: lines.insert(line, at: place)
      }
    }
    let end: [UInt8] = chance.chance(90) ? [UInt8(ascii: "\n")] : []
    return Array(lines.joined(separator: [UInt8(ascii: "\n")])) + (lines.isEmpty ? [] : end)
  }

  private func appendLine(_ name: String?) {
    guard let name, let old = bytes(name) else { return }
    let line = Array("\n\(words.next())\n".utf8)
    note("append \(describe(line)) to \(name)")
    words.replaced(old, by: old + line)
    try? append(line, full(name))
    if bytes(name) != old + line { words.replaced(old + line, by: bytes(name)) }
  }

  private func truncate(_ name: String?) {
    guard let name, let old = bytes(name) else { return }
    // Half a word is no word that anybody wrote.
    let ends = [0, old.count] + old.indices.filter { old[$0] == UInt8(ascii: "\n") }
    let length = pick(ends) ?? 0
    note("truncate \(name) to \(length)")
    words.replaced(old, by: Array(old.prefix(length)))
    Foundation.truncate(full(name), length)
    // For all that is known it is about to be written.
    if chance.chance(50) { kept.touch(name) }
  }

  private func move(_ name: String?, _ other: String) {
    guard let name, name != other else { return }
    makeFolder(of: other)
    let (old, over) = (bytes(name), bytes(other))
    guard rename(full(name), full(other)) == 0 else { return }
    note("move \(name) to \(other)")
    words.covered(over, by: old)
  }

  /// Gives a file a name that no note has, or gives the note's name back.
  private func hide(_ files: [String]) {
    guard let name = pick(files), bytes(name) != nil else { return }
    move(name, name.hasSuffix(".bak") ? String(name.dropLast(4)) : "\(name).bak")
  }

  private func remove(_ name: String?) {
    guard let name else { return }
    let old = bytes(name)
    guard unlink(full(name)) == 0 else { return }
    note("remove \(name)")
    words.replaced(old, by: nil)
  }

  private func swap(_ name: String?, _ other: String?) {
    guard let name, let other, name != other, bytes(name) != nil, bytes(other) != nil else { return }
    note("swap \(name) and \(other)")
    rename(full(name), full("swapping"))
    rename(full(other), full(name))
    rename(full("swapping"), full(other))
  }

  private func moveFolder() {
    let (from, to) = (pick(["d", "e", "ig"]) ?? "d", pick(["d", "e", "f", "d/in"]) ?? "e")
    if from != to, rename(full(from), full(to)) == 0 { note("move folder \(from) to \(to)") }
  }

  private func removeFolder() {
    guard let folder = pick(["d", "e", "f"]) else { return }
    note("remove folder \(folder)")
    for (_, bytes) in kept.everything(below: folder) { words.replaced(bytes, by: nil) }
    try? FileManager.default.removeItem(atPath: full(folder))
  }

  /// Has a file, or a folder, left alone, or nothing.
  private func ignore(_ name: String?) {
    let rule = chance.chance(50) ? nil : chance.chance(30) ? "ig" : name
    // A rule is a line.
    guard rule?.contains("\n") != true else { return }
    note("ignore \(rule ?? "nothing")")
    if let rule { try? write(Array("/\(rule)\n".utf8), full(".gitignore")) } else { unlink(full(".gitignore")) }
  }

  /// Makes something of a file that is no memo.
  private func spoil(_ name: String?) throws {
    guard let name, let old = bytes(name) else { return }
    switch Int.random(in: 0..<4, using: &chance) {
    case 0:
      note("link \(name)")
      words.replaced(old, by: nil)
      unlink(full(name))
      symlink(chance.chance(50) ? "a.md" : "/etc/hostname", full(name))
    case 1:
      note("\(name) is no UTF-8")
      try append([0xFF, 0xFE], full(name))
    case 2:
      note("\(name) is too large")
      try append([UInt8](repeating: UInt8(ascii: " "), count: 1 << 20 | 1), full(name))
    default:
      note("\(name) is a FIFO")
      words.replaced(old, by: nil)
      unlink(full(name))
      mkfifo(full(name), 0o644)
    }
  }

  /// Puts the files of another branch in place, as git does.
  private func checkOut() {
    note("check out")
    let now = kept.notes
    let (next, rest) = (branches[0], branches.dropFirst())
    branches = rest + [now]
    if next.isEmpty { return }
    for name in Set(now.keys).union(next.keys) where now[name] != next[name] {
      if now[name] != nil { unlink(full(name)) }
      makeFolder(of: name)
      if let new = next[name], bytes(name) == nil { try? write(new, full(name)) }
      // Somebody may have taken away inside what the branch brings back.
      words.replaced(now[name], by: bytes(name))
    }
  }

  private func hold(_ name: String?) {
    guard let name, bytes(name) != nil else { return }
    let file = open(full(name), O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return }
    note("hold \(name) as \(file)")
    held.append(file)
  }

  /// Writes into a file that was opened before, wherever it is by now.
  private func writeLate() {
    guard let file = pick(held), let status = FileStatus(file), status.links > 0 else { return }
    let line = words.next()
    note("write \(line) into \(file)")
    words.replaced(nil, by: Array(line.utf8))
    _ = Descriptors.writeAll(Array("\n\(line)\n".utf8), to: file)
  }
}
