import Platform

/// Programs that come with PostgreSQL's server, which need not be where others are.
enum ChildFiles {
  /// The dump that its owner makes of a database.
  static let pgDump: String = {
    let paths = getenv("PATH").map { String(cString: $0) } ?? ""
    let files = paths.split(separator: ":").map { "\($0)/pg_dump" }
    return files.first { access($0, X_OK) == 0 } ?? "/usr/bin/pg_dump"
  }()
}
