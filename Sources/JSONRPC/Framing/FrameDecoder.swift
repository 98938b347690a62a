import Platform

/// Takes frames out of a stream of bytes that comes in pieces of any size.
public struct FrameDecoder: Sendable {
  /// The way in which frames are told apart; nil until the first byte that is not white space decides it, unless it was
  /// given.
  public private(set) var framing: Framing?
  /// The longest message that is returned, in bytes.
  public let maximumMessageBytes: Int
  private var buffer: [UInt8] = []
  /// The place in the buffer where the next frame starts.
  private var start = 0
  /// The place up to which the buffer was searched for the end of a line or a header.
  private var searched = 0
  private var header: FrameHeader?
  /// What made the stream unreadable for good.
  private var failure: FramingError?
  /// The bytes still to skip of a message that is too long, and its whole length.
  private var passingOver: (remaining: Int, length: Int)?
  /// The bytes skipped so far of a line that is too long.
  private var overlongLine: Int?

  /// The size, in bytes, from which a message is worth not copying: as much as is read at once.
  private static let largeMessage = 256 << 10

  /// Creates a decoder that returns no message longer than this many bytes.
  ///
  /// - Parameter framing: how frames are told apart; nil leaves it to the first byte.
  public init(maximumMessageBytes: Int, framing: Framing? = nil) {
    self.maximumMessageBytes = maximumMessageBytes
    self.framing = framing
  }

  /// Takes in the next bytes of the stream.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > 0, start == buffer.count || start > 1 << 16 {
      // The room of a single large message is freed.
      if start == buffer.count, start > 1 << 20 { buffer = [] } else { buffer.removeFirst(start) }
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next frame; nil if its end has not come yet.
  ///
  /// - Throws: ``FramingError`` if the stream can't be read any further.
  public mutating func next() throws(FramingError) -> Frame? {
    if let failure { throw failure }
    do throws(FramingError) {
      if framing == nil { framing = try chooseFraming() }
      switch framing {
      case .contentLength?: return try nextWithHeader()
      case .jsonLines?: return nextLine(atEnd: false)
      case nil: return nil
      }
    } catch {
      failure = error
      throw error
    }
  }

  /// What is left when the stream has ended: a last line without an end; nothing with headers.
  public mutating func last() -> Frame? {
    framing == .jsonLines ? nextLine(atEnd: true) : nil
  }

  /// Whether the stream, if it ended here, would end inside a message with a header.
  public var isInsideMessage: Bool {
    framing == .contentLength && (start < buffer.count || header != nil || passingOver != nil)
  }

