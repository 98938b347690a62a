import Platform

/// The program that can reach hubs. Nobody who does not sync needs what that needs.
enum SyncProgram {
  /// Its name. It is beside this program, or else in a folder of `PATH`.
  static let name = "memo-ls-sync"

  /// Its file beside this program's, or else in a folder of `PATH`.
  static func path(beside program: String) -> String? {
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
