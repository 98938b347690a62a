import Platform

/// What this process was started with.
enum ProgramArguments {
  /// An argument that can't be told as text.
  struct NotText: Error {
    /// Where it stands; the first behind the program's name is 1.
    let position: Int
  }

  /// The arguments without the program's name, read where the system put them: Swift's own list has other characters
  /// where bytes are no UTF-8.
  ///
  /// - Throws: ``NotText`` for the first one that is not UTF-8.
  static func read() throws(NotText) -> [String] {
    var arguments: [String] = []
    for position in 0..<Int(CommandLine.argc) {
      guard position > 0, let bytes = CommandLine.unsafeArgv[position] else { continue }
      guard let argument = String(validatingCString: bytes) else { throw NotText(position: position) }
      arguments.append(argument)
    }
    return arguments
  }
}
