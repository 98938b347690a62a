/// The folder for a user's data.
package enum UserData {
  /// The program's folder among the user's data: `memo-ls` in `$XDG_DATA_HOME`, else in `~/.local/share`, on macOS in
  /// `~/Library/Application Support`; nil if there is no home folder.
  ///
  /// - Parameter variable: a variable of the environment.
  package static func folder(_ variable: (String) -> String? = variable) -> String? {
    #if !canImport(Darwin)
      // A relative path is invalid and to be ignored (XDG Base Directory Specification).
      if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") { return "\(data)/memo-ls" }
    #endif
    guard let home = variable("HOME"), !home.isEmpty else { return nil }
    #if canImport(Darwin)
      return "\(home)/Library/Application Support/memo-ls"
    #else
      return "\(home)/.local/share/memo-ls"
    #endif
  }

  /// A variable of this process's environment; nil if it is not set.
  @Sendable package static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
