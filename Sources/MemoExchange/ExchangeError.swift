package import MemoEngine

/// Why memos were not exported or imported, or not all of them.
package enum ExchangeError: Error {
  /// The engine could not do it, or it was cancelled.
  case engine(EngineError)
  /// It was stopped on the way: how far it came, and what to do.
  case stopped(String)
  /// A path can't be read or written: why, and what to do.
  case path(String)
  /// The folder of this path, which was to be written to, has files that are of no earlier export.
  case foreignFolder(String)
  /// All memos together have more bytes than may be handed on.
  case tooLarge(limit: Int, bytes: Int)

  /// Calls the engine, whose errors become an exchange's.
  package static func asking<Value>(
    _ body: () async throws(EngineError) -> Value
  ) async throws(ExchangeError) -> Value {
    do throws(EngineError) { return try await body() } catch { throw .engine(error) }
  }
}
