import Foundation
import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("Files that are moved", .timeLimit(.minutes(10)))
struct MovedFileTests {
  @Test("take their links along, whatever they are called", arguments: [UInt64(970), 971, 972])
  func random(stream: UInt64) async throws {
    var notes = try await MovingNotes(stream: stream)
    try await notes.check()
    for _ in 0..<6 {
      try await notes.move()
      try await notes.check()
    }
  }

  @Test("take links of other folders along, too, where a link is renamed")
  func renamedAtLink() async throws {
    let notes = try await MovingNotes([("a.md", "[x](b.md)\n"), ("b.md", "\n"), ("sub/c.md", "[x](../b.md) [[b]]\n")])
    let edited = try await notes.renamed(in: "a.md", at: 5, to: "bee.md")
    #expect(edited == ["a.md": "[x](bee.md)\n", "sub/c.md": "[x](../bee.md) [[bee]]\n"])
  }

  @Test("stay in their folder where a link by their name is renamed")
  func renamedAtName() async throws {
    let notes = try await MovingNotes([("Plan.md", "\n"), ("sub/c.md", "[[Plan]] [x](../Plan.md)\n")])
    let edited = try await notes.renamed(in: "sub/c.md", at: 3, to: "Next plan")
    #expect(edited == ["sub/c.md": "[[Next plan]] [x](../Next%20plan.md)\n"])
  }

  @Test(
    "are told from folders of the same name, which is the note's where nothing tells",
    arguments: [
      ("t", "o", "[t](t.md) [[t]] [x](o/x.md) [d](o/) [n](t) [[o/x]]"),
      ("t.md", "o.md", "[t](o.md) [[o]] [x](t/x.md) [d](t/) [n](o) [[t/x]]"),
    ])
  func folders(old: String, new: String, after: String) async throws {
    let notes = try await MovingNotes([
      ("a.md", "[t](t.md) [[t]] [x](t/x.md) [d](t/) [n](t) [[t/x]]"), ("t.md", "\n"), ("t/x.md", "\n"),
    ])
    #expect(try await notes.edited(old, new)["a.md"] == after)
  }

