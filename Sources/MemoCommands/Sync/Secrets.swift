import MemoSync
import Platform

extension CommandEnvironment {
  /// Asks for a secret on the terminal, where it is not shown.
  ///
  /// - Throws: a usage error if stdin is no terminal, and a failure if nothing was typed.
  func secret(_ prompt: String) throws(CommandError) -> String {
    guard terminal.readsPerson else {
      throw .usage("the passphrase is needed, and stdin is not a terminal, so you can't be asked; add --key-command")
    }
    guard let secret = secretLine({ complain(prompt) }), !Arguments.isBlank(secret) else {
      throw .failure("no passphrase was given")
    }
    return secret
  }

  /// Asks for a new secret, twice.
  ///
  /// - Throws: the same, and a failure if the first is too short, or the two differ.
  func newSecret(_ prompt: String) throws(CommandError) -> String {
    let secret = try secret(prompt)
    guard secret.count >= Passphrase.leastLength else {
      throw .failure("\(Passphrase.expectation); nothing was changed")
    }
    guard try self.secret("Once more: ") == secret else { throw .failure("the two differ; nothing was done") }
    return secret
  }

  /// What a command of the user's prints, such as `secret-tool lookup …`, without the line end. It ends with whatever
  /// ends this program: a keyring may wait for a person.
  ///
  /// - Throws: a failure if it fails, prints nothing, or is ended.
  func output(of command: String) throws(CommandError) -> String {
    let what = "the key command \(command)"
    guard let pipe = Pipe() else { throw .failure("no file descriptor is left; close some programs and start again") }
    // One that asks on the terminal must be in the foreground, and is ended from there with all that it has started.
    let isGroup = !terminal.readsPerson
    let (child, code) = ChildProcess.start(
      ["/bin/sh", "-c", command],
      streams: [
        (STDIN_FILENO, as: STDIN_FILENO), (pipe.writer, as: STDOUT_FILENO), (STDERR_FILENO, as: STDERR_FILENO),
      ],
      handling: [SIGINT, SIGTERM, SIGHUP, SIGPIPE], isGroup: isGroup)
    guard code == 0 else { throw .failure("\(what) can't be run") }
    pipe.closeWriter()
    let (bytes, status) = withExtendedLifetime(pipe) { pipe in
      Self.output(of: child, pipe.reader) { kill(isGroup ? -child : child, SIGKILL) }
    }
    guard status == 0 else { throw .failure("\(what) failed; try it by itself") }
    var text = Substring(decoding: bytes, as: UTF8.self)
    while text.last?.isNewline == true { text.removeLast() }
    guard !text.isEmpty else { throw .failure("\(what) printed nothing; try it by itself") }
    return String(text)
  }

  /// The most bytes of a secret, and the time between looks at whether this program is to end, in milliseconds.
  private static let (mostBytes, pause): (Int, Int32) = (64 << 10, 100)

  /// The first bytes that a child writes, and its exit status; nil if it was ended.
  private static func output(
    of child: pid_t, _ reader: Int32, ending end: () -> Void
  ) -> ([UInt8], Int32?) {
    var (bytes, buffer, isOpen): ([UInt8], [UInt8], Bool) = ([], Array(repeating: 0, count: 4096), true)
    var status: Int32 = 0
    while true {
      if Interruption.status != nil || bytes.count >= Self.mostBytes { end() }
      var input = pollfd(fd: isOpen ? reader : -1, events: Int16(POLLIN), revents: 0)
      if poll(&input, 1, isOpen ? Self.pause : Self.pause / 10) > 0 {
        let count = read(reader, &buffer, buffer.count)
        if count > 0 { bytes += buffer[..<count] }
        isOpen = (count > 0 || count < 0 && errno == EINTR) && bytes.count < Self.mostBytes
      }
      // Something that it has started may keep the pipe open.
      if !isOpen || Interruption.status != nil {
        let ended = waitpid(child, &status, WNOHANG)
        if ended == child || ended < 0 && errno != EINTR {
          return (bytes, ended < 0 ? nil : ChildProcess.ending(status).status)
        }
      }
    }
  }
}
