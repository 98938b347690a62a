/// A path below a folder: names with a slash between any two; empty for the folder itself. Paths are compared by their
/// bytes, as most file systems do and strings do not.
package struct FilePath: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The path as the system takes it.
  package let description: String

  /// Creates a path from any text; ``OpenFolder`` refuses one that leads out of the folder.
  package init(_ text: String) { description = text }

  /// Creates a path from a literal.
  package init(stringLiteral text: String) { description = text }

  /// The path of a name in a folder.
  package init(_ folder: FilePath, _ name: String) {
    if folder.isEmpty {
      description = name
    } else {
      var text = ""
      text.reserveCapacity(folder.description.utf8.count + 1 + name.utf8.count)
      text += folder.description
      text += "/"
      text += name
      description = text
    }
  }

  /// Whether it is the folder itself.
  package var isEmpty: Bool { description.isEmpty }

  private var slash: String.Index? { description.utf8.lastIndex(of: UInt8(ascii: "/")) }

  /// Its last name.
  package var name: String {
    slash.map { String(description[description.utf8.index(after: $0)...]) } ?? description
  }

  /// The folder that the last name stands in; empty for a single name.
  package var folder: FilePath { FilePath(slash.map { String(description[..<$0]) } ?? "") }

  /// The folders on the way to it, outermost first.
  package var folders: [FilePath] {
    description.utf8.indices.filter { description.utf8[$0] == UInt8(ascii: "/") }.map {
      FilePath(String(description[..<$0]))
    }
  }

  /// Whether it is in a folder, however deep; a path is not below itself.
  package func isBelow(_ folder: FilePath) -> Bool {
    if folder.isEmpty { return !isEmpty }
    return withBytes { path in
      folder.withBytes { folder in
        path.count > folder.count && path[folder.count] == UInt8(ascii: "/") && compare(path, folder, folder.count) == 0
      }
    }
  }

  /// The rest of the path, seen from a folder that it is below.
  package func dropping(_ folder: FilePath) -> FilePath {
    FilePath(
      folder.isEmpty ? description : String(Substring(description.utf8.dropFirst(folder.description.utf8.count + 1))))
  }

  /// Whether both have the same bytes.
  package static func == (left: FilePath, right: FilePath) -> Bool {
    if left.description.utf8.count != right.description.utf8.count { return false }
    return left.withBytes { left in
      right.withBytes { right in compare(left, right, left.count) == 0 }
    }
  }

  /// Orders paths by their bytes.
  package static func < (left: FilePath, right: FilePath) -> Bool {
    left.withBytes { left in
      right.withBytes { right in
        let order = compare(left, right, min(left.count, right.count))
        return order == 0 ? left.count < right.count : order < 0
      }
    }
  }

  /// Hashes its bytes.
  package func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Hands over its bytes.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    description.withBytes(body)
  }
}

extension String {
  /// Hands over its bytes.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var text = self
    return text.withUTF8(body)
  }

  /// Whether these are its bytes.
  package func hasBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    withBytes { $0.count == bytes.count && compare($0, bytes, bytes.count) == 0 }
  }
}

/// Compares the common length of two paths: below zero, zero, or above.
private func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, _ count: Int) -> Int32 {
  // An empty buffer may have no address.
  guard count > 0, let left = left.baseAddress, let right = right.baseAddress else { return 0 }
  return memcmp(left, right, count)
}