  @Test("take their links along though they are moved already, but for those that lead somewhere from there")
  func moved() async throws {
    let notes = try await MovingNotes([
      ("in/b.md", "[x](c.md) [y](./d.md#e) [z](old.md) [s](b.md)\n"), ("in/d.md", "\n"), ("c.md", "\n"),
      ("a.md", "[x](b.md)\n"),
    ])
    let edited = try await notes.edited("b.md", "in/b.md")
    #expect(
      edited == [
        "in/b.md": "[x](../c.md) [y](./d.md#e) [z](../old.md) [s](b.md)\n", "a.md": "[x](in/b.md)\n",
      ])
  }

  @Test("are led to by a path that begins with a dot where the one before did")
  func dots() async throws {
    let notes = try await MovingNotes([("in/a.md", "[x](../b.md) [y](../in/c.md)"), ("b.md", "\n"), ("in/c.md", "\n")])
    #expect(try await notes.edited("b.md", "in/d.md")["in/a.md"] == "[x](./d.md) [y](../in/c.md)")
  }

  @Test("of an attached folder keep the paths of their own wiki links")
  func ownPaths() async throws {
    let text = "[[../A]] [[./D|d]] ![[../A]] [[../A#x]] [[A]]\n"
    let session = try await FolderSession([("sub/B.md", text), ("A.md", "# A\n\n## x\n"), ("sub/D.md", "# D\n")])
    let edits = try await session.edits(
      of: "sub/B.md", moving: session.place.uri("sub/B.md"), session.place.uri("B.md"))
    #expect(edits == ["0:2-6=./A", "0:11-14=./sub/D", "0:22-26=./A", "0:31-35=./A"])
    try await session.finish()
  }

  @Test("in a folder that is moved are led to by paths from the root, and by names as they are written")
  func rootPaths() async throws {
    let text = "[[sub/D]] [[D]] [[A.md]] [[D.md]] [x](/sub/D.md)\n"
    let files = [("sub/B.md", text), ("A.md", "# A\n"), ("sub/D.md", "# D\n")]
    let session = try await FolderSession(files)
    let edits = try await session.edits(of: "sub/B.md", moving: session.place.uri("sub"), session.place.uri("neu"))
    #expect(edits == ["0:2-7=neu/D", "0:38-47=/neu/D.md"])
    try await session.finish()
    let plain = try await MovingNotes(files)
    #expect(try await plain.edited("sub", "neu")["sub/B.md"] == text.replacing("sub/", with: "neu/"))
  }

  @Test("are led to by paths from the root that say so where they would lead to something else beside a note")
  func rootNames() async throws {
    let files = [
      ("sub/c.md", "# C\n"), ("in/xy.md", "[[sub/c]]\n"), ("in/d.md", "[[sub/c.md]]\n"), ("o/e.md", "[[sub/c]]\n"),
      ("o/sub/t/xy.md", "# T\n"),
    ]
    let notes = try await MovingNotes(files)
    let (in0, in1) = ("[[/xy]]\n", "[[/xy.md]]\n")
    #expect(
      try await notes.edited("sub/c.md", "xy.md") == ["in/xy.md": in0, "in/d.md": in1, "o/e.md": "[[xy]]\n"])
    let edited = try await notes.edited("sub/c.md", "sub/t/xy.md")["o/e.md"]
    #expect(edited == "[[/sub/t/xy]]\n")
    let session = try await FolderSession(files)
    #expect(try await session.texts(moving: "sub/c.md", to: "xy.md")["in/d.md"] == "[[../xy.md]]\n")
    try await session.finish()
  }

  @Test("are led to by the ends of their paths that stay, unless another file's path ends so, too")
  func endsOfPaths() async throws {
    let text = "[[a/dir/Note]] [[dir/Note|n]] [x](a/dir/Note.md)\n"
    let notes = try await MovingNotes([("l.md", text), ("a/dir/Note.md", "\n")])
    let moved = "[[a/dir/Note]] [[dir/Note|n]] [x](z/a/dir/Note.md)\n"
    #expect(try await notes.edited("a", "z/a") == ["l.md": moved])
    #expect(try await notes.edited("a/dir/Note.md", "z/a/dir/Note.md") == ["l.md": moved])
    let others = try await MovingNotes([("l.md", "[[a/dir/N]]\n"), ("a/dir/N.md", "\n"), ("q/a/dir/N.md", "\n")])
    #expect(try await others.edited("a", "z/a") == ["l.md": "[[z/a/dir/N]]\n"])
  }

  @Test(
    "that differ in their extensions are led to without them by what meant the first",
    arguments: ["[[d/x]]", "[x](d/x)"])
  func extensions(link: String) async throws {
    let notes = try await MovingNotes([("l.md", link), ("d/x.md", "\n"), ("d/x.markdown", "\n")])
    #expect(try await notes.edited("d/x.markdown", "d/y.markdown") == [:])
    #expect(try await notes.edited("d/x.md", "d/y.md") == ["l.md": link.replacing("d/x", with: "d/y")])
  }

  @Test("lead where they did by names that have a colon, which are no URLs")
  func colons() async throws {
    let text = "[x](10:30.md) [y](<Meeting: plan.md>) [z](old.md)"
    let notes = try await MovingNotes([
      ("a.md", text), ("10:30.md", "\n"), ("Meeting: plan.md", "\n"), ("old.md", "\n"),
    ])
    #expect(try await notes.edited("10:30.md", "new.md")["a.md"] == text.replacing("10:30", with: "new"))
    #expect(
      try await notes.edited("Meeting: plan.md", "b.md")["a.md"] == text.replacing("Meeting: plan", with: "b"))
    let edited = try await notes.edited("old.md", "Talk: a.md")["a.md"]
    #expect(edited == text.replacing("old.md", with: "Talk%3A%20a.md"))
  }

  @Test(
    "take along what leads somewhere beside links",
    arguments: [
      (
        "<img src='b.md'> <a href=\"./b#x\">", "it's & c.md",
        "<img src='it%27s%20%26%20c.md'> <a href=\"./it%27s%20%26%20c#x\">"
      ),
      ("words\n[r]: b.md\n[s]: /t/b 'title'", "c.md", "words\n[r]: c.md\n[s]: /t/c 'title'"),
      (
        "[x](b.md?a=1) <img src='b.md?a=1#x'>\n\n[r]: b.md?a=1#x", "c.md",
        "[x](c.md?a=1) <img src='c.md?a=1#x'>\n\n[r]: c.md?a=1#x"
      ),
    ])
  func others(text: String, name: String, after: String) async throws {
    let notes = try await MovingNotes([("t/a.md", text), ("t/b.md", "\n")])
    #expect(try await notes.edited("t/b.md", "t/\(name)")["t/a.md"] == after)
  }

  @Test("take along the paths in documents of memos, and those in files that are not saved yet")
  func documents() async throws {
    let session = try await FolderSession([("s/a.md", "[x](b.md)\n"), ("s/b.md", "# B\n")])
    let id = try #require(try await session.id("s/a.md"))
    session.editor.open("memo:///\(id)/a.md", "[x](b.md)\n")
    try await session.open("s/new.md", "[y](b.md) [[b]]\n")
    let files = #"{"oldUri":"\#(session.place.uri("s/b.md"))","newUri":"\#(session.place.uri("s/c.md"))"}"#
    let answer = try await session.answer(
      session.client.begin("workspace/willRenameFiles", #"{"files":[\#(files)]}"#))
    #expect(
      Workspace.edits(answer["result"] ?? .null) == "a.md:0:4-8=c.md new.md:0:4-8=c.md new.md:0:12-13=c")
    try await session.finish()
  }

  @Test(
    "leave links readable where their names have marks",
    arguments: [
      ("[n](p%29.md)", "p).md", "a.md", "sub/a.md", "[n](../p%29.md)"),
      ("[n](<p).md>)", "p).md", "a.md", "sub/a.md", "[n](<../p).md>)"),
      ("[q](b.md) [q](<b.md>)", "b.md", "b.md", "w(2.md", "[q](w%282.md) [q](<w(2.md>)"),
      ("[q](b.md) [q](<b>)", "b.md", "b.md", "w#%41.md", "[q](w%23%2541.md) [q](<w%23%2541>)"),
      ("[[b]] [[b|x]]", "b.md", "b.md", "w#[2|.md", "[[w%23%5B2%7C]] [[w%23%5B2%7C|x]]"),
      ("[q][b]\n\n[b]: b.md", "b.md", "b.md", "c (d).md", "[q][b]\n\n[b]: c%20%28d%29.md"),
      ("[[n]] [n](n)", "n.markdown", "n.markdown", "m.markdown", "[[m]] [n](m)"),
      ("[n](n.txt)", "n.txt", "n.txt", "m.md", "[n](m.md)"),
      ("[[xx:y]] [[s/xx:y]]", "s/xx:y.md", "s/xx:y.md", "xx:y.md", "[[xx:y]] [[xx:y]]"),
    ])
  func marks(text: String, other: String, old: String, new: String, after: String) async throws {
    let notes = try await MovingNotes([("a.md", text), (other, "\n")])
    #expect(try await notes.edited(old, new)["a.md", default: text] == after)
  }

  @Test("count no column for a byte order mark, which editors don't show")
  func byteOrderMark() async throws {
    let notes = try await MovingNotes([("a.md", "\u{FEFF}[x](b.md)\n"), ("b.md", "\n")])
    #expect(try await notes.edited("b.md", "c.md")["a.md"] == "[x](c.md)\n")
  }

  @Test("are edited as they are on the disk where another client types in their memo, or this one did")
  func typedElsewhere() async throws {
    var others: [FolderSession] = []
    for isClosed in [false, true] {
      let session = try await FolderSession([("a.md", "# A\n\n[x](b.md)\n"), ("b.md", "# B\n")])
      if isClosed {
        try await session.open("a.md")
        session.type("new\nlines\n# A\n\n[x](b.md)\n", in: "a.md")
        session.close("a.md")
      } else {
        // Another client has it open, so nobody else writes the file.
        let another = try await FolderSession(in: session.place)
        try await another.open("a.md")
        another.type("new\nlines\n# A\n\n[x](b.md)\n", in: "a.md")
        try await another.settle("a.md")
        others.append(another)
      }
      let edits = try await session.edits(of: "a.md", moving: session.place.uri("b.md"), session.place.uri("c.md"))
      #expect(edits == ["2:4-8=c.md"], "\(isClosed)")
    }
  }

  @Test("of an attached folder that the client reaches through a symbolic link keep the links of all notes")
  func symbolicLink() async throws {
    let session = try await FolderSession([("a.md", "[x](b.md) [[b]]\n"), ("b.md", "# B\n")])
    symlink(session.place.path, String(session.place.outside("link").dropFirst("file://".count)))
    let edits = try await session.edits(
      of: "a.md", moving: session.place.outside("link/b.md"), session.place.outside("link/c.md"))
    #expect(edits == ["0:4-8=c.md", "0:12-13=c"])
  }

  @Test("in a folder of nothing but signs are led to, too", arguments: [("📎", 12), ("_", 11)])
  func signs(name: String, end: Int) async throws {
    let session = try await FolderSession([("a.md", "![](\(name)/x.png)\n")])
    try session.place.write("", "\(name)/x.png")
    let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["_"])) ?? ""
    let edits = try await session.edits(
      of: "a.md", moving: session.place.uri(encoded), session.place.uri("pictures"))
    #expect(edits == ["0:4-\(end)=pictures/x.png"])
    try await session.finish()
  }

  @Test("of an attached folder are edited as the client has them, also where something outside moves")
  func attachedAndOpen() async throws {
    let session = try await FolderSession([("a.md", "# A\n\n[x](../x.md)\n")])
    try session.place.write("[a](notes/a.md)\n", "../x.md")
    session.editor.open(session.place.outside("x.md"), "[a](notes/a.md)\n")
    try await session.open("a.md")
    session.type("new\nlines\n# A\n\n[x](../x.md)\n", in: "a.md")
    try await session.settle("a.md")
    let edits = try await session.edits(
      of: "a.md", moving: session.place.outside("x.md"), session.place.outside("y.md"))
    #expect(edits == ["4:4-11=../y.md"])
  }
}

