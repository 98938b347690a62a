import MemoExchange

/// What came from stdin and is too long for a memo, in a private file: nobody can give it again.
struct KeptInput {
  /// The file's path.
  let path: String
  /// The number of bytes that came.
  private(set) var bytes: Int
  /// The reason why not all of them are in the file; nil if they are.
  private(set) var failure: String?

  /// The most bytes that are in memory at once.
  private static let portion = 1 << 20

  /// Keeps a beginning, and all that follows on stdin. Nil if there is no place for it.
  init?(_ beginning: [UInt8], in environment: CommandEnvironment) {
    guard let folder = PrivateFolder(in: PrivateFolder.places(environment.variable)),
      let file = try? OutputFolder(folder.path).makeFile(stem: "memo", suffix: ".md")
    else { return nil }
    (path, bytes) = ("\(folder.path)/\(file.name)", beginning.count)
    do throws(FileFailure) {
      try file.write(beginning)
      while let more = environment.moreInput(Self.portion), !more.isEmpty {
        bytes += more.count
        try file.write(more)
      }
      try file.close()
    } catch {
      failure = error.message
    }
  }

  /// The end of a sentence that says where it is.
  var sentence: String {
    failure.map { "only the beginning of what came from stdin is kept in \(path): \($0)" }
      ?? "what came from stdin is kept in \(path)"
  }
}
