import Foundation

/// Files beside this target.
enum TestFiles {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// The path of a small folder that can be imported.
  static let importable = tests.appending(path: "Fuzz/Files").path

  /// The files of a folder by name; none if there is no such folder.
  static func contents(of folder: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = tests.appending(path: folder)
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }
  }

  /// What the client says in each conversation of `Tests/Fixtures` that is short enough to be an input, line by line.
  static func conversations() throws -> [[[UInt8]]] {
    try contents(of: "Fixtures").filter { $0.name.hasSuffix(".jsonl") && $0.bytes.count < 20_000 }.map { file in
      file.bytes.split(separator: UInt8(ascii: "\n")).map(Array.init).filter { !isAnswer($0) }
    }
  }

  private static func isAnswer(_ line: [UInt8]) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    return [#""result":"#, #""error":"#, #""method":"did"#].contains(where: text.contains)
  }
}
