/// How far a long request has come, told to a client that gave a token for it.
public struct Progress: Sendable {
  /// Tells a step; nil where nobody wants to know.
  private let tell: (@Sendable (WorkDoneProgress.Value) async -> Void)?

  /// Creates progress that is told to a connection's client, if it has given a token.
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

  /// Does the work between `begin` and `end`; it is ended also where it fails.
  ///
  /// - Parameter title: what the work is called.
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

  /// Tells how far the work has come, in words, and as a part of 100 where the whole is known.
  public func report(_ message: String, percentage: Int?) async {
    await tell?(.report(message: message, percentage: percentage))
  }
}
