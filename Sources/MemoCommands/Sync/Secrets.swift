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

  /// What a command of the user's prints, such as `secret-tool lookup …`, without the line end.
  ///
  /// - Throws: a failure if it fails, or prints nothing.
  func output(of command: String) throws(CommandError) -> String {
    let what = "the key command \(command)"
    guard let stream = popen(command, "r") else { throw .failure("\(what) can't be run") }
    let bytes = Descriptors.readAll(fileno(stream), atMost: 64 << 10)
    let status = pclose(stream)
    guard status == 0, let bytes else { throw .failure("\(what) failed; try it by itself") }
    var text = Substring(decoding: bytes, as: UTF8.self)
    while text.last?.isNewline == true { text.removeLast() }
    guard !text.isEmpty else { throw .failure("\(what) printed nothing; try it by itself") }
    return String(text)
  }
}
