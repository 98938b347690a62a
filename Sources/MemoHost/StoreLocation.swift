import Platform

/// The place of the database file.
public enum StoreLocation {
  /// The reason why the place is unknown.
  public struct Unknown: Error, Sendable {
    /// The problem, and what to do about it; without a full stop.
    public let message: String
  }

  /// The file's absolute path in this process's environment.
  ///
  /// - Parameter flag: the value of `--store`.
  /// - Throws: ``Unknown`` if there is no home folder to put it in, or the path is not UTF-8.
  public static func path(flag: String?) throws(Unknown) -> String {
    var environment: [String: String] = [:]
    for name in ["MEMO_LS_STORE", "XDG_DATA_HOME", "HOME"] {
      environment[name] = getenv(name).map { String(cString: $0) }
    }
    let folder = getcwd(nil, 0)
    defer { free(folder) }
    return try path(
      flag: flag, environment: environment, currentFolder: folder.map { String(cString: $0) } ?? ".")
  }

  /// The file's absolute path: the flag's, that of the variable `MEMO_LS_STORE`, or the platform's place for a user's
  /// data.
  ///
  /// - Parameters:
  ///   - flag: the value of `--store`.
  ///   - environment: the process's environment.
  ///   - currentFolder: the folder that relative paths start from.
  /// - Throws: ``Unknown`` if there is no home folder to put it in, or the path is not UTF-8.
  static func path(
    flag: String?, environment: [String: String], currentFolder: String
  ) throws(Unknown) -> String {
    let path = try place(flag: flag, environment: environment, currentFolder: currentFolder)
    // Bytes that are not UTF-8 were replaced by this character: the path would name another file.
    guard !path.unicodeScalars.contains("\u{FFFD}") else {
      throw Unknown(
        message: "the path of the store must be UTF-8, and \(path) is not; name another one with --store PATH")
    }
    return path
  }

  private static func place(
    flag: String?, environment: [String: String], currentFolder: String
  ) throws(Unknown) -> String {
    if let given = flag ?? nonEmpty(environment["MEMO_LS_STORE"]) {
      return given.hasPrefix("/") ? given : "\(currentFolder)/\(given)"
    }
    guard let data = UserData.folder({ environment[$0] }) else {
      throw Unknown(message: "HOME is not set; say where the memos are with --store PATH")
    }
    return "\(data)/memos.sqlite"
  }

  private static func nonEmpty(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}
