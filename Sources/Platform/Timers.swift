import Dispatch

/// The runtime's timers. It makes the descriptors that they need with the first one, and stops the process if none is
/// left: so one is set early, while some are.
package struct Timers: Sendable {
  private let rang = DispatchSemaphore(value: 0)

  /// Starts a first timer while other things are done.
  package init() {
    Task.detached { [rang] in
      // Long enough not to be over before it is armed.
      try? await Task.sleep(for: .milliseconds(1))
      rang.signal()
    }
  }

  /// Returns once timers work.
  package func wait() { rang.wait() }
}
