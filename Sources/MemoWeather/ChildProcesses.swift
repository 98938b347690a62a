import Platform
import Synchronization

/// Runs commands in a shell, each in a process group of its own, which is killed when it takes too long, writes too
/// much, or is to be stopped. Processes that a command leaves running are killed, too.
final class ChildProcesses: Sendable {
  /// The output of a command.
  struct Output {
    /// Its stdout.
    var bytes: [UInt8] = []
    /// The number of bytes that it wrote to stderr.
    var complaintBytes = 0
    /// Its exit status, or 128 + the signal that ended it, as in shells.
    var status: Int32 = 0
  }

  /// The reason why a command did not finish, in words without a subject.
  struct Failure: Error {
    let description: String
  }

  private struct State {
    var running: Set<pid_t> = []
    var isStopped = false
  }

  private let state = Mutex(State())

  /// Runs a command and waits for its end.
  ///
  /// - Throws: ``Failure`` if it could not be started, took too long, or wrote too much.
  func run(_ command: String, timeout: Duration, mostBytes: Int) throws(Failure) -> Output {
    let deadline = ContinuousClock.now + timeout
    let (output, errors) = (try pipe(), try pipe())
    defer { withExtendedLifetime((output, errors)) {} }
    let child = try start(command, output.writer, errors.writer)
    defer { end(child) }
    output.closeWriter()
    errors.closeWriter()
    var result = Output()
    var ends = [output.reader, errors.reader].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while ends.contains(where: { $0.fd >= 0 }) {
      guard ContinuousClock.now < deadline else { throw Self.tookTooLong(timeout) }
      // In slices, because a deadline in whole milliseconds is not worth calculating.
      guard poll(&ends, nfds_t(ends.count), 100) > 0 else { continue }
      for index in ends.indices where ends[index].fd >= 0 && ends[index].revents != 0 {
        let count = read(ends[index].fd, &buffer, buffer.count)
        if count > 0 {
          if index == 0 { result.bytes += buffer[..<count] } else { result.complaintBytes += count }
        } else if count == 0 || errno != EINTR {
          ends[index].fd = -1
        }
      }
      guard result.bytes.count <= mostBytes else { throw Failure(description: "wrote more than \(mostBytes) bytes") }
    }
    while !hasEnded(child) {
      guard ContinuousClock.now < deadline else { throw Self.tookTooLong(timeout) }
      usleep(2000)
    }
    result.status = end(child)
    return result
  }

  private static func tookTooLong(_ timeout: Duration) -> Failure {
    Failure(description: "did not end within \(timeout.components.seconds) s and was killed")
  }

  /// Kills everything that runs; nothing can be started afterwards.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for child in state.running { kill(-child, SIGKILL) }
    }
  }

  /// Creates a pipe. Under the lock, so that no child starts before its ends are marked close-on-exec.
  private func pipe() throws(Failure) -> Pipe {
    guard let pipe = state.withLock({ _ in Pipe() }) else {
      throw Failure(description: "could not be started: \(String(cString: strerror(errno)))")
    }
    return pipe
  }

  private func start(_ command: String, _ output: Int32, _ errors: Int32) throws(Failure) -> pid_t {
    let result = state.withLock { state -> Result<pid_t, Failure> in
      if state.isStopped { return .failure(Failure(description: "was not started, because the service ends")) }
      let (child, code) = ChildProcess.start(
        ["/bin/sh", "-c", command],
        streams: [(nil, as: STDIN_FILENO), (output, as: STDOUT_FILENO), (errors, as: STDERR_FILENO)],
        handling: [SIGPIPE, SIGXFSZ, SIGTERM, SIGINT, SIGHUP], isGroup: true)
      guard code == 0 else {
        return .failure(Failure(description: "could not be started: \(String(cString: strerror(code)))"))
      }
      state.running.insert(child)
      return .success(child)
    }
    return try result.get()
  }

  /// Whether a child has ended. It is not reaped yet, so its number stays its own.
  private func hasEnded(_ child: pid_t) -> Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(child), &information, WEXITED | WNOHANG | WNOWAIT) != 0
      || information.si_signo == SIGCHLD
  }

  /// Kills what is left of a child's group and reaps the child; returns its exit status. Does nothing the second time.
  @discardableResult
  private func end(_ child: pid_t) -> Int32 {
    let isRunning = state.withLock { state in
      guard state.running.remove(child) != nil else { return false }
      kill(-child, SIGKILL)
      return true
    }
    guard isRunning else { return 0 }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let ending = ChildProcess.ending(status)
    return ending.status ?? 128 + (ending.signal ?? 0)
  }
}
