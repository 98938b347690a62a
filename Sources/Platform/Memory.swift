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
}
