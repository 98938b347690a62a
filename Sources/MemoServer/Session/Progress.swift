import JSONRPC
import MemoProtocol

/// How far a long request has come, told to a client that gave a token for it.
///
/// Each long piece of work gets one and calls it often: every call lets other work have the thread, and says whether to go on.
struct Progress: Sendable {
  /// Nil where nobody wants to know.
  private let token: ProgressToken?
  private let session: Session

  init(_ token: ProgressToken?, _ session: Session) {
    self.token = token
    self.session = session
  }

  /// Does the work between `begin` and `end`; it is ended also where it fails.
  ///
  /// - Parameter title: what the work is called.
  func track<Result: Sendable>(
    _ title: String, _ work: @Sendable (Progress) async throws(ResponseError) -> Result
  ) async throws(ResponseError) -> Result {
    await tell(.begin(title: title))
    do throws(ResponseError) {
      let result = try await work(self)
      await tell(.end(message: nil))
      return result
    } catch {
      await tell(.end(message: error.message))
      throw error
    }
  }

  /// Tells how far the work has come.
  ///
  /// - Throws: `requestCancelled` if the client has cancelled the request.
  func report(_ message: @autoclosure @Sendable () -> String, percentage: Int? = nil) async throws(ResponseError) {
    if token != nil { await tell(.report(message: message(), percentage: percentage)) }
    try await pause()
  }

  /// Lets other work have the thread.
  ///
  /// - Throws: `requestCancelled` if the client has cancelled the request.
  func pause() async throws(ResponseError) {
    await Task.yield()
    // The client has had its answer; this only ends the work.
    guard !Task.isCancelled else { throw WireError.requestCancelled }
  }

  private func tell(_ value: WorkDoneProgress.Value) async {
    guard let token else { return }
    await session.send(
      OutgoingMessage.notification(WorkDoneProgress.method, params: WorkDoneProgress.Params(token: token, value: value))
    )
  }
}
