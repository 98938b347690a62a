import Dispatch
import Synchronization

/// Tells when any process closes a file that it had opened for writing. Only Linux tells that.
package final class ClosingWatch: Sendable {
  #if os(Linux)
    private let listener: ClosedFiles.Listener
    private let number: Int32
  #endif

  /// Whether the file is gone, or another may have its name by now: nothing more is told then.
  package var isOver: Bool {
    #if os(Linux)
      listener.isOver.load(ordering: .relaxed)
    #else
      true
    #endif
  }

  /// Starts watching; ends when it is released.
  ///
  /// - Parameters:
  ///   - path: the file; nil is returned if there is none, or the system can't watch it.
  ///   - told: called after the file was closed, once for all closings since the last call.
  package init?(path: String, told: @escaping @Sendable () -> Void) {
    #if os(Linux)
      let listener = ClosedFiles.Listener(told)
      guard let number = ClosedFiles.shared?.add(listener, path) else { return nil }
      (self.listener, self.number) = (listener, number)
    #else
      return nil
    #endif
  }

  #if os(Linux)
    deinit { ClosedFiles.shared?.remove(listener, number) }
  #endif
}

#if os(Linux)
  /// The files that are watched for their closing. One object does for the whole process: a user may have no more than
  /// 128 of those that inotify(7) makes.
  private final class ClosedFiles: Sendable {
    static let shared = ClosedFiles()

    final class Listener: Sendable {
      let told: @Sendable () -> Void
      let isOver = Atomic(false)

      init(_ told: @escaping @Sendable () -> Void) { self.told = told }
    }

    private let descriptor: Int32
    /// Who listens, by the kernel's numbers of the files: a file has one number.
    private let listeners = Mutex<[Int32: [Listener]]>([:])

    /// Closing, and what takes the name away from a file, which changes its attributes at once, though it may be open.
    private static let events = [IN_CLOSE_WRITE, IN_ATTRIB, IN_MOVE_SELF, IN_DELETE_SELF].reduce(UInt32(0)) {
      $0 | UInt32($1)
    }

    private init?() {
      descriptor = inotify_init1(Int32(IN_CLOEXEC))
      if descriptor < 0 { return nil }
      DispatchQueue(label: "memo-closing").async { [self] in listen() }
    }

    /// The number of a file that somebody listens to from now on; nil if there is none, or there is no room.
    func add(_ listener: Listener, _ path: String) -> Int32? {
      listeners.withLock { listeners in
        let number = inotify_add_watch(descriptor, path, Self.events)
        guard number >= 0 else { return nil }
        listeners[number, default: []].append(listener)
        return number
      }
    }

    func remove(_ listener: Listener, _ number: Int32) {
      listeners.withLock { listeners in
        listeners[number]?.removeAll { $0 === listener }
        guard listeners[number]?.isEmpty == true else { return }
        listeners[number] = nil
        inotify_rm_watch(descriptor, number)
      }
    }

    private func listen() {
      let events = UnsafeMutableBufferPointer<inotify_event>.allocate(capacity: 64)
      defer { events.deallocate() }
      // Of a file that is watched by itself no event has a name: all have the same size.
      let size = MemoryLayout<inotify_event>.size
      while true {
        let count = read(descriptor, events.baseAddress, 64 * size)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        var files: [Int32: Bool] = [:]
        for event in events[..<(count / size)] {
          files[event.wd, default: false] = files[event.wd] == true || event.mask & UInt32(IN_CLOSE_WRITE) == 0
        }
        for (number, isOver) in files {
          for listener in listeners.withLock({ $0[number] }) ?? [] {
            if isOver { listener.isOver.store(true, ordering: .relaxed) }
            listener.told()
          }
        }
      }
    }
  }
#endif
