import Foundation
import MemoEngine
import MemoText
import TestSupport
import Testing

@Suite("Notes of an attached folder that are moved", .timeLimit(.minutes(10)))
struct MovedMemoTests {
  @Test(
    "are led to as before by the ends of their paths, by names from other folders, and without any extension",
    arguments: [
      ("[[dir/Note]] [x](dir/Note.md)", "a/dir/Note.md", "b/dir/New.md", "[[dir/New]] [x](dir/New.md)"),
      ("[[dir/Note]] [x](dir/Note.md)", "a/dir/Note.md", "b/Note.md", "[[b/Note]] [x](b/Note.md)"),
      ("[[Note]] [x](Note) [y](Note.txt)", "Note.txt", "New.txt", "[[New]] [x](New) [y](New.txt)"),
      ("[x](A) [y](A.md)", "a/A.md", "a/b/B.md", "[x](B) [y](B.md)"),
      ("[x][r]\n\n[r]: dir/Note.md", "a/dir/Note.md", "b/dir/New.md", "[x][r]\n\n[r]: dir/New.md"),
    ])
  func ends(text: String, old: String, new: String, after: String) async throws {
    let session = try await FolderSession([("l.md", text), (old, "words\n")])
    #expect(try await session.texts(moving: old, to: new) == ["l.md": after])
    try await session.finish()
  }

  @Test("are led to by ends of their paths that stay")
  func same() async throws {
    let text = "[[dir/Note]] [x](dir/Note.md) [y](Note)"
    let session = try await FolderSession([("l.md", text), ("a/dir/Note.md", "words\n")])
    #expect(try await session.texts(moving: "a", to: "b/c") == [:])
    try await session.finish()
  }

  @Test("lead on by the ends of paths, which start from nowhere, and their paths out of the folder are all paths")
  func own() async throws {
    let text = "[x](b/c.md) [[b/c]] [y](../b.md)\n"
    let session = try await FolderSession([("sub/l.md", text), ("a/b/c.md", "words\n"), ("b.md", "words\n")])
    let moved = try await session.texts(moving: "sub/l.md", to: "l.md")
    #expect(moved == ["sub/l.md": "[x](b/c.md) [[b/c]] [y](./b.md)\n"])
    let outside = try await session.texts(moving: "b.md", to: "../out.md")
    #expect(outside == ["sub/l.md": "[x](b/c.md) [[b/c]] [y](../../out.md)\n"])
    try await session.finish()
  }

  @Test("lead on by paths from their folder, as other programs read them, though the same ones lead from the top")
  func relative() async throws {
    let text = "[x](a/n.md) [[a/n]] [y][r]\n\n[r]: a/n.md\n"
    let session = try await FolderSession([("l.md", text), ("a/n.md", "words\n")])
    let moved = try await session.texts(moving: "l.md", to: "q/l.md")
    #expect(moved == ["l.md": "[x](../a/n.md) [[a/n]] [y][r]\n\n[r]: ../a/n.md\n"])
    try await session.finish()
  }

