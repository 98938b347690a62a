import Dispatch

/// Timers as the system has them.
public enum Timers {
  /// Makes sure that the descriptors exist which the runtime's timers need. It makes them when the first timer is set, and stops
  /// the process if there is none left then; here it is early enough that there are some.
  public static func prepare() {
    let rang = DispatchSemaphore(value: 0)
    Task.detached {
      // Long enough not to be over before it is set.
      try? await Task.sleep(for: .microseconds(200))
      rang.signal()
    }
    rang.wait()
  }
}
