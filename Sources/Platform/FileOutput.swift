/// Gathers small pieces and writes them to a place in a file in large ones.
package struct FileOutput {
  private let descriptor: Int32
  private var offset: Int
  private var waiting: [UInt8] = []
  private var hasFailed = false

  /// Large enough for few calls, small enough to stay in the processor's cache.
  private static let step = 64 << 10

  /// Begins at an offset.
  package init(_ descriptor: Int32, at offset: Int) {
    self.descriptor = descriptor
    self.offset = offset
    waiting.reserveCapacity(Self.step)
  }

  /// Appends bytes.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if waiting.count + bytes.count > Self.step { write() }
    waiting.append(contentsOf: bytes)
  }

  /// Writes the rest; false if anything could not be written, and `errno` says why.
  package mutating func finish() -> Bool {
    write()
    return !hasFailed
  }

  private mutating func write() {
    if hasFailed { return }
    errno = waiting.withUnsafeBytes { Descriptors.writeAll($0, to: descriptor, at: offset) }
    hasFailed = errno != 0
    offset += waiting.count
    waiting.removeAll(keepingCapacity: true)
  }
}
