#if os(Linux)
  /// Watches folders with inotify(7).
  package final class InotifyWatch: TreeWatch {
    /// Readable when something has changed.
    package let descriptor: Int32
    /// The watched folders, by the kernel's watch descriptors.
    private(set) var paths: [Int32: FilePath] = [:]
    private var numbers: [FilePath: Int32] = [:]

    /// The events that change a file or a name, each single write included. Names that are gone but still open are
    /// excluded.
    private static let events =
      [
        IN_MODIFY, IN_CLOSE_WRITE, IN_ATTRIB, IN_CREATE, IN_DELETE, IN_MOVED_FROM, IN_MOVED_TO, IN_DELETE_SELF,
        IN_MOVE_SELF, IN_EXCL_UNLINK, IN_ONLYDIR,
      ].reduce(UInt32(0)) { $0 | UInt32($1) }

    /// Creates a watch without folders; nil if the system has no room for another, and `errno` says why.
    package init?() {
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Watches a folder. The kernel takes only a path, so it gets one that leads to the open folder whatever its name
    /// is by now.
    package func add(_ folder: OpenFolder, path: FilePath) -> Bool {
      let number = inotify_add_watch(descriptor, "/proc/self/fd/\(folder.descriptor)", Self.events)
      guard number >= 0 else { return false }
      if let former = paths[number], former != path, numbers[former] == number { numbers[former] = nil }
      if let former = numbers[path], former != number { end(former) }
      (paths[number], numbers[path]) = (path, number)
      return true
    }

    /// The changes since the last call.
    package func changes() -> Set<TreeChange> {
      var changes: Set<TreeChange> = []
      let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 64 << 10, alignment: MemoryLayout<inotify_event>.alignment)
      defer { buffer.deallocate() }
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return changes }
        var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        while rest.count >= MemoryLayout<inotify_event>.size {
          let event = rest.loadUnaligned(as: inotify_event.self)
          let length = MemoryLayout<inotify_event>.size + Int(event.len)
          guard length <= rest.count else { break }
          let name = rest[MemoryLayout<inotify_event>.size..<length].prefix { $0 != 0 }
          note(event, String(validating: name, as: UTF8.self), in: &changes)
          rest = UnsafeRawBufferPointer(rebasing: rest[length...])
        }
      }
    }

    private func note(_ event: inotify_event, _ name: String?, in changes: inout Set<TreeChange>) {
      func has(_ kinds: Int32...) -> Bool { kinds.contains { event.mask & UInt32($0) != 0 } }
      if has(IN_Q_OVERFLOW) { changes.insert(.everything) }
      guard let folder = paths[event.wd] else { return }
      if has(IN_IGNORED) { forget(event.wd) }
      // The parent's watch tells of every folder but the outermost.
      if has(IN_UNMOUNT) || folder.isEmpty && has(IN_DELETE_SELF, IN_MOVE_SELF) { changes.insert(.everything) }
      // Names that are not UTF-8 are never memos, so their changes do not count.
      guard let name, !name.isEmpty else { return }
      let path = FilePath(folder, name)
      guard has(IN_ISDIR) else {
        changes.insert(.name(path))
        return
      }
      // The paths below it are no longer valid. Of one that is removed, these were told to be removed before.
      if has(IN_MOVED_FROM) { endAll(below: path) }
      if has(IN_DELETE), let number = numbers[path] { end(number) }
      if has(IN_CREATE, IN_DELETE, IN_MOVED_FROM, IN_MOVED_TO, IN_ATTRIB) { changes.insert(.folder(path)) }
    }

    private func endAll(below path: FilePath) {
      for (number, watched) in paths where watched == path || watched.isBelow(path) { end(number) }
    }

    private func end(_ number: Int32) {
      inotify_rm_watch(descriptor, number)
      forget(number)
    }

    private func forget(_ number: Int32) {
      if let path = paths.removeValue(forKey: number), numbers[path] == number { numbers[path] = nil }
    }
  }
#endif
