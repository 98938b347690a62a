public import MemoModel

extension MemoEngine {
  /// A memo with its text, in the trash or not, read off the executor if it is not in memory; nil if there is none.
  ///
  /// - Parameter origin: who reads it, and so knows it from now on.
  /// - Throws: `storeUnavailable`.
  public func snapshot(_ id: MemoID, by origin: ChangeOrigin? = nil) async throws(EngineError) -> MemoSnapshot? {
    guard try await opened(id) != nil else { return nil }
    return try memo(id, by: origin)
  }
}
