import JSONRPC
import Synchronization

/// Reports that a request is still being worked on, to a client that wants to know.
enum ProgressMade: ServerNotificationType {
  static let method: StaticString = "notifications/progress"

  struct Params: JSONObjectWritable, Sendable {
    let token: ProgressToken
    /// A number that grows with each report.
    let progress: Int
    let message: String

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("progressToken", token)
      writer.member("progress", progress)
      writer.member("message", message)
    }
  }
}

extension ContextSession {
  /// The time between reports: clients restart their timeouts at each.
  private static let interval = Duration.milliseconds(500)

  /// Runs some work and reports meanwhile that it goes on, if the caller gave a token.
  nonisolated func tellingProgress<Result: Sendable>(
    of title: String, to caller: Caller, _ work: @Sendable () async throws -> Result
  ) async throws -> Result {
    guard let token = caller.progressToken else { return try await work() }
    let isOver = Flag()
    await tell(ProgressMade.Params(token: token, progress: 0, message: title), unless: isOver)
    let telling = Task.detached { [self] in
      for number in 1... {
        try await Task.sleep(for: Self.interval)
        let message = "\(title): \(number / 2) s"
        await tell(ProgressMade.Params(token: token, progress: number, message: message), unless: isOver)
      }
    }
    defer {
      isOver.set()
      telling.cancel()
    }
    return try await withTaskCancellationHandler(operation: work) { isOver.set() }
  }

  /// Reports nothing once the request is answered or cancelled.
  private func tell(_ params: ProgressMade.Params, unless isOver: Flag) {
    if !isOver.isSet { connection.notify(ProgressMade.self, params) }
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
  }
}
