/// How far a long request has come, told to a client that gave a token for it.
///
/// Each long piece of work gets one and calls it often: every call lets other work have the thread, and says whether to
/// go on.
public struct Progress: Sendable {
  /// Tells a step; nil where nobody wants to know.
  private let tell: (@Sendable (WorkDoneProgress.Value) async -> Void)?
  /// Whether the work is to be given up though nobody has cancelled its task.
  private let isStopped: @Sendable () -> Bool

  /// Creates progress that is told to anybody.
  public init(
    _ tell: (@Sendable (WorkDoneProgress.Value) async -> Void)?, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.tell = tell
    self.isStopped = isStopped
  }

  /// Creates progress that is told to a connection's client, if it has given a token.
  public init<F: Face>(_ token: ProgressToken?, _ connection: Connection<F>) {
    guard let token else {
      self.init(nil)
      return
    }
    self.init { value in
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

  /// Tells how far the work has come.
  ///
  /// - Throws: `requestCancelled` if the client has cancelled the request.
  public func report(
    _ message: @autoclosure @Sendable () -> String, percentage: Int? = nil
  ) async throws(ResponseError) {
    if let tell { await tell(.report(message: message(), percentage: percentage)) }
    try await pause()
  }

  /// Lets other work have the thread.
  ///
  /// - Throws: `requestCancelled` if the client has cancelled the request.
  public func pause() async throws(ResponseError) {
    await Task.yield()
    // The client has had its answer; this only ends the work.
    guard !Task.isCancelled, !isStopped() else { throw .requestCancelled }
  }
}
