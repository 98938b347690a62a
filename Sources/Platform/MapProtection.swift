import CSystem

/// Protects the process from a mapped file that is truncated by another. Touching a page behind the file's end raises
/// SIGBUS; the handler then puts plain memory in its place, so that the process goes on, and notes that the file is
/// lost.
package struct MapProtection: Sendable {
  private let map: Int32

  private static let isInstalled: Void = memo_bus_errors_catch()

  /// Protects a map that begins on a page boundary; nil if too many are protected already.
  package init?(_ start: UnsafeMutableRawPointer, size: Int) {
    Self.isInstalled
    map = memo_map_protect(start, size)
    if map < 0 { return nil }
  }

  /// Whether the file was found truncated.
  package var isTriggered: Bool { memo_map_is_lost(map) }

  /// Ends the protection; must be called before the map is removed.
  package func end() { memo_map_end(map) }
}
