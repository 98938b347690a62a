/// The start of other programs: `posix_spawn(3)`, whose types differ from system to system.
package enum ChildProcess {
  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
    private typealias Actions = posix_spawn_file_actions_t?
  #else
    private typealias Attributes = posix_spawnattr_t
    private typealias Actions = posix_spawn_file_actions_t
  #endif

  /// Starts a program with this one's environment. It receives the signals that this program blocks.
  ///
  /// - Parameters:
  ///   - arguments: its path, then its arguments.
  ///   - streams: the descriptors that become its descriptors of these numbers; nil opens `/dev/null` for reading.
  ///   - handling: the signals that take their default action in it, even where this program ignores them.
  ///   - isGroup: whether it leads a process group of its own, so that it can be killed with all that it starts.
  /// - Returns: its process id, or why it could not be started, as an `errno`.
  package static func start(
    _ arguments: [String], streams: [(Int32?, as: Int32)], handling: [Int32], isGroup: Bool
  ) -> (child: pid_t, code: Int32) {
    #if canImport(Darwin)
      var (attributes, actions): (Attributes, Actions) = (nil, nil)
      var flags = isGroup ? Int16(POSIX_SPAWN_CLOEXEC_DEFAULT) : 0
    #else
      var (attributes, actions) = (Attributes(), Actions())
      // All descriptors of this program are closed by `exec`.
      var flags: Int16 = 0
    #endif
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    for (stream, number) in streams {
      if let stream {
        posix_spawn_file_actions_adddup2(&actions, stream, number)
      } else {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDONLY, 0)
      }
    }
    var (held, handled) = (signals([]), signals(handling))
    posix_spawnattr_setsigmask(&attributes, &held)
    posix_spawnattr_setsigdefault(&attributes, &handled)
    flags |= Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    if isGroup {
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= Int16(POSIX_SPAWN_SETPGROUP)
    }
    posix_spawnattr_setflags(&attributes, flags)
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, arguments[0], &actions, &attributes, &words, environ)
    return (child, code)
  }

  /// A set of these signals.
  package static func signals(_ numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }

  /// The meaning of a `waitpid(2)` status: the exit status of a program, or the signal that ended it.
  package static func ending(_ status: Int32) -> (status: Int32?, signal: Int32?) {
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8 & 0xFF, nil) : (nil, signal)
  }
}
