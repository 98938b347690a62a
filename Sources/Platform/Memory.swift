import CSystem

/// What the system is asked for about memory.
package enum Memory {
  /// Asks for large pages, where the system gives them to whoever asks: their first touch costs a fifth.
  package static func askForLargePages(_ bytes: UnsafeMutableRawBufferPointer) {
    #if canImport(Glibc)
      guard let base = bytes.baseAddress else { return }
      let start = base.alignedUp(toMultipleOf: Int(getpagesize()))
      let count = base + bytes.count - start
      if count > 0 { madvise(start, count, MADV_HUGEPAGE) }
    #endif
  }

  /// Gives back to the system what was freed. Takes longer the more of it there is, so it is for after large things.
  package static func giveBack() { memo_malloc_trim() }

  /// Gives room for so many bytes, all of them zero, of which only those take memory that were written to.
  ///
  /// - Returns: nil if there is none. It begins at a page.
  package static func reserve(_ count: Int) -> UnsafeMutableRawBufferPointer? {
    let address = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let address, address != MAP_FAILED else { return nil }
    return UnsafeMutableRawBufferPointer(start: address, count: count)
  }

  /// Gives back the memory of whole pages of such room, which are zero again.
  package static func giveBack(_ pages: UnsafeMutableRawBufferPointer) {
    // What is laid over them is as they were; madvise(2) leaves open when that is so.
    let flags = MAP_PRIVATE | MAP_ANON | MAP_FIXED
    if mmap(pages.baseAddress, pages.count, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED {
      pages.initializeMemory(as: UInt8.self, repeating: 0)
    }
  }

  /// Gives back such room.
  package static func unreserve(_ room: UnsafeMutableRawBufferPointer) { munmap(room.baseAddress, room.count) }
}
