import MemoEngine
import MemoExchange
import Synchronization

/// A progress bar on stderr for long work. Shows nothing where stderr is no terminal.
final class ProgressLine: Sendable {
  private let title: String
  private let environment: CommandEnvironment
  /// The line shown last; nil if none was.
  private let shown = Mutex<String?>(nil)

  /// Creates a bar that shows nothing yet.
  init(_ title: String, in environment: CommandEnvironment) {
    self.title = title
    self.environment = environment
  }

  /// Shows how far the work has come, if that has changed.
  ///
  /// - Parameter percentage: from 0 to 100; nil if the whole is unknown: then there are words without a bar.
  func show(_ message: String, percentage: Int?) {
    guard let columns = environment.terminal.progressColumns else { return }
    let bar = percentage.map { percentage in
      let full = min(20, max(0, percentage / 5))
      return String(repeating: "█", count: full) + String(repeating: "░", count: 20 - full) + " \(percentage) % "
    }
    // A line wider than the terminal would wrap, and its second row would not be removed.
    let line = DisplayWidth.cut("\(title) \(bar ?? "")\(message)", to: columns - 1)
    let isNews = shown.withLock { shown in
      defer { shown = line }
      return shown != line
    }
    // Overwrites the old line and clears the rest of it (ECMA-48, EL).
    if isNews { environment.complain("\r\(line)\u{1B}[K") }
  }

  /// Removes the bar.
  func end() {
    let wasShown = shown.withLock { shown in
      defer { shown = nil }
      return shown != nil
    }
    if wasShown { environment.complain("\r\u{1B}[K") }
  }
}

extension ExchangeProgress {
  /// Progress that is shown in a bar, and stops when somebody interrupts it.
  init(_ bar: ProgressLine) {
    self.init({ bar.show($0, percentage: $1) }, isStopped: { Interruption.status != nil })
  }
}
