import Platform

/// Reserves the protocol's stream for the protocol.
public enum StandardStreams {
  /// Makes sure that descriptors 0 to 2 exist, so that no file gets one of these numbers; then gives answers a
  /// descriptor of their own and points 1 at stderr, so that no stray print breaks the stream. If 1 was closed, writing
  /// an answer fails, since nobody would get it.
  ///
  /// - Returns: the descriptor for answers.
  public static func guarded() -> Int32 {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is this one: those below it exist by now.
      _ = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR)
    }
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0 else { return STDOUT_FILENO }
    dup2(STDERR_FILENO, STDOUT_FILENO)
    return output
  }

  /// Writes a text that is short enough for a single `write`.
  public static func print(_ text: String, to descriptor: Int32) {
    _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }
}
