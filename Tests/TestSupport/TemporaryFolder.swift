import Foundation

/// A folder that is removed when the test is done with it.
package final class TemporaryFolder {
  /// Its path.
  package let path: String

  /// Makes one.
  package init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "memo-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a store in the folder.
  package var database: String { "\(path)/memos.sqlite" }
}
