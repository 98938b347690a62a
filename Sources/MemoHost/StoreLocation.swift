import Platform

/// Where the database file is.
public enum StoreLocation {
  /// Why it can't be told.
  public struct Unknown: Error, Sendable {
    /// What is wrong, and what to do about it; without a full stop.
    public let message: String
  }

  /// The file's absolute path in this process's environment.
  ///
  /// - Parameter flag: what `--store` says.
  /// - Throws: ``Unknown`` if there is no home folder to put it in, or the path can't be told as text.
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

  /// The file's absolute path: the flag's, the variable `MEMO_LS_STORE`'s, or the platform's place for a user's data.
  ///
  /// - Parameters:
  ///   - flag: what `--store` says.
  ///   - environment: the process's environment.
  ///   - currentFolder: what relative paths start from.
  /// - Throws: ``Unknown`` if there is no home folder to put it in, or the path can't be told as text.
  static func path(
    flag: String?, environment: [String: String], currentFolder: String
  ) throws(Unknown) -> String {
    let path = try place(flag: flag, environment: environment, currentFolder: currentFolder)
    // Bytes that are no UTF-8 have become this character by now: the path names another file than was meant.
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
    #if !canImport(Darwin)
      // A relative path is invalid and to be ignored (XDG Base Directory Specification).
      if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return "\(data)/memo-ls/memos.sqlite" }
    #endif
    guard let home = nonEmpty(environment["HOME"]) else {
      throw Unknown(message: "HOME is not set; say where the memos are with --store PATH")
    }
    #if canImport(Darwin)
      return "\(home)/Library/Application Support/memo-ls/memos.sqlite"
    #else
      return "\(home)/.local/share/memo-ls/memos.sqlite"
    #endif
  }

  private static func nonEmpty(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}
