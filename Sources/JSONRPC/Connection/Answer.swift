/// An answer, or the work that leads to it.
public enum Answer<Result: JSONWritable & Sendable>: Sendable {
  /// The result itself.
  case now(Result)
  /// Worked out off the loop's thread; later messages are not held up and may be answered first. The answer will have
  /// about this many bytes, which count as waiting for the client from now on.
  case later(expectedBytes: Int, @Sendable () async throws -> Result)
  /// The same once every other request is done, including those that still wait for their turns.
  case last(@Sendable () async throws -> Result)
}
