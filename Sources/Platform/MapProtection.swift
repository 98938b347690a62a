import Synchronization

/// Protects the process from a mapped file that is cut short under it. Touching a page behind the file's end raises
/// SIGBUS: the map is then laid over with plain memory, so that the process goes on, and it is noted that the file is
/// lost.
package struct MapProtection: Sendable {
  private let slot: MapTable.Slot

  /// Protects a map that begins at a page; nil if too many are protected already.
  package init?(_ map: UnsafeMutableRawPointer, size: Int) {
    _ = Self.isInstalled
    guard let slot = MapTable.claim() else { return nil }
    self.slot = slot
    slot[.isTriggered].pointee.store(0, ordering: .relaxed)
    slot[.size].pointee.store(UInt(size), ordering: .relaxed)
    slot[.start].pointee.store(UInt(bitPattern: map), ordering: .releasing)
  }

  /// Whether the file was found cut short.
  package var isTriggered: Bool { slot[.isTriggered].pointee.load(ordering: .relaxed) != 0 }

  /// Ends the protection, before the map goes.
  package func end() {
    slot[.start].pointee.store(0, ordering: .releasing)
    slot[.isTaken].pointee.store(0, ordering: .releasing)
  }

  private static let isInstalled: Bool = {
    MapTable.prepare()
    var action = sigaction()
    action.sa_flags = Int32(SA_SIGINFO)
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = handleBusError
    #else
      action.__sigaction_handler.sa_sigaction = handleBusError
    #endif
    return sigaction(SIGBUS, &action, nil) == 0
  }()
}

/// The protected maps, where a signal handler can read them: atomic words that never move.
private enum MapTable {
  enum Word: Int, CaseIterable { case isTaken, start, size, isTriggered }

  /// Two gigabytes of unsaved changes, at four megabytes each.
  static let capacity = 512

  /// Made before the handler is installed and never freed. Every word is atomic: threads and the handler may touch it
  /// at any time, which is what makes it safe to share.
  nonisolated(unsafe) static let words: UnsafeMutablePointer<Atomic<UInt>> = {
    let count = capacity * Word.allCases.count
    let words = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for index in 0..<count { (words + index).initialize(to: Atomic(0)) }
    return words
  }()

  static func prepare() { _ = words }

  struct Slot: Sendable {
    let index: Int

    subscript(word: Word) -> UnsafeMutablePointer<Atomic<UInt>> {
      words + (index * Word.allCases.count + word.rawValue)
    }
  }

  /// Takes a slot that nobody has.
  static func claim() -> Slot? {
    (0..<capacity).lazy.map(Slot.init).first {
      $0[.isTaken].pointee.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing).exchanged
    }
  }
}

/// Lays plain memory over the map that was touched. Only loads, stores and `mmap`: nothing here may wait or allocate.
private func handleBusError(_: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _: UnsafeMutableRawPointer?) {
  #if canImport(Darwin)
    let address = UInt(bitPattern: info?.pointee.si_addr)
  #else
    let address = UInt(bitPattern: info?.pointee._sifields._sigfault.si_addr)
  #endif
  for index in 0..<MapTable.capacity {
    let slot = MapTable.Slot(index: index)
    let start = slot[.start].pointee.load(ordering: .acquiring)
    let size = slot[.size].pointee.load(ordering: .relaxed)
    guard start != 0, address >= start, address - start < size else { continue }
    slot[.isTriggered].pointee.store(1, ordering: .relaxed)
    let flags = MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS
    let memory = mmap(UnsafeMutableRawPointer(bitPattern: start), Int(size), PROT_READ | PROT_WRITE, flags, -1, 0)
    if memory != MAP_FAILED { return }
  }
  // Not a map of ours: the error takes its usual course when the instruction is tried again.
  signal(SIGBUS, SIG_DFL)
}
