import Platform

/// What people are asked about and have not answered yet: whether the memos of these files go, too. It stays until they
/// agree, or no file of it is missing any more, whoever keeps the folder.
struct FolderQuestion: Hashable, Sendable {
  /// The time at which the first of the files went, in milliseconds since 1970.
  let since: Int
  /// The number of the files, as ``FolderLoss/counted``; nil if that is not known.
  var about: String?
  /// The files.
  var paths: Set<FilePath>

  init(since: Int, about: String?, paths: Set<FilePath> = []) {
    (self.since, self.about, self.paths) = (since, about, paths)
  }

  /// Reads one that was recorded; nil if there is none.
  init?(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    let words = (parts.first ?? "").split(separator: " ", maxSplits: 1)
    guard let since = words.first.flatMap({ Int($0) }) else { return nil }
    self.init(
      since: since, about: words.count > 1 ? String(words[1]) : nil,
      paths: Set(parts.dropFirst().filter { !$0.isEmpty }.map { FilePath($0) }))
  }

  /// The bytes to record.
  var bytes: [UInt8] {
    let words = [String(since), about].compactMap(\.self).joined(separator: " ")
    return Array(([words] + paths.sorted().map(\.description)).joined(separator: "\0").utf8)
  }
}