/// Notes that link to each other in all ways, below a folder that is not attached.
private struct MovingNotes {
  private let folder: TemporaryFolder
  private let session: EditorSession
  /// Where each note is.
  private var paths: [String]
  private var random: SeededGenerator
  private var version = 0

  init(_ files: [(name: String, text: String)], stream: UInt64 = 0) async throws {
    folder = try TemporaryFolder()
    session = try await EditorSession(
      #"{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["rename"]}}}"#,
      #""rootUri":\#(quoted("file://\(folder.path)"))"#)
    random = SeededGenerator(stream: stream)
    paths = files.map(\.name)
    for (name, text) in files { try write(text, name) }
  }

  init(stream: UInt64) async throws {
    let names = ["a.md", "b.md", "sub/c.md", "sub/d.markdown"]
    let files = names.map { place in (place, names.map { Self.links(to: $0, in: place) }.joined()) }
    try await self.init(files, stream: stream)
  }

  /// A link in each style, on a line of its own.
  private static func links(to path: String, in place: String) -> String {
    let isInner = (path: path.hasPrefix("sub/"), place: place.hasPrefix("sub/"))
    let relative = isInner.place ? isInner.path ? String(path.dropFirst(4)) : "../\(path)" : path
    let stem = relative.split(separator: "/").last?.split(separator: ".").first ?? ""
    return """
      [x](\(relative))
      [x](<\(relative)>)
      [x](./\(relative))
      [x](/\(path.split(separator: ".")[0]))
      [[\(stem)]]
      [[\(relative)|label]]
      ![[/\(path)]]

      """
  }

  private static let styles = 7

  private func write(_ text: String, _ name: String) throws {
    let url = URL(filePath: "\(folder.path)/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func text(_ path: String) throws -> String {
    let text = String(decoding: try Data(contentsOf: URL(filePath: "\(folder.path)/\(path)")), as: UTF8.self)
    return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
  }

  private func uri(_ path: String) -> String {
    let plain = CharacterSet.alphanumerics.union(["/", "."])
    return "file://\(folder.path)/" + (path.addingPercentEncoding(withAllowedCharacters: plain) ?? "")
  }

  /// What files say once one is moved, by where they are now.
  func edited(_ old: String, _ new: String) async throws -> [String: String] {
    let files = #"{"files":[{"oldUri":\#(quoted(uri(old))),"newUri":\#(quoted(uri(new)))}]}"#
    return try texts(after: try await session.client.request("workspace/willRenameFiles", files))
  }

  /// The same once what a link in the first line leads to is renamed.
  func renamed(in path: String, at character: Int, to name: String) async throws -> [String: String] {
    session.open(uri(path), try text(path))
    let place = #""position":{"line":0,"character":\#(character)},"newName":\#(quoted(name))"#
    let edit = try await session.client.request("textDocument/rename", EditorSession.document(uri(path), place))
    return try texts(after: edit)
  }

  private func texts(after edit: JSONValue) throws -> [String: String] {
    try editedTexts(edit, below: "file://\(folder.path)/", text)
  }

  private static let marks = [
    "a", "B", "(", ")", "#", "%41", "[", "]", "|", " ", "<", ">", "가", "&", "'", "\\", ".", "^", ":", "%",
  ]

  /// Moves a note somewhere, as a client does that asks what to change.
  mutating func move() async throws {
    let index = Int.random(in: 0..<paths.count, using: &random)
    let old = paths[index]
    let end = old.hasSuffix(".md") ? ".md" : ".markdown"
    let place = ["", "sub/", "sub/in/", "o (p)/"].randomElement(using: &random) ?? ""
    var stem = String((old.split(separator: "/").last ?? "").dropLast(end.count))
    // Now and then it keeps its name.
    if Bool.random(using: &random) {
      // Often with no mark, so that several are called the same in different folders.
      let count = max(0, Int.random(in: -3...4, using: &random))
      stem = "x" + (0..<count).map { _ in Self.marks.randomElement(using: &random) ?? "" }.joined() + "y"
    }
    let new = "\(place)\(stem)\(end)"
    // Of two whose names differ in their extensions alone one is a file like any other.
    if paths.contains(where: { $0.hasPrefix("\(place)\(stem).m") }) { return }
    for (path, text) in try await edited(old, new) { try write(text, path) }
    try write(text(old), new)
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(old)")
    paths[index] = new
    let files = #"{"files":[{"oldUri":\#(quoted(uri(old))),"newUri":\#(quoted(uri(new)))}]}"#
    session.client.send(notification("workspace/didRenameFiles", files))
  }

  /// Checks that each link leads where it did.
  func check() async throws {
    for path in paths {
      let text = try text(path)
      session.open(uri(path), text)
      for (number, line) in text.components(separatedBy: "\n").dropLast().enumerated() {
        let start = ["![[", "[[", "[x](<", "[x]("].first(where: line.hasPrefix)?.count ?? 0
        let place = #""position":{"line":\#(number),"character":\#(start)}"#
        let found = try await session.client.request(
          "textDocument/definition", EditorSession.document(uri(path), place))
        let led = found.elements.first?["uri"]?.string?.removingPercentEncoding
        let wanted = "file://\(folder.path)/\(paths[number / Self.styles])"
        #expect(led == wanted, "\(path):\(number): \(line)")
      }
      session.client.send(notification("textDocument/didClose", EditorSession.document(uri(path))))
    }
  }
}
