import CSystem

/// A file's metadata: owner, permissions, extended attributes, times.
package enum FileAttributes {
  /// What could not be copied; the cause is an `errno`.
  package enum Failure: Error, Hashable, Sendable {
    /// The owner and group.
    case owner(Int32)
    /// The permissions.
    case mode(Int32)
    /// The extended attribute of this name; access control lists are such attributes, too.
    case attribute(String, Int32)
  }

  /// Gives a new file the owner, the permissions and the extended attributes of another, and removes those attributes
  /// that only the new one has.
  ///
  /// - Parameters:
  ///   - original: a descriptor that may be read.
  ///   - copy: a descriptor that may be written.
  package static func copy(from original: Int32, to copy: Int32) throws(Failure) {
    guard let wanted = FileStatus(original), let given = FileStatus(copy) else { throw .mode(errno) }
    // The owner first: changing it clears permissions.
    if wanted.owner != given.owner, fchown(copy, wanted.owner.user, wanted.owner.group) != 0 { throw .owner(errno) }
    let (names, superfluous) = (try names(of: original), try Self.names(of: copy))
    for name in superfluous where !names.contains(name) && memo_attribute_remove(copy, name) != 0 && !isSystems(name) {
      throw .attribute(name, errno)
    }
    for name in names {
      let value = try value(name, of: original)
      if memo_attribute_set(copy, name, value, value.count) == 0 || isSystems(name) { continue }
      let failure = errno
      if (try? Self.value(name, of: copy)) != value { throw .attribute(name, failure) }
    }
    try copyPermissions(from: original, to: copy)
  }

  /// Gives a file the permissions of another.
  package static func copyPermissions(from original: Int32, to copy: Int32) throws(Failure) {
    guard let wanted = FileStatus(original), fchmod(copy, mode_t(wanted.permissions)) == 0 else { throw .mode(errno) }
  }

  /// Gives a file that was made in another folder the group that it would have had in its own, as far as that is
  /// allowed, and these permissions; nil for those that it has.
  package static func makeNew(_ descriptor: Int32, in folder: OpenFolder, permissions: UInt16?) {
    if let place = FileStatus(folder.descriptor), let own = FileStatus(descriptor) {
      let group = place.handsDownGroup ? place.owner.group : getegid()
      if group != own.owner.group { _ = fchown(descriptor, .max, group) }
    }
    if let permissions { _ = fchmod(descriptor, mode_t(permissions)) }
  }

  /// Has nobody read a copy who may not read its original: gives it that one's group, and leaves it to its owner alone
  /// where that can't be, or where an access control list says who may read the original.
  ///
  /// - Parameter original: a descriptor that may be read.
  package static func share(_ copy: Int32, as original: Int32) {
    guard let wanted = FileStatus(original), let given = FileStatus(copy) else { return }
    let hasGroup = wanted.owner.group == given.owner.group || fchown(copy, .max, wanted.owner.group) == 0
    let hasList = (try? value("system.posix_acl_access", of: original)) != nil
    let kept: UInt16 = hasGroup && !hasList ? 0o666 : 0
    _ = fchmod(copy, mode_t(given.permissions & wanted.permissions & kept | 0o600))
  }

  /// Sets when a file's bytes were last changed, in nanoseconds since 1970. Does nothing where the file system can't.
  package static func setModified(_ descriptor: Int32, _ nanoseconds: Int) {
    let parts = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let isBefore = parts.remainder < 0
    let time = timespec(
      tv_sec: parts.quotient - (isBefore ? 1 : 0), tv_nsec: parts.remainder + (isBefore ? 1_000_000_000 : 0))
    _ = futimens(descriptor, [time, time])
  }

  /// Whether an attribute belongs to the system: programs may not set it, and it holds nothing that people set.
  private static func isSystems(_ name: String) -> Bool {
    name.hasPrefix("security.") || name.hasPrefix("trusted.") || name == "com.apple.provenance"
  }

  private static func names(of descriptor: Int32) throws(Failure) -> [String] {
    guard let bytes = read({ memo_attributes_list(descriptor, $0.baseAddress, $0.count) }) else {
      if errno == ENOTSUP || errno == ENOSYS { return [] }
      throw .attribute("", errno)
    }
    return bytes.split(separator: 0).map { String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self) }
  }

  private static func value(_ name: String, of descriptor: Int32) throws(Failure) -> [CChar] {
    guard let value = read({ memo_attribute_get(descriptor, name, $0.baseAddress, $0.count) }) else {
      throw .attribute(name, errno)
    }
    return value
  }

  /// What a call writes into a buffer that is large enough; nil if it fails, and `errno` says why. The first call,
  /// without a buffer, tells the size needed, which may grow before the second.
  private static func read(_ call: (UnsafeMutableBufferPointer<CChar>) -> Int) -> [CChar]? {
    for _ in 0..<8 {
      let needed = call(UnsafeMutableBufferPointer(start: nil, count: 0))
      if needed <= 0 { return needed == 0 ? [] : nil }
      var count = 0
      let bytes = [CChar](unsafeUninitializedCapacity: needed) { buffer, filled in
        count = call(UnsafeMutableBufferPointer(rebasing: buffer[..<needed]))
        filled = max(count, 0)
      }
      if count >= 0 { return bytes }
      if errno != ERANGE { return nil }
    }
    return nil
  }
}
