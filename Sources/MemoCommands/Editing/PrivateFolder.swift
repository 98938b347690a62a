import Platform

/// A new private folder of the user's (mode 0700), for temporary files.
struct PrivateFolder: Sendable {
  /// Its path.
  let path: String

  /// Possible places for it, the best first: in memory where the system has a place for that, since a memo's words
  /// belong on no disk but the store's.
  ///
  /// - Parameter variable: returns a variable of the environment.
  static func places(_ variable: (_ name: String) -> String?) -> [String] {
    [variable("XDG_RUNTIME_DIR"), "/dev/shm", variable("TMPDIR"), "/tmp"].compactMap(\.self).filter {
      $0.hasPrefix("/")
    }
  }

  /// Creates one in the first place that works; nil if none does.
  init?(in places: [String]) {
    for place in places {
      var template = Array("\(place)/memo-ls-XXXXXX".utf8CString)
      if let folder = mkdtemp(&template) {
        path = String(cString: folder)
        return
      }
    }
    return nil
  }

  /// Removes it with everything in it.
  func remove() { Self.remove(path) }

  private static func remove(_ folder: String) {
    let files = FolderReader(path: folder)
    while let name = files?.next() {
      let path = "\(folder)/\(String(decoding: name, as: UTF8.self))"
      if unlink(path) != 0 { remove(path) }
    }
    rmdir(folder)
  }
}
