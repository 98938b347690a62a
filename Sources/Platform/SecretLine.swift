/// A line of a terminal that does not show what is typed.
package enum SecretLine {
  /// How the terminal is again once nothing secret is typed. Written before the handlers that read it are set.
  // Safe: one line is read at a time, and a handler ends the process.
  private nonisolated(unsafe) static let shown = UnsafeMutablePointer<termios>.allocate(capacity: 1)

  /// The signals that end a process at a prompt.
  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// The next line; nil at the end of input. What ends the process meanwhile leaves the terminal as it was.
  ///
  /// - Parameter ask: asks for it, once nothing is shown: what was typed before that is dropped.
  package static func read(_ descriptor: Int32, ask: () -> Void) -> String? {
    guard tcgetattr(descriptor, shown) == 0 else {
      ask()
      return Descriptors.readLine(descriptor)
    }
    var hidden = shown.pointee
    // The line end is shown, though nothing else is.
    hidden.c_lflag &= ~tcflag_t(ECHO)
    hidden.c_lflag |= tcflag_t(ECHONL)
    let former = endings.map { number in
      signal(number) { number in
        tcsetattr(STDIN_FILENO, TCSANOW, SecretLine.shown)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    tcsetattr(descriptor, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(descriptor, TCSADRAIN, shown)
      for (number, handler) in zip(endings, former) { signal(number, handler) }
    }
    ask()
    return Descriptors.readLine(descriptor)
  }
}
