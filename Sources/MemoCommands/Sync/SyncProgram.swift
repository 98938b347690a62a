import Dispatch
import Platform

/// The program that can reach hubs. Nobody who does not sync needs what that needs.
package enum SyncProgram {
  /// Its name. It is beside this program, or else in a folder of `PATH`.
  static let name = "memo-ls-sync"

  /// Starts it beside a server, to exchange memos for as long as the server holds the end of a pipe.
  ///
  /// - Parameter store: the database file.
  /// - Returns: that end, to be closed at the end of the server; nil if the program can't be started.
  package static func begin(store: String) -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard let path = path(beside: Paths.program), pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let words = [path, SyncCommand.usage.name, "--watch", "--until-eof", "--store", store]
    // What it says is for the log: stdout is the client's.
    let streams: [(Int32?, as: Int32)] = [(ends[0], as: 0), (STDERR_FILENO, as: 1)]
    let (child, code) = ChildProcess.start(
      words, streams: streams, handling: [SIGINT, SIGTERM, SIGHUP, SIGPIPE], isGroup: true)
    close(ends[0])
    guard code == 0 else {
      close(ends[1])
      return nil
    }
    DispatchQueue(label: "sync-program").async {
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
    }
    return ends[1]
  }

  /// Its file beside this program's, or else in a folder of `PATH`.
  private static func path(beside program: String) -> String? {
    let folders =
      [FilePath(program).folder.description]
      + (getenv("PATH").map { String(cString: $0) } ?? "")
      .split(separator: ":").map(String.init)
    return folders.map { FilePath(FilePath($0), name).description }.first { access($0, X_OK) == 0 }
  }

  /// Becomes that program, with the same command line.
  ///
  /// - Throws: a failure if there is none.
  static func run(_ environment: CommandEnvironment) throws(CommandError) -> Int32 {
    let words = [name] + CommandLine.arguments.dropFirst()
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    if let path = path(beside: environment.program) {
      dup2(environment.output, STDOUT_FILENO)
      // The threads that commands run on take no signals, and a program begins with what the thread takes.
      var none = ChildProcess.signals([])
      pthread_sigmask(SIG_SETMASK, &none, nil)
      execv(path, &pointers)
    }
    throw .failure(
      "this needs \(name), which is neither beside memo-ls nor in PATH; make install builds it where libpq and "
        + "libsodium are")
  }
}
