import Platform

/// Notices the end of the process that started us, even where another process still holds our input open.
public final class ParentWatch: Sendable {
  private let task: Task<Void, Never>

  /// Watches a process; nil if it can't be watched: it does not exist (the number may be from another namespace), or is
  /// this very process.
  public init?(process: Int, onEnd: @escaping @Sendable () async -> Void) {
    guard let process = pid_t(exactly: process), process > 0, process != getpid() else { return nil }
    guard Self.isAlive(process) else { return nil }
    let birth = Self.birth(process)
    task = Task.detached {
      // Twice a second, since the protocol promises to notice within a second.
      while (try? await Task.sleep(for: .milliseconds(500))) != nil {
        // A process that was given the same number later is not the parent.
        if !Self.isAlive(process) || Self.hasEnded(process, bornAt: birth) { return await onEnd() }
      }
    }
  }

  deinit { task.cancel() }

  /// Only "no such process" counts as dead: "no permission" is a living process of another user.
  private static func isAlive(_ process: pid_t) -> Bool { kill(process, 0) == 0 || errno != ESRCH }

  /// Whether the number belongs to another process by now, or to one that ended but was not waited for. False where the
  /// system does not tell, for lack of a file descriptor perhaps.
  private static func hasEnded(_ process: pid_t, bornAt birth: String?) -> Bool {
    guard let birth, let now = self.birth(process) else { return false }
    return now != birth
  }

  /// Tells a process from a later one of the same number: its start time, or that it ended. Nil where the system does
  /// not tell.
  private static func birth(_ process: pid_t) -> String? {
    #if os(Linux)
      guard let file = fopen("/proc/\(process)/stat", "re") else { return nil }
      defer { fclose(file) }
      var buffer = [CChar](repeating: 0, count: 1024)
      let count = fread(&buffer, 1, buffer.count, file)
      let line = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // The name, in parentheses, may hold anything; behind it stand the state (field 3) and the start time (field 22).
      guard let name = line.lastIndex(of: ")") else { return nil }
      let fields = line[line.index(after: name)...].split(separator: " ")
      guard fields.count > 19 else { return nil }
      return fields[0] == "Z" || fields[0] == "X" ? "ended" : String(fields[19])
    #else
      return nil
    #endif
  }
}
