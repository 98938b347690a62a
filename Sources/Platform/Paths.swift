/// The absolute path that a path leads to, with all links resolved; nil if nothing is there or the result is not UTF-8,
/// and `errno` says why.
package func realPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  errno = EILSEQ
  return String(validatingCString: real)
}

/// An absolute path without links and dots, as far as it leads to something that is there; the rest is taken as it is
/// written, without dots.
package func settledPath(_ path: String) -> String {
  let names = path.split(separator: "/")
  var (above, count) = ("/", names.count)
  while count > 0 {
    if let real = realPath("/" + names.prefix(count).joined(separator: "/")) {
      above = real
      break
    }
    count -= 1
  }
  var settled = above.split(separator: "/")
  for name in names.dropFirst(count) where name != "." {
    if name != ".." { settled.append(name) } else { _ = settled.popLast() }
  }
  return "/" + settled.joined(separator: "/")
}

/// Creates a folder and its missing parents, and returns once the disk has their names; false if that fails, and
/// `errno` says why. A folder that exists is fine.
///
/// - Parameter syncNames: brings the names in a folder to the disk.
package func makeFolders(
  _ path: FilePath, permissions: UInt16, syncNames: (Int32) -> Bool = Disk.syncNames
) -> Bool {
  func make() -> Bool {
    guard mkdir(path.description, mode_t(permissions)) == 0 else { return errno == EEXIST }
    // Some folders may be written but not opened.
    return OpenFolder(path: "\(path)/..").map { syncNames($0.descriptor) } ?? true
  }
  if make() { return true }
  return errno == ENOENT && !path.folder.isEmpty
    && makeFolders(path.folder, permissions: permissions, syncNames: syncNames) && make()
}

/// Paths that the system knows.
package enum Paths {
  /// The file of the program that runs in this process; as it was called where the system doesn't tell.
  package static var program: String { realPath("/proc/self/exe") ?? CommandLine.arguments.first ?? "" }
}
