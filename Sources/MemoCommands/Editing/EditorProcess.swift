import Platform

/// The way in which an editor ended.
enum EditorEnding: Sendable, Equatable {
  /// By itself, with this status; 0 means success.
  case exited(Int32)
  /// By a signal from others.
  case killed(Int32)
  /// By this signal, which this process received and passed on.
  case ended(by: Int32)
  /// It could not be started.
  case notStarted
}

/// Runs an editor in this process's terminal.
enum EditorProcess {
  /// The signals that are awaited while it runs. Ctrl-C and Ctrl-\ are the editor's.
  private static let awaited = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCHLD, SIGALRM]
  /// The time that an editor may take to end when asked, in seconds.
  private static let patience: UInt32 = 5

  /// Blocks these signals for `run`. Must be called before any other thread starts, so that it holds for all.
  static func holdSignals() {
    // Without a handler, SIGCHLD is discarded and can't be awaited.
    signal(SIGCHLD) { _ in }
    var set = ChildProcess.signals(awaited)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Runs an editor on a file and waits for its end.
  ///
  /// - Parameters:
  ///   - editor: a shell command, which may have arguments.
  ///   - output: the descriptor to use as stdout.
  static func run(_ editor: String, on file: String, output: Int32) -> EditorEnding {
    // `exec`, so that signals passed on reach the editor rather than a shell that waits for it.
    let (child, code) = ChildProcess.start(
      ["/bin/sh", "-c", "exec \(editor) \"$@\"", editor, file], streams: [(output, as: STDOUT_FILENO)],
      handling: awaited + [SIGPIPE], isGroup: false)
    guard code == 0 else { return .notStarted }
    var set = ChildProcess.signals(awaited)
    var asked: Int32?
    while true {
      var status: Int32 = 0
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child || (ended < 0 && errno != EINTR) {
        alarm(0)
        if let asked = asked ?? pending { return .ended(by: asked) }
        let ending = ChildProcess.ending(status)
        return ending.signal.map { .killed($0) } ?? .exited(ending.status ?? 0)
      }
      var number: Int32 = 0
      guard sigwait(&set, &number) == 0 else { continue }
      switch number {
      case SIGTERM, SIGHUP:
        asked = number
        kill(child, number)
        alarm(patience)
      case SIGALRM: if let asked { return .ended(by: asked) }
      default: break
      }
    }
  }

  /// A pending signal that asks this process to end: a terminal that closes sends it to the editor, too.
  private static var pending: Int32? {
    var set = sigset_t()
    sigpending(&set)
    return [SIGTERM, SIGHUP].first { sigismember(&set, $0) == 1 }
  }
}
