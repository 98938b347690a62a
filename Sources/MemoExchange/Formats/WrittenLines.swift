import Platform

/// The lines of an exported JSON file, one by one; ends where it can't be read.
struct WrittenLines: Sequence, IteratorProtocol {
  private var lines: LineReader
  /// The beginning of each line (``MemoLine``).
  private static let beginning = "{\"id\":\""

  init(_ file: InputFile) { lines = LineReader(file, limit: .max >> 1) }

  /// The lines of a file; nil if it does not exist, or can't be read.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0, let file = try? InputFile(descriptor) else { return nil }
    self.init(file)
  }

  /// The next memo's identifier, and its line with the end.
  mutating func next() -> (id: String, line: [UInt8])? {
    while let line = try? lines.next() {
      guard line.starts(with: Self.beginning.utf8) else { continue }
      let id = line.dropFirst(Self.beginning.utf8.count).prefix { $0 != UInt8(ascii: "\"") }
      return (String(decoding: id, as: UTF8.self), line + [UInt8(ascii: "\n")])
    }
    return nil
  }
}
