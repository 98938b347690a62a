import MemoEngine
import MemoModel
import MemoSync

extension CommandError {
  /// The failure for whatever an exchange throws.
  init(hub error: any Error) { self = (error as? CommandError) ?? .failure("\(error)") }

  /// Calls a store, and converts its errors to the command's.
  static func converting<Value>(_ body: () throws(StoreError) -> Value) throws(CommandError) -> Value {
    do throws(StoreError) { return try body() } catch { throw .failure(error.description) }
  }

  /// Calls a hub, and converts its errors to the command's.
  ///
  /// - Parameter url: an address that a person has given, whose password no message may have.
  static func converting<Value>(
    of url: String = "", _ body: () async throws -> Value
  ) async throws(CommandError) -> Value {
    do { return try await body() } catch {
      let error = CommandError(hub: error)
      throw CommandError(
        message: HubURL.redacted(error.message, url), detail: error.detail, status: error.status,
        isComplete: error.isComplete)
    }
  }
}
