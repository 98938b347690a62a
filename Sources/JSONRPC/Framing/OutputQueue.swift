import Platform

/// Bytes on their way to a descriptor whose reader may be slow: writing never blocks, and what finds no room waits
/// here.
public struct OutputQueue: Sendable {
  /// The state of the queue after a write.
  public enum WriteOutcome: Sendable {
    /// All are written.
    case drained
    /// The reader must take some first, or has had its share for now.
    case blocked
    /// Nobody reads any more.
    case closed
  }

  /// The number of bytes that wait.
  public private(set) var count = 0
  private let descriptor: Int32
  /// Whether a write may be told to take no more than there is room for.
  private var asksForRoom: Bool
  /// The most bytes that are given to one `write` otherwise.
  private let step: Int
  private var chunks: [[UInt8]] = []
  /// The index of the first waiting chunk, and how much of it is written.
  private var head = 0
  private var written = 0

  private static let chunkSize = 64 << 10
  /// The most bytes that are written in one go. A reader that takes them as fast as they are written would otherwise
  /// keep the loop until a long answer has gone.
  private static let share = 1 << 20

  /// Creates a queue to a descriptor.
  ///
  /// The descriptor's flags stay as they are, because other processes may share them. Where the system can't be asked
  /// to write only what there is room for, each `write` is preceded by `poll` and takes no more than `PIPE_BUF` bytes,
  /// for which a pipe that polls as writable has room; a file has room for any number.
  ///
  /// - Parameter asksForRoom: whether the system is asked so where it can be.
  public init(descriptor: Int32, asksForRoom: Bool = true) {
    self.descriptor = Descriptors.unblocking(descriptor)
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    self.asksForRoom = asksForRoom && !isFile
    step = isFile ? Int.max : Int(PIPE_BUF)
  }

  /// Appends a message.
  public mutating func append(_ framing: Framing, _ message: [UInt8]) {
    if message.count < Self.chunkSize { appendShort(framing, message) } else { append(framing, [message]) }
  }

  /// Appends a message that comes in pieces. Long pieces are not copied: that would take as long as writing them.
  mutating func append(_ framing: Framing, _ pieces: [[UInt8]]) {
    if pieces.count == 1, pieces[0].count < Self.chunkSize { return appendShort(framing, pieces[0]) }
    let ends = framing.ends(ofMessageOf: pieces.reduce(0) { $0 + $1.count })
    let added = [ends.before] + pieces + [ends.behind]
    chunks += added
    count += added.reduce(0) { $0 + $1.count }
  }

  private mutating func appendShort(_ framing: Framing, _ message: [UInt8]) {
    let before: Int
    if chunks.isEmpty || chunks[chunks.count - 1].count >= Self.chunkSize {
      chunks.append([])
      before = 0
    } else {
      before = chunks[chunks.count - 1].count
    }
    framing.append(message, to: &chunks[chunks.count - 1])
    count += chunks[chunks.count - 1].count - before
  }

  /// Writes what there is room for, up to 1 MiB.
  public mutating func write() -> WriteOutcome {
    var share = Self.share
    while count > 0 {
      if share == 0 { return .blocked }
      while written == chunks[head].count {
        chunks[head] = []
        (head, written) = (head + 1, 0)
      }
      let chunk = chunks[head]
      let result = chunk.withUnsafeBytes { writeSome(UnsafeRawBufferPointer(rebasing: $0[written...].prefix(share))) }
      guard result > 0 else { return result == 0 ? .blocked : .closed }
      written += result
      count -= result
      share -= result
    }
    startAnew()
    return .drained
  }

  /// Writes as much as there is room for.
  ///
  /// - Returns: how many bytes that were; -1 if nobody reads any more.
  private mutating func writeSome(_ bytes: UnsafeRawBufferPointer) -> Int {
    if asksForRoom, let count = Descriptors.writeNow(bytes, to: descriptor) { return count }
    asksForRoom = false
    while true {
      var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&room, 1, 0) > 0 else { return 0 }
      let count = Platform.write(descriptor, bytes.baseAddress, min(bytes.count, step))
      if count >= 0 { return count }
      if errno != EINTR { return errno == EAGAIN ? 0 : -1 }
    }
  }

  /// Drops all that waits: nobody will read it.
  public mutating func discard() {
    count = 0
    startAnew()
  }

  /// Drops what is written. The last chunk keeps its room if it is small: a quiet session never needs another.
  private mutating func startAnew() {
    chunks.removeFirst(max(0, chunks.count - 1))
    if let last = chunks.last {
      if last.count > Self.chunkSize * 2 { chunks = [] } else { chunks[0].removeAll(keepingCapacity: true) }
    }
    (head, written) = (0, 0)
  }
}
