/// Room to read into, with nothing written to it first: so the system gives memory only for the part that is used.
final class ReadBuffer {
  /// The place where it begins.
  let start: UnsafeMutableRawPointer
  /// The number of bytes that it has.
  let count: Int

  /// Creates room for this many bytes.
  init(count: Int) {
    self.count = count
    start = .allocate(byteCount: count, alignment: 1)
  }

  deinit { start.deallocate() }
}