  @Test(
    "are named in HTML and by definitions that no link uses, however those are encoded, with an extension or without",
    arguments: [
      (#"<a href="a%3Bb.md">"#, "a;b.md", #"<a href="c.md">"#),
      (#"<a href="a;b#x">"#, "a;b.md", #"<a href="c#x">"#),
      ("words\n[r]: a%3Bb%2A.md", "a;b*.md", "words\n[r]: c.md"),
      ("[r]: <a\\_b c>", "a_b c.md", "[r]: <c>"),
      ("<a href='%EB%91%90%EB%B6%80 4'>", "두부 4.md", "<a href='c'>"),
      ("![x](a%3Bb)", "a;b.md", "![x](c)"),
    ])
  func others(text: String, old: String, after: String) async throws {
    let session = try await FolderSession([("l.md", "words [x](other.md)\n\n\(text)\n"), (old, "words\n")])
    let moved = try await session.texts(moving: old, to: "c.md")
    #expect(moved == ["l.md": "words [x](other.md)\n\n\(after)\n"])
    try await session.finish()
  }

  @Test("are not told from those that differ in their extensions alone by links that may mean either, which stay")
  func ambiguous() async throws {
    let session = try await FolderSession([
      ("l.md", "[[d/x]] [y](d/x)\n"), ("d/x.md", "words\n"), ("d/x.markdown", "words\n"),
    ])
    for name in ["d/x.md", "d/x.markdown"] { #expect(try await session.texts(moving: name, to: "d/y.md") == [:]) }
    try await session.finish()
  }

  @Test("are told from others that are called so, whose links stay theirs")
  func namesakes() async throws {
    let session = try await FolderSession([
      ("l.md", "[[Note]] [[Other]]"), ("a/Note.md", "words\n"), ("b/Other.md", "words\n"),
    ])
    #expect(try await session.texts(moving: "b/Other.md", to: "b/Note.md") == ["l.md": "[[a/Note]] [[b/Note]]"])
    try await session.finish()
  }

  @Test("take the links of all notes along, however these are written", arguments: [UInt64(980), 981, 982])
  func random(stream: UInt64) async throws {
    var run = try await MovingTrial(random: SeededGenerator(stream: stream))
    for _ in 0..<6 { try await run.step() }
    try await run.session.finish()
  }
}

/// A folder of notes that link to each other in all ways, whose files and folders are moved.
private struct MovingTrial {
  let session: FolderSession
  private var random: SeededGenerator
  private var paths: [String]

  private static let folders = ["", "a/", "a/b/", "c/", "a/b/c/"]
  private static let stems = ["n", "p", "x y", "v1.2"]

  init(random: SeededGenerator) async throws {
    self.random = random
    paths = ["n.md", "a/p.txt", "a/b/n.md", "c/x y.md", "a/b/c/v1.2.md"]
    var files: [(String, String)] = []
    for path in paths { files.append((path, paths.map { Self.links(to: $0) }.joined())) }
    session = try await FolderSession(files)
  }

  /// Links in each style, on lines of their own; some lead nowhere, or to something else.
  private static func links(to path: String) -> String {
    let names = path.split(separator: "/").map(String.init)
    let ends = (1...names.count).map { names.suffix($0).joined(separator: "/") }
    return ends.flatMap { end in
      let short = end.split(separator: ".").dropLast().joined(separator: ".")
      return [end, short, "/\(end)", "./\(end)", "../\(short)"].flatMap { name in
        ["[[\(name)]]\n", "[x](\(name.replacing(" ", with: "%20")))\n"]
      }
    }.joined()
  }

  /// The memos that the links of a note lead to; nil for what leads to none, or to several.
  private func leads(_ path: String) async throws -> [MemoID?] {
    guard let id = try await session.id(path), let text = session.file(path) else { throw Mismatch("no \(path)") }
    return try await session.other.links().outline(of: Rope(text), in: id).links.map(\.id)
  }

  private mutating func move() -> (old: String, new: String) {
    let old = paths.randomElement(using: &random) ?? ""
    let folder = old.split(separator: "/").dropLast().joined(separator: "/")
    let place = Self.folders.randomElement(using: &random) ?? ""
    if !folder.isEmpty, random.chance(30) { return (folder, "\(place)d\(Int.random(in: 0..<3, using: &random))") }
    let stem = Self.stems.randomElement(using: &random) ?? ""
    return (old, "\(place)\(stem)\(old.hasSuffix(".txt") ? ".txt" : ".md")")
  }

  /// Moves something, as a client does that asks what to change; then each link leads where it did.
  mutating func step() async throws {
    let (old, new) = move()
    let moved = paths.map { path in
      path == old ? new : path.hasPrefix("\(old)/") ? new + path.dropFirst(old.count) : path
    }
    let target = URL(filePath: "\(session.place.path)/\(new)")
    guard !"\(new)/".hasPrefix("\(old)/"), !FileManager.default.fileExists(atPath: target.path) else { return }
    var before: [[MemoID?]] = []
    for path in paths { before.append(try await leads(path)) }
    let changed = try await session.texts(moving: old, to: new)
    for (path, text) in changed { try session.place.write(text, path) }
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: URL(filePath: "\(session.place.path)/\(old)"), to: target)
    paths = moved
    for path in paths {
      let isTaken = await eventually { await (try? session.memo(path)) == session.file(path) }
      try require(isTaken, "\(path) is no memo")
    }
    for (path, before) in zip(paths, before) {
      for (number, (was, now)) in zip(before, try await leads(path)).enumerated() where was != nil {
        let line = session.file(path)?.split(separator: "\n")[number] ?? ""
        try require(was == now, "\(old) → \(new): \(path):\(number): \(line)")
      }
    }
  }
}
