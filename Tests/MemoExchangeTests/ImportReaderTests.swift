import Foundation
import JSON
import MemoExchange
import MemoModel
import MemoText
import Testing

@Suite("Reading files")
struct ImportReaderTests {
  @Test("the id of a memo that names none is 128-bit FNV-1a of path, NUL and contents")
  func identifier() throws {
    let folder = try TestFolder()
    try folder.write("a.txt", "")
    try folder.write("deep/a.txt", "foobar")
    let ids = Set(try folder.read().memos.map(\.id.description))
    // Worked out by an independent implementation.
    #expect(ids == ["import-ac4b8453d23c64bf6f10138d1f887a06", "import-76d4f3822c995e2fb53ba22509448ede"])
  }

  @Test(
    "an empty array and an empty file hold no memo and no mistake",
    arguments: [("a.json", "[]"), ("a.jsonl", ""), ("a.jsonl", "\u{FEFF}\r\n \n")])
  func nothing(name: String, contents: String) throws {
    let folder = try TestFolder()
    try folder.write(name, contents)
    let (memos, skipped) = try folder.read()
    #expect(memos.isEmpty && skipped.isEmpty)
  }

  @Test("a text of the limit is taken, and one of a byte more is not", arguments: ["a.txt", "a.md"])
  func limit(name: String) throws {
    let folder = try TestFolder()
    try folder.write(name, String(repeating: "x", count: 100))
    #expect(try folder.read(limit: 100).memos.count == 1)
    #expect(try folder.read(limit: 99).skipped[name]?.contains("too large") == true)
  }

  @Test(
    "an entry's text and properties have the same limit",
    arguments: [#"{"text":"xxxxxxxxxxx"}"#, #"{"text":"","properties":{"a":"bcdef"}}"#])
  func entryLimit(entry: String) throws {
    let folder = try TestFolder()
    try folder.write("a.jsonl", entry)
    try folder.write("b.json", "[\(entry)]")
    let skipped = try folder.read(limit: 10).skipped
    #expect(skipped.count == 2)
    for reason in skipped.values { #expect(reason.contains("must have at most 10 bytes"), "\(reason)") }
  }

  @Test("a property that nests too deep is left out of an entry, and stays text in a file")
  func depth() throws {
    let folder = try TestFolder()
    let (fit, deep) = (nested(KnownProperties.mostLevels), nested(KnownProperties.mostLevels + 1))
    try folder.write("a.jsonl", #"{"text":"x","p":\#(fit),"q":\#(deep),"properties":{"r":\#(fit),"s":\#(deep)}}"#)
    let times = "created: 2024-01-01T00:00:00.000Z\nmodified: 2024-01-01T00:00:00.000Z"
    try folder.write("b.md", "---\n\(times)\np: \(fit)\n---\nx")
    try folder.write("c.md", "---\n\(times)\np: \(deep)\n---\nx")
    let memos = try folder.read().memos.sorted { $0.path < $1.path }
    #expect(memos.map { $0.properties.members.map(\.name).filter { $0 != "path" } } == [["r", "p"], ["p"], []])
    #expect(memos[0].problems.count { $0.contains("nests at most 100 levels deep") } == 2)
    #expect(memos[2].text.contains(deep))
  }

  private func nested(_ levels: Int) -> String {
    String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
  }

  @Test("lines longer than the reader's buffer are put together, and lines are found wherever they end in it")
  func longLines() throws {
    let folder = try TestFolder()
    let lengths = [1, 262_100, 262_130, 262_144, 600_000, 0, 7]
    let texts = lengths.map { String(repeating: "한", count: $0 / 3) + "\u{0}" }
    try folder.write(
      "a.jsonl", texts.flatMap { ExportFormat.json.bytes(of: metadata("m"), text: Rope($0)) })
    let (memos, skipped) = try folder.read()
    #expect(skipped == [:])
    #expect(memos.map(\.text) == texts)
  }

  @Test("a JSON Lines file that changes between the check and the import stops with a reason")
  func changed() throws {
    let folder = try TestFolder()
    let line = #"{"text":"a"}"# + "\n"
    try folder.write("a.jsonl", String(repeating: line, count: 200))
    let options = ImportOptions(format: nil, epoch: nil, maximumMemoBytes: 1000)
    let reader = try ImportReader(folder.path + "/a.jsonl", options)
    var count = 0
    var reasons: [String] = []
    while let step = reader.next() {
      switch step {
      case .memo:
        count += 1
        guard count == 5 else { continue }
        let file = try FileHandle(forWritingTo: URL(filePath: folder.path + "/a.jsonl"))
        try file.truncate(atOffset: 10)
        try file.close()
      case .skipped(_, let reason, _): reasons.append(reason)
      case .busy: break
      }
    }
    #expect(count == 5)
    #expect(reasons.count == 1)
    #expect(reasons.first?.contains("was changed while it was read") == true)
  }

  @Test("how far it has come is told by bytes, from 0 to 100, and never falls")
  func percentage() throws {
    let folder = try TestFolder()
    for number in 0..<100 { try folder.write("\(number)/a.txt", String(repeating: "x", count: number)) }
    let line = #"{"text":"\#(String(repeating: "y", count: 10_000))"}"#
    try folder.write("b.jsonl", String(repeating: line + "\n", count: 100))
    try folder.write("c.json", "[\((0..<100).map { _ in line }.joined(separator: ","))]")
    try folder.write("not-counted.zip", String(repeating: "z", count: 10_000_000))
    let reader = try ImportReader(folder.path, ImportOptions(format: nil, epoch: nil, maximumMemoBytes: 1 << 20))
    var told: [Int?] = []
    while reader.next() != nil { told.append(reader.percentage) }
    #expect(told.first == .some(nil))
    let percentages = told.compactMap(\.self)
    #expect(percentages == percentages.sorted())
    #expect(percentages.first == 0)
    // A step of a JSON file is a hundredth of a file that has half of the bytes; of lines, 256 KiB are read at once.
    #expect(zip(percentages, percentages.dropFirst()).allSatisfy { $1 - $0 <= 15 })
    #expect(reader.percentage == 100)
  }

  @Test("a link in a folder is not followed")
  func links() throws {
    let folder = try TestFolder()
    let outside = try TestFolder()
    try outside.write("secret.txt", "x")
    try folder.write("a/b.txt", "x")
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: outside.path)
    let (memos, skipped) = try folder.read()
    #expect(memos.map(\.path) == ["a/b.txt"])
    #expect(skipped == ["link": "is a symbolic link, which is not followed"])
  }
}
