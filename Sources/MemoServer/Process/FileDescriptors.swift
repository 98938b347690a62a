import Platform

/// The process's file descriptors.
public enum FileDescriptors {
  /// How many a process uses at most beside the standard streams: four connections to the database with a log each and
  /// one index for all, the lock, a folder, two files of the journal; the loop's pipe; what Dispatch's events and
  /// timers take, which stops the process where it gets none; a command's two pipes; a file of an export.
  public static let needed = 28

  /// Whether there are so many that this process may still open. To be asked before there are other threads.
  public static func areLeft(_ count: Int) -> Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<count {
      let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return false }
      opened.append(descriptor)
    }
    return true
  }
}
