/// The arguments of this process.
enum ProgramArguments {
  /// The arguments without the program's name, read from the system's own memory: Swift's list has replacement
  /// characters for bytes that are not UTF-8.
  ///
  /// - Throws: a usage error for the first one that is not UTF-8.
  /// - Throws: a usage error for the first one that is not UTF-8.
  static func read() throws(CommandError) -> [String] {
    var arguments: [String] = []
    for position in 0..<Int(CommandLine.argc) {
      guard position > 0, let bytes = CommandLine.unsafeArgv[position] else { continue }
      guard let argument = String(validatingCString: bytes) else {
        let what = "argument \(position) is not UTF-8: \(CommandLine.arguments[position])"
        throw .usage("\(what); convert it, as with: iconv -f ENCODING -t UTF-8", isComplete: true)
      }
      arguments.append(argument)
    }
    return arguments
  }
}
