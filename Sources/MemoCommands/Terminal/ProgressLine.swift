import MemoExchange
import Synchronization

/// A bar on stderr that grows while something takes long. Shows nothing where stderr is no terminal.
final class ProgressLine: Sendable {
  private let title: String
  private let environment: CommandEnvironment
  /// What was shown last; nil if nothing was.
  private let shown = Mutex<String?>(nil)

  /// Creates a bar that shows nothing yet.
  init(_ title: String, in environment: CommandEnvironment) {
    self.title = title
    self.environment = environment
  }

  /// Shows how far the work has come, if that is news.
  ///
  /// - Parameter percentage: from 0 to 100; nil where the whole is not known: then there are words without a bar.
  func show(_ message: String, percentage: Int?) {
    guard let columns = environment.terminal.progressColumns else { return }
    let bar = percentage.map { percentage in
      let full = min(20, max(0, percentage / 5))
      return String(repeating: "█", count: full) + String(repeating: "░", count: 20 - full) + " \(percentage) % "
    }
    // What is longer than the terminal is wide would go on in a line that is not taken away.
    let line = DisplayWidth.cut("\(title) \(bar ?? "")\(message)", to: columns - 1)
    let isNews = shown.withLock { shown in
      defer { shown = line }
      return shown != line
    }
    // Over what was there, and clear the rest of the line (ECMA-48, EL).
    if isNews { environment.complain("\r\(line)\u{1B}[K") }
  }

  /// Takes the bar away.
  func end() {
    let wasShown = shown.withLock { shown in
      defer { shown = nil }
      return shown != nil
    }
    if wasShown { environment.complain("\r\u{1B}[K") }
  }
}

extension ExchangeProgress {
  /// What is shown in a bar, and ends when somebody interrupts it.
  init(_ bar: ProgressLine) {
    self.init({ bar.show($0, percentage: $1) }, isStopped: { Interruption.status != nil })
  }
}
