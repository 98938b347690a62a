import Dispatch

/// Timers as the system has them. The runtime makes the descriptors that they need when the first one is set, and stops
/// the process if there is none left then: so one is set while there still are some.
package struct Timers: Sendable {
  private let rang = DispatchSemaphore(value: 0)

  /// Begins to prepare timers, while other things are done.
  package init() {
    Task.detached { [rang] in
      // Long enough not to be over before it is set.
      try? await Task.sleep(for: .milliseconds(1))
      rang.signal()
    }
  }

  /// Returns once timers are ready.
  package func wait() { rang.wait() }
}
