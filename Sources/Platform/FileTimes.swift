extension stat {
  #if canImport(Darwin)
    /// The time when the contents were last changed.
    package var modified: timespec { st_mtimespec }
    /// The time when the contents or the metadata were last changed.
    package var changed: timespec { st_ctimespec }
    /// The time when the file was made; nil where the system does not tell.
    package var created: timespec? { st_birthtimespec }
  #else
    /// The time when the contents were last changed.
    package var modified: timespec { st_mtim }
    /// The time when the contents or the metadata were last changed.
    package var changed: timespec { st_ctim }
    /// The time when the file was made; nil here, since Linux's `stat(2)` does not tell.
    package var created: timespec? { nil }
  #endif
}

extension timespec {
  /// Whether two times are the same.
  package static func == (left: timespec, right: timespec) -> Bool {
    left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec
  }
}
