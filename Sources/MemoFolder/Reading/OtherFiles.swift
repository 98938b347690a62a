import MemoText
import Platform
import Synchronization

/// The files of a folder that are not notes, such as pictures: notes link to them by name alone. The folder is read at
/// most once in a few seconds.
package final class OtherFiles: Sendable {
  private let root: String
  /// Their paths by their names, and when they were read.
  private let known = Mutex<(paths: [String: [String]], time: ContinuousClock.Instant)?>(nil)

  /// The longest time for which a new file may stay unknown.
  private static let age = Duration.seconds(5)

  /// Names a folder; nothing is read as yet.
  package init(below root: String) { self.root = root }

  /// The paths below the folder of the files that are called so, in whatever case or spelling. May take long.
  package func paths(called name: String) -> [String] { paths[name.canonicalCaseless] ?? [] }

  /// The paths below the folder of all of them. May take long.
  package var all: [String] { paths.values.flatMap(\.self) }

  private var paths: [String: [String]] {
    known.withLock { known in
      if let known, known.time + Self.age >= .now { return known.paths }
      let paths = Self.paths(below: root)
      known = (paths, .now)
      return paths
    }
  }

  private static func paths(below root: String) -> [String: [String]] {
    guard let folder = OpenFolder(path: root) else { return [:] }
    var reader = TreeReader(folder, rules: IgnoreTree())
    var paths: [String: [String]] = [:]
    _ = reader.read {
      if case .skipped(let path, .noNote) = $0 {
        paths[path.name.canonicalCaseless, default: []].append(path.description)
      }
    }
    return paths
  }
}
