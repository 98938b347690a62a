import Foundation
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("What .gitignore names")
struct IgnoreRulesTests {
  private func ignores(_ rules: String, _ path: FilePath, isFolder: Bool = false) -> Bool {
    var tree = IgnoreTree()
    tree.set(IgnoreRules(Array(rules.utf8)), in: "")
    return tree.ignores(path, isFolder: isFolder)
  }

  @Test(
    "a pattern names what git says",
    arguments: [
      ("a.md", ["a.md", "x/a.md"], ["b.md", "a.md.md", "xa.md"]), ("/a.md", ["a.md"], ["x/a.md"]),
      ("x/a.md", ["x/a.md"], ["y/x/a.md"]), ("*.txt", ["a.txt", "x/.txt"], ["a.md", "txt"]),
      ("a*.md", ["a.md", "x/ab.md"], ["b.md", "a/b.md"]), ("/x/*.md", ["x/a.md"], ["x/y/a.md"]),
      ("**/a.md", ["a.md", "x/y/a.md"], ["xa.md"]), ("x/**", ["x/a", "x/y/z"], ["x", "y/x/a"]),
      ("x/**/a", ["x/a", "x/y/a", "x/y/z/a"], ["xa", "x/ya"]),
      ("x/**/**/a", ["x/a", "x/y/a", "x/y/z/a"], ["xa", "x/ya"]), ("x**y/a", ["xy/a", "xzy/a"], ["x/y/a"]),
      ("x**/a", ["xa", "x/a", "xy/z/a"], ["y/x/a"]),
      ("x**", ["x", "xy", "y/x"], ["yx"]), ("?x**/a", ["zxy/a"], ["zx/y/a"]),
      (#"\x**/a"#, ["xy/a", "x/a"], ["xa", "x/y/a"]),
      ("?.md", ["a.md"], ["ab.md", ".md", "é.md"]), ("[a-c].md", ["b.md"], ["d.md", "-.md"]),
      ("[!a-c].md", ["d.md"], ["b.md"]), ("[]x].md", ["].md", "x.md"], ["[.md"]),
      ("[[:digit:]].md", ["1.md"], ["a.md"]),
      ("\\#a", ["#a"], ["\\#a"]), (#"\!a"#, ["!a"], ["a"]), (#"a\*"#, ["a*"], ["ab"]), ("#a", [], ["#a", "a"]),
      ("a  ", ["a"], ["a  "]), (#"a\ "#, ["a "], ["a"]), ("a\r\nb", ["a", "b"], []), ("\u{FEFF}a", ["a"], []),
      ("a\n!a", [], ["a"]), ("!a\na", ["a"], []), ("*\n!a", ["b"], ["a"]), (#"a\"#, [], ["a", #"a\"#]),
      ("[a", [], ["[a", "a"]),
      ("", [], ["a"]), ("/", [], ["a"]), ("!", [], ["!"]), ("**", ["a", "x/y"], []), ("가*", ["가나.md"], ["나가.md"]),
    ] as [(String, [FilePath], [FilePath])])
  func patterns(rules: String, named: [FilePath], others: [FilePath]) {
    for path in named { #expect(ignores(rules, path), "\(path)") }
    for path in others { #expect(!ignores(rules, path), "\(path)") }
  }

  @Test("a pattern that says any folder over and over costs what its length does", .timeLimit(.minutes(1)))
  func manyFolders() {
    let rules = String(repeating: "**/", count: 20_000) + "a"
    let path = String(repeating: "x/", count: 200) + "a"
    for _ in 0..<20 { #expect(ignores(rules, FilePath(path))) }
  }

  @Test("a pattern that ends with a slash is about folders")
  func folders() {
    #expect(ignores("x/", "x", isFolder: true) && ignores("x/", "y/x", isFolder: true) && !ignores("x/", "x"))
    #expect(ignores("/x/", "x", isFolder: true) && !ignores("/x/", "y/x", isFolder: true))
  }

  @Test("a deeper file comes before those above it, and the folder's own before all")
  func order() {
    var tree = IgnoreTree(own: IgnoreRules(Array("mine.md\n!kept.md".utf8)))
    tree.set(IgnoreRules(Array("*.md\nx/y/".utf8)), in: "")
    tree.set(IgnoreRules(Array("!b.md\n/c.md".utf8)), in: "x")
    let named: [FilePath] = ["a.md", "x/a.md", "x/c.md", "x/mine.md", "mine.md", "x/y/b.md"]
    for path in named { #expect(tree.ignoresAnyPart(of: path), "\(path)") }
    for path: FilePath in ["x/b.md", "x/z/b.md", "kept.md"] { #expect(!tree.ignoresAnyPart(of: path), "\(path)") }
    tree.forget("x")
    #expect(tree.ignoresAnyPart(of: "x/b.md"))
    tree.set(nil, in: "")
    #expect(!tree.ignoresAnyPart(of: "a.md") && tree.ignoresAnyPart(of: "mine.md"))
  }

  @Test("a pattern made to take long takes no longer than others")
  func long() {
    let name = FilePath(String(repeating: "a", count: 250))
    let start = ContinuousClock.now
    #expect(!ignores(String(repeating: "*a", count: 200) + "b", name))
    #expect(!ignores("/" + String(repeating: "**/a", count: 200) + "b", name))
    #expect(start.duration(to: .now) < .seconds(2))
  }

  private static let git = ["/usr/bin/git", "/usr/local/bin/git"].first(where: FileManager.default.isExecutableFile)

  @Test("3,000 random rules and paths are taken as git takes them", .enabled(if: git != nil))
  func random() throws {
    var chance = SeededGenerator(stream: 0x161)
    func word(_ parts: [String], _ most: Int) -> String {
      (0..<Int.random(in: 1...most, using: &chance)).map { _ in parts.randomElement(using: &chance) ?? "" }.joined()
    }
    let pieces = ["a", "b", "x", "/", "*", "**", "?", "[ab]", "[!a]", "!", "\\", " ", "**/", "/**", "[", "]", "-", "#"]
    func lines() -> String { (0..<6).map { _ in word(pieces, 6) }.joined(separator: "\n") }
    for _ in 0..<30 {
      let temporary = try TemporaryFolder()
      let (outer, inner) = (lines(), lines())
      try FileManager.default.createDirectory(atPath: "\(temporary.path)/x", withIntermediateDirectories: true)
      try Data(outer.utf8).write(to: URL(filePath: "\(temporary.path)/.gitignore"))
      try Data(inner.utf8).write(to: URL(filePath: "\(temporary.path)/x/.gitignore"))
      var tree = IgnoreTree()
      tree.set(IgnoreRules(Array(outer.utf8)), in: "")
      tree.set(IgnoreRules(Array(inner.utf8)), in: "x")
      let names = ["a", "b", "x", "ab", "ba", "[", "-", "a b", "abx"]
      let paths = Set(
        (0..<100).map { _ in
          FilePath((0..<Int.random(in: 1...4, using: &chance)).map { _ in word(names, 1) }.joined(separator: "/"))
        }
      ).subtracting(["x"]).sorted()
      let named = try Self.named(by: #require(Self.git), in: temporary.path, paths)
      for path in paths {
        #expect(
          tree.ignoresAnyPart(of: path) == named.contains(path),
          "\(path) by \(outer.debugDescription) and \(inner.debugDescription), seed \(SeededGenerator.seed)")
      }
    }
  }

  /// Which of the paths git leaves alone. It takes them for files: it looks at what is there, and only `x` is.
  private static func named(by git: String, in folder: String, _ paths: [FilePath]) throws -> Set<FilePath> {
    func run(_ arguments: [String], _ input: [UInt8]) throws -> [UInt8] {
      let names = ["in", "out"].map { "\(folder)/.git-\($0)" }
      let files = names.map { open($0, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0o600) }
      defer {
        files.forEach { close($0) }
        names.forEach { unlink($0) }
      }
      try require(Descriptors.writeAll(input, to: files[0]) == 0 && lseek(files[0], 0, SEEK_SET) == 0, "no input")
      let settings = ["-C", folder, "-c", "core.excludesFile=/dev/null"]
      try ChildProgram([git] + settings + arguments, input: files[0], output: files[1]).wait()
      return try #require(contents(names[1]))
    }
    _ = try run(["init", "-q"], [])
    let input = paths.map { $0.description + "\0" }.joined()
    let output = try run(["check-ignore", "-z", "--stdin", "--no-index"], Array(input.utf8))
    return Set(output.split(separator: 0).map { FilePath(String(decoding: $0, as: UTF8.self)) })
  }
}

@Suite("What below a folder is left alone")
struct SkippingTests {
  @Test(
    "a note is a file that is called as one, and not hidden",
    arguments: [
      ("a.md", .file, nil), ("x/A.MarkDown", .file, nil), ("a.TXT", .file, nil), (".md", .file, .hidden),
      ("x/.a.md", .file, .hidden), ("a.md~", .file, .noNote), ("a", .file, .noNote), ("md", .file, .noNote),
      ("a.md", .link, .link), ("a.md", .other, .noFile), ("a.pdf", .link, .link), ("x", .folder, nil),
      (".git", .folder, .hidden), ("x/node_modules", .folder, .packages), ("node_modules.md", .file, nil),
      ("a.md", .folder, nil), (".memo-ls", .folder, .hidden), ("x/\u{1}\n.md", .file, nil),
    ] as [(FilePath, FileStatus.Kind, SkipReason?)])
  func reasons(path: FilePath, kind: FileStatus.Kind, reason: SkipReason?) {
    #expect(Skipping.reason(for: path, kind, IgnoreTree()) == reason)
  }

  @Test("what is ignored is, whatever it is; and folders nest only so deep")
  func others() {
    let tree = IgnoreTree(own: IgnoreRules(Array("a*".utf8)))
    #expect(Skipping.reason(for: "x/a.md", .file, tree) == .ignored)
    #expect(Skipping.reason(for: "ab", .folder, tree) == .ignored)
    #expect(Skipping.reason(for: "a.pdf", .file, tree) == .noNote)
    let deep = (0..<64).map { _ in "x" }.joined(separator: "/")
    #expect(Skipping.reason(for: FilePath(deep), .folder, tree) == nil)
    #expect(Skipping.reason(for: FilePath(deep + "/x"), .folder, tree) == .tooDeep)
  }
}

extension IgnoreTree {
  /// Whether a file is left alone, or any folder on the way to it.
  fileprivate func ignoresAnyPart(of path: FilePath) -> Bool {
    path.folders.contains { ignores($0, isFolder: true) } || ignores(path, isFolder: false)
  }
}
