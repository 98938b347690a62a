package import Platform

/// Another program that a test starts. It inherits none of this process's pipes: whoever waits for the end of a pipe
/// would otherwise wait for every program that was started at the same moment.
package struct ChildProgram {
  package let id: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: its path, and then its arguments.
  ///   - input: what it reads; nil for nothing.
  ///   - output: what it writes into; nil for this program's own.
  package init(_ arguments: [String], input: Int32? = nil, output: Int32? = nil) throws {
    let streams = [(input, as: STDIN_FILENO)] + (output.map { [($0, as: STDOUT_FILENO)] } ?? [])
    let started = ChildProcess.start(arguments, streams: streams, handling: [], isGroup: false)
    try require(started.code == 0, "can't start \(arguments): \(started.code)")
    id = started.child
  }

  /// Kills it, and waits for its end.
  package func end() {
    kill(id, SIGKILL)
    wait()
  }

  /// Waits until it ends.
  package func wait() {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
  }
}
