import Foundation

/// A folder that is removed when the test is done with it.
package final class TemporaryFolder {
  /// Its path.
  package let path: String

  /// Makes one.
  ///
  /// - Parameter place: the folder that it is in; nil for the system's.
  package init(in place: String? = nil) throws {
    let place = place.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
    let url = place.appending(path: "memo-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a store in the folder.
  package var database: String { "\(path)/memos.sqlite" }
}
