// `environ`, which the C library declares as a variable, is only read here, and nothing in the program sets one.
#if canImport(Darwin)
  @preconcurrency import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Glibc
#endif

/// How an editor ended.
public enum EditorEnding: Sendable, Equatable {
  /// By itself, with this status; 0 says that all is well.
  case exited(Int32)
  /// By a signal of others.
  case killed(Int32)
  /// By this signal, which this process got and handed on.
  case ended(by: Int32)
  /// It could not be started.
  case notStarted
}

/// Runs an editor in the terminal that this process has.
public enum EditorProcess {
  /// The signals that are waited for while it runs. Ctrl-C and Ctrl-\ are the editor's.
  private static let awaited = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCHLD, SIGALRM]
  /// How long an editor that is asked to end may take, in seconds.
  private static let patience: UInt32 = 5

  /// Keeps these signals for `run`. To be called before any other thread is started, so that it holds for all.
  public static func holdSignals() {
    // Without a handler an ended child is no signal to wait for.
    signal(SIGCHLD) { _ in }
    var set = signals(awaited)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Runs an editor on a file and waits for its end.
  ///
  /// - Parameters:
  ///   - editor: a command of the shell, which may have arguments.
  ///   - output: the descriptor that stands for stdout.
  public static func run(_ editor: String, on file: String, output: Int32) -> EditorEnding {
    // So that the signals which are handed on reach the editor rather than a shell that waits for it.
    guard let child = start(["/bin/sh", "-c", "exec \(editor) \"$@\"", editor, file], output: output) else {
      return .notStarted
    }
    var set = signals(awaited)
    var asked: Int32?
    while true {
      var status: Int32 = 0
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child || (ended < 0 && errno != EINTR) {
        alarm(0)
        if let asked = asked ?? pending { return .ended(by: asked) }
        // As `WIFEXITED` and its like take the status apart.
        return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
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

  /// A signal that asks this process to end and waits to be seen: a terminal that closes tells both at once.
  private static var pending: Int32? {
    var set = sigset_t()
    sigpending(&set)
    return [SIGTERM, SIGHUP].first { sigismember(&set, $0) == 1 }
  }

  private static func start(_ arguments: [String], output: Int32) -> pid_t? {
    var attributes = posix_spawnattr_t()
    var actions = posix_spawn_file_actions_t()
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    var (none, all) = (signals([]), signals(awaited + [SIGPIPE]))
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    return posix_spawn(&child, arguments[0], &actions, &attributes, &words, environ) == 0 ? child : nil
  }

  private static func signals(_ numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }
}
