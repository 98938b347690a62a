import CSystem

/// Protects the process from a mapped file that is cut short under it. Touching a page behind the file's end raises
/// SIGBUS: the map is then laid over with plain memory, so that the process goes on, and it is noted that the file is
/// lost.
package struct MapProtection: Sendable {
  private let map: Int32

  private static let isInstalled: Void = memo_bus_errors_catch()

  /// Protects a map that begins at a page; nil if too many are protected already.
  package init?(_ start: UnsafeMutableRawPointer, size: Int) {
    Self.isInstalled
    map = memo_map_protect(start, size)
    if map < 0 { return nil }
  }

  /// Whether the file was found cut short.
  package var isTriggered: Bool { memo_map_is_lost(map) }

  /// Ends the protection, before the map goes.
  package func end() { memo_map_end(map) }
}
