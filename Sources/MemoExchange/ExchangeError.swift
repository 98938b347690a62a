package import MemoEngine

/// The reason why memos were not exported or imported, or only some.
package enum ExchangeError: Error {
  /// The engine failed, or the exchange was cancelled.
  case engine(EngineError)
  /// It was stopped on the way: how far it came, and what to do.
  case stopped(String)
  /// A path can't be read or written: why, and what to do.
  case path(String)
  /// The folder at this path, which was to be written to, has files that come from no earlier export.
  case foreignFolder(String)
  /// All memos together exceed the limit in bytes.
  case tooLarge(limit: Int, bytes: Int)

  /// Calls the engine, and converts its errors to an exchange's.
  package static func asking<Value>(
    _ body: () async throws(EngineError) -> Value
  ) async throws(ExchangeError) -> Value {
    do throws(EngineError) { return try await body() } catch { throw .engine(error) }
  }
}
