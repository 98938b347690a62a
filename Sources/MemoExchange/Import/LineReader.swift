import MemoMarkup

/// The lines of a JSON file that are not blank, one by one, without a byte order mark before the first.
struct LineReader {
  private let file: InputFile
  private let limit: Int
  private var buffer: [UInt8] = []
  /// How much of the buffer was returned.
  private var position = 0
  private var isAtStart = true
  private var isAtEnd = false

  /// - Parameter limit: the most bytes of a line.
  init(_ file: InputFile, limit: Int) {
    self.file = file
    self.limit = limit
  }

  /// The next line without its end; nil at the end of the file.
  ///
  /// - Throws: if it is too long, or can't be read.
  mutating func next() throws(ImportRefusal) -> [UInt8]? {
    while true {
      let line = try line()
      guard let line else { return nil }
      if line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\r") }) {
        return line
      }
    }
  }

  private mutating func line() throws(ImportRefusal) -> [UInt8]? {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return Array(buffer[position..<end])
      }
      if isAtEnd {
        defer { position = buffer.count }
        return position < buffer.count ? Array(buffer[position...]) : nil
      }
      guard buffer.count - position <= limit else { throw ImportRefusal("has a line of more than \(limit) bytes") }
      buffer.removeSubrange(..<position)
      position = 0
      searched = buffer.count
      let more = try file.read(256 << 10)
      isAtEnd = more.isEmpty
      buffer += more
      if isAtStart, buffer.count >= HeaderBounds.byteOrderMark.count || isAtEnd {
        isAtStart = false
        try FileSignature.check(buffer)
        if buffer.starts(with: HeaderBounds.byteOrderMark) { position = HeaderBounds.byteOrderMark.count }
      }
      // JSON has no NUL, and a sparse file nothing else: such a line need not be in memory first.
      if more.contains(0) { throw ImportRefusal("has a NUL byte, so it is not JSON") }
    }
  }
}
