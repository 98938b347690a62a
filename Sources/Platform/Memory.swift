import CSystem

/// Requests to the system about memory.
package enum Memory {
  /// Requests large pages, where the system offers them: their first touch costs a fifth.
  package static func askForLargePages(_ bytes: UnsafeMutableRawBufferPointer) {
    #if canImport(Glibc)
      guard let base = bytes.baseAddress else { return }
      let start = base.alignedUp(toMultipleOf: Int(getpagesize()))
      let count = base + bytes.count - start
      if count > 0 { madvise(start, count, MADV_HUGEPAGE) }
    #endif
  }

  /// Returns freed memory to the system. Takes longer the more there is, so call it only after large work.
  package static func giveBack() { memo_malloc_trim() }

  /// Does so in a second, once for all that asked until then: what follows large work at once would need the memory
  /// again, and nobody waits for it to be returned.
  package static func giveBackSoon() { returning.ask() }

  private static let returning = GatheredWork(afterMilliseconds: 1000, giveBack)

  /// Reserves this many bytes, all zero. Only pages that are written to take memory.
  ///
  /// - Returns: room that begins on a page boundary; nil if there is none.
  package static func reserve(_ count: Int) -> UnsafeMutableRawBufferPointer? {
    let address = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let address, address != MAP_FAILED else { return nil }
    return UnsafeMutableRawBufferPointer(start: address, count: count)
  }

  /// Returns the memory of whole pages of such room; they read as zero again.
  package static func giveBack(_ pages: UnsafeMutableRawBufferPointer) {
    // A fresh map, since madvise(2) does not say when pages become zero.
    let flags = MAP_PRIVATE | MAP_ANON | MAP_FIXED
    if mmap(pages.baseAddress, pages.count, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED {
      pages.initializeMemory(as: UInt8.self, repeating: 0)
    }
  }

  /// Returns such room.
  package static func unreserve(_ room: UnsafeMutableRawBufferPointer) { munmap(room.baseAddress, room.count) }
}
