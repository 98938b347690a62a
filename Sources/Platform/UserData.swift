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

  /// The home folders of this user, and of all whom the system lists. To be called by one thread at a time.
  ///
  /// - Parameter variable: a variable of the environment, which may name another one.
  package static func homes(_ variable: (String) -> String? = variable) -> [String] {
    var homes = [variable("HOME"), getpwuid(getuid())?.pointee.home]
    setpwent()
    defer { endpwent() }
    while let user = getpwent() { homes.append(user.pointee.home) }
    return homes.compactMap(\.self)
  }

  /// A variable of this process's environment; nil if it is not set.
  @Sendable package static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

extension passwd {
  fileprivate var home: String? { pw_dir.map { String(cString: $0) } }
}
