/// Progress of a long request, reported to a client that gave a token for it.
public struct Progress: Sendable {
  /// Sends a step; nil if nobody asked.
  private let tell: (@Sendable (WorkDoneProgress.Value) async -> Void)?

  /// Creates progress that is reported to a connection's client if it has given a token.
  public init(_ token: ProgressToken?, _ connection: Connection) {
    guard let token else {
      tell = nil
      return
    }
    tell = { value in
      let params = WorkDoneProgress.Params(token: token, value: value)
      await connection.send(OutgoingMessage.notification(WorkDoneProgress.method, params: params))
    }
  }

  /// Runs the work between `begin` and `end`; `end` is sent even if it fails.
  ///
  /// - Parameter title: the name of the work.
  public func track<Result: Sendable>(
    _ title: String, _ work: @Sendable (Progress) async throws(ResponseError) -> Result
  ) async throws(ResponseError) -> Result {
    await tell?(.begin(title: title))
    do throws(ResponseError) {
      let result = try await work(self)
      await tell?(.end(message: nil))
      return result
    } catch {
      await tell?(.end(message: error.message))
      throw error
    }
  }

  /// Reports how far the work has come, in words, and as a percentage where the whole is known.
  public func report(_ message: String, percentage: Int?) async {
    await tell?(.report(message: message, percentage: percentage))
  }
}
