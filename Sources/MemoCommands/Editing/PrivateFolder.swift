import Platform

/// A new folder of the user's alone (mode 0700), for what is soon taken away.
struct PrivateFolder: Sendable {
  /// Where it is.
  let path: String

  /// Where it may be, the best place first: in memory where the system has a place for that, since a memo's words
  /// belong on no disk but the store's.
  ///
  /// - Parameter variable: tells a variable of the environment.
  static func places(_ variable: (_ name: String) -> String?) -> [String] {
    [variable("XDG_RUNTIME_DIR"), "/dev/shm", variable("TMPDIR"), "/tmp"].compactMap(\.self).filter {
      $0.hasPrefix("/")
    }
  }

  /// Makes one in the first place that will have it; nil if none will.
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

  /// Takes it away with all that is in it.
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