  private mutating func chooseFraming() throws(FramingError) -> Framing? {
    start = buffer.withUnsafeBufferPointer { bytes in
      bytes[start...].firstIndex { !isWhiteSpace($0) && $0 != UInt8(ascii: "\n") } ?? bytes.count
    }
    searched = start
    guard start < buffer.count else { return nil }
    switch buffer[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .jsonLines
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): return .contentLength
    default:
      throw FramingError(
        message: "the stream must start with a Content-Length header or with a JSON object or array, in UTF-8 "
          + "without a byte order mark")
    }
  }

  // MARK: Lines

  private mutating func nextLine(atEnd: Bool) -> Frame? {
    while true {
      passOverBlankLines()
      let end = endOfLine()
      let found = end < buffer.count
      if !found, !atEnd {
        searched = buffer.count
        let length = buffer.count - start
        // One byte more than a message may have, because it may prove to belong to the line's end.
        if overlongLine != nil || length > maximumMessageBytes + 1 {
          passOverLine()
        } else if length >= Self.largeMessage {
          // Its length is not known yet: a growing buffer would be copied time and again.
          makeRoom(for: maximumMessageBytes)
        }
        return nil
      }
      let endsWithCR = end > start && buffer[end - 1] == UInt8(ascii: "\r")
      let length = end - start - (endsWithCR ? 1 : 0)
      let behind = (endsWithCR ? 1 : 0) + (found ? 1 : 0)
      let passed = overlongLine
      overlongLine = nil
      if passed == nil, length <= maximumMessageBytes, !buffer[start..<start + length].allSatisfy(isWhiteSpace) {
        return .message(take(length, andPassOver: behind))
      }
      start += length + behind
      searched = start
      if let passed { return .tooLong(bytes: passed + length) }
      if length > maximumMessageBytes { return .tooLong(bytes: length) }
      if !found { return nil }
    }
  }

  /// The end of the line as far as it was searched; the end of the buffer if not found yet.
  private func endOfLine() -> Int {
    buffer.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, let found = memchr(base + searched, 0x0A, bytes.count - searched) else {
        return bytes.count
      }
      return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }

  /// Skips blank lines in one go: there may be many.
  private mutating func passOverBlankLines() {
    guard overlongLine == nil, searched == start else { return }
    start = buffer.withUnsafeBufferPointer { bytes in
      var line = start
      for index in start..<bytes.count {
        if bytes[index] == UInt8(ascii: "\n") {
          line = index + 1
        } else if !isWhiteSpace(bytes[index]) || index - line == maximumMessageBytes {
          break
        }
      }
      return line
    }
    searched = start
  }

  /// Drops the line so far but for a last `\r`, which may belong to its end.
  private mutating func passOverLine() {
    let kept = buffer.last == UInt8(ascii: "\r") ? 1 : 0
    overlongLine = (overlongLine ?? 0) + buffer.count - kept - start
    buffer = Array(buffer.suffix(kept))
    (start, searched) = (0, kept)
  }

  // MARK: Headers

  private mutating func nextWithHeader() throws(FramingError) -> Frame? {
    while true {
      if let frame = passOver() { return frame }
      if passingOver != nil { return nil }
      if let header {
        guard header.length <= maximumMessageBytes else {
          self.header = nil
          passingOver = (header.length, header.length)
          continue
        }
        guard buffer.count - start >= header.length else {
          makeRoom(for: header.length)
          return nil
        }
        self.header = nil
        return .message(take(header.length))
      }
      guard !takeUsualHeader() else { continue }
      guard let block = try nextHeaderBlock() else { return nil }
      header = try FrameHeader(block)
    }
  }

  /// Moves the beginning of a large message to the start of the buffer, with room for all of it: memory that is not
  /// touched before the bytes come.
  private mutating func makeRoom(for length: Int) {
    guard length >= Self.largeMessage, start > 0 || buffer.capacity < length else { return }
    searched -= start
    buffer.removeFirst(start)
    start = 0
    buffer.reserveCapacity(length + Self.largeMessage)
    let capacity = buffer.capacity
    buffer.withUnsafeMutableBytes { bytes in
      // Including the room behind the bytes.
      Memory.askForLargePages(UnsafeMutableRawBufferPointer(start: bytes.baseAddress, count: capacity))
    }
  }

  /// Takes out a message. A large one is not copied: the buffer becomes the message, and what follows goes to a new
  /// buffer.
  ///
  /// - Parameter behind: how many bytes behind it to skip.
  private mutating func take(_ length: Int, andPassOver behind: Int = 0) -> [UInt8] {
    let next = start + length + behind
    guard length >= Self.largeMessage, start == 0 else {
      defer { (start, searched) = (next, next) }
      return Array(buffer[start..<start + length])
    }
    var message = Array(buffer[next...])
    swap(&message, &buffer)
    message.removeLast(message.count - length)
    searched = 0
    return message
  }

  /// Skips what has come of a message that is too long; returns the frame that says so once all of it has.
  private mutating func passOver() -> Frame? {
    guard let (remaining, length) = passingOver else { return nil }
    let step = min(remaining, buffer.count - start)
    start += step
    searched = start
    if remaining > step {
      passingOver = (remaining - step, length)
      return nil
    }
    passingOver = nil
    return .tooLong(bytes: length)
  }

  /// Takes a header that nothing was searched of yet, and that is as most are; false if there is none.
  private mutating func takeUsualHeader() -> Bool {
    guard searched == start else { return false }
    let found = buffer.withUnsafeBufferPointer { FrameHeader.usual(UnsafeBufferPointer(rebasing: $0[start...])) }
    guard let found else { return false }
    header = found.header
    start += found.count
    searched = start
    return true
  }

  /// The header's bytes up to its blank line; nil if that has not come yet.
  private mutating func nextHeaderBlock() throws(FramingError) -> ArraySlice<UInt8>? {
    while searched < buffer.count {
      let limit = min(buffer.count, start + FrameHeader.maximumBytes)
      guard searched < limit else {
        throw FramingError(message: "a header must not be longer than \(FrameHeader.maximumBytes) bytes")
      }
      guard let feed = buffer[searched..<limit].firstIndex(of: UInt8(ascii: "\n")) else {
        searched = limit
        continue
      }
      searched = feed
      guard feed > start, buffer[feed - 1] == UInt8(ascii: "\r") else {
        throw FramingError(message: #"a header's lines must end with \r\n"#)
      }
      let line = buffer[lineStart..<feed - 1]
      searched += 1
      if line.isEmpty {
        let block = buffer[start..<searched]
        start = searched
        return block
      }
      try FrameHeader.checkLine(line)
    }
    return nil
  }

  private var lineStart: Int {
    (buffer[start..<searched].lastIndex(of: UInt8(ascii: "\n")) ?? start - 1) + 1
  }
}

private func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
