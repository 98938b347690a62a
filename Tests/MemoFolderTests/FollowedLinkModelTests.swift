import Foundation
import MemoModel
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

/// Random small folders in which files and folders are moved, beside a model that tries all files for each link.
@Suite("Whatever is moved, what links led to by path they lead to")
struct FollowedLinkModelTests {
  @Test(
    "a link that led to one file leads to it, as it was written if that will do; all else stays",
    arguments: 1...6 as ClosedRange<UInt64>)
  func model(stream: UInt64) throws {
    var run = try FollowingRun(random: SeededGenerator(stream: 700 + stream), isDatabase: stream.isMultiple(of: 4))
    for step in 0..<8 {
      do { try run.step() } catch { throw Mismatch("stream \(stream), step \(step): \(error)") }
    }
  }
}

private struct FollowingRun {
  var random: SeededGenerator
  let kept: KeptFolder
  private let folders = ["", "a", "a/b", "A B", "c"]
  private let stems = ["Note", "Plan", "x y", "v1.2", "202611221530 T", "a"]
  private var made = 0

  init(random: SeededGenerator, isDatabase: Bool) throws {
    (self.random, kept) = (random, try KeptFolder(isDatabase: isDatabase))
    for folder in folders {
      try FileManager.default.createDirectory(atPath: "\(kept.path)/\(folder)", withIntermediateDirectories: true)
    }
    try kept.folder.followLinks(true)
    for _ in 0..<6 { try make() }
    try kept.reconcile()
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  /// The notes' texts by their paths.
  private var notes: [String: String] { kept.files.filter { $0.key.hasSuffix(".md") } }

  private mutating func freePath() -> String? {
    let folder = pick(folders)
    let path = (folder.isEmpty ? "" : "\(folder)/") + pick(stems) + ".md"
    return notes.keys.contains { $0.lowercased() == path.lowercased() } ? nil : path
  }

  /// A note with links to whatever there may be.
  private mutating func make() throws {
    guard let path = freePath() else { return }
    made += 1
    let links = (0..<Int.random(in: 0...5, using: &random)).map { _ in link() }
    try kept.write("note \(made)\n\n" + links.map { "- \($0)\n" }.joined(), path)
  }

  private mutating func link() -> String {
    let start = pick(["", "", "", "a/", "A B/", "../", "./", "../a/", "/", "/a/b/", "b/"])
    let name = start + pick(stems + ["202611221530", "gone"]) + pick(["", "", ".md"])
    let encoded = name.replacingOccurrences(of: " ", with: "%20")
    return pick(["[[\(name)]]", "[[\(name)|x]]", "![[\(name)]]", "[x](\(encoded))", "[x](<\(name)>)"])
  }

  mutating func step() throws {
    for _ in 0..<Int.random(in: 0...1, using: &random) { try make() }
    try kept.reconcile()
    let old = notes
    var moves: [String: String] = [:]
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let from = pick(notes.keys.sorted())
      guard let to = freePath(), moves.values.contains(from) == false else { continue }
      try kept.move(from, to)
      moves[from] = to
    }
    if random.chance(25) {
      // Two change places.
      let pair = notes.keys.filter { !moves.values.contains($0) && moves[$0] == nil }.sorted().shuffled(using: &random)
        .prefix(2)
      if pair.count == 2 {
        for (from, to) in [(pair[0], "swap"), (pair[1], pair[0]), ("swap", pair[1])] { try kept.move(from, to) }
        (moves[pair[0]], moves[pair[1]]) = (pair[1], pair[0])
      }
    }
    try kept.reconcile()
    try check(old, moves)
    try require(kept.reconcile().isQuiet, "there is more to do")
    try require(kept.texts == notes.values.sorted(), "files and memos differ")
  }

  private func check(_ old: [String: String], _ moves: [String: String]) throws {
    let new = notes
    try require(new.count == old.count, "\(old.keys.sorted()) became \(new.keys.sorted())")
    for (path, text) in old {
      let place = moves[path] ?? path
      guard let changed = new[place] else { throw Mismatch("\(place) is missing") }
      let (before, after) = (Self.links(text), Self.links(changed))
      try require(before.rest == after.rest, "\(place) became \(changed)")
      for ((link, isWiki), (now, _)) in zip(before.links, after.links) {
        let led = Model.files(link, from: path, among: Array(old.keys))
        let meant = led.count == 1 ? moves[led[0]] ?? led[0] : nil
        let same = Model.files(link, from: place, among: Array(new.keys))
        let leads = Model.files(now, from: place, among: Array(new.keys))
        let what = "\(moves): in \(path), \(link) led to \(led); in \(place), \(now) leads to \(leads)"
        if let meant { try require(leads == [meant], what) }
        // Other programs follow no Markdown link by the end of a path.
        if meant == nil || same == [meant] && isWiki { try require(link == now, what) }
      }
    }
  }

  /// The decoded names in a text's links, whether these are wiki links, and the rest of the text.
  private static func links(_ text: String) -> (links: [(name: String, isWiki: Bool)], rest: String) {
    let pattern = /\[\[([^\]|]*)|\]\(<?([^)>]*)/
    let links = text.matches(of: pattern).map { match in
      let isWiki = match.output.1 != nil
      return (match.output.1.map(String.init) ?? String(match.output.2 ?? "").removingPercentEncoding ?? "", isWiki)
    }
    return (links, text.replacing(pattern, with: ""))
  }
}

/// What links lead to, told by trying all files.
private enum Model {
  static func files(_ name: String, from path: String, among paths: [String]) -> [String] {
    let folder = path.split(separator: "/").dropLast().map(String.init)
    let isRelative = name.hasPrefix("./") || name.hasPrefix("../")
    func found(_ ends: (String) -> Bool) -> [String] { paths.filter { ends($0.lowercased()) }.sorted() }
    let relative = name.hasPrefix("/") ? nil : resolved(folder + name.split(separator: "/").map(String.init))
    let root = isRelative ? nil : resolved(name.split(separator: "/").map(String.init))
    for whole in [relative, root].compactMap(\.self) {
      for suffix in ["", ".md"] {
        let files = found { $0 == whole.lowercased() + suffix }
        if !files.isEmpty { return files }
      }
    }
    if name.hasPrefix("/") || name.contains("../") || name.hasPrefix("./") { return [] }
    for suffix in ["", ".md"] {
      let files = found { $0 == name.lowercased() + suffix || $0.hasSuffix("/" + name.lowercased() + suffix) }
      if !files.isEmpty { return files }
    }
    if name == "202611221530" { return found { $0.split(separator: "/").last?.hasPrefix("202611221530 ") == true } }
    return []
  }

  private static func resolved(_ names: [String]) -> String? {
    var path: [String] = []
    for name in names where name != "." {
      if name != ".." { path.append(name) } else if path.popLast() == nil { return nil }
    }
    return path.joined(separator: "/")
  }
}
