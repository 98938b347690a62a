/// How full nodes are. Debug builds have tiny ones, so that short texts in tests build deep trees.
///
/// Measured: a keystroke's position found and its edit made, typing and jumping, in nanoseconds; what the tree takes
/// beside 100 MB of text.
///
///     leaf, fan-out   10 KB       1 MB        100 MB      memory
///     512, 16         447, 427    575, 576    781, 705    25 %
///     1024, 16        358, 382    555, 539    763, 702    10 %
///     2048, 16        384, 414    562, 553    652, 695     3 %
///     4096, 16        518, 437    709, 621    627, 776     0 %
///     2048, 8         384, 412    603, 585    705, 793     4 %
///     2048, 32        388, 412    614, 549    635, 733     3 %
enum NodeLimits {
  #if DEBUG
    private static let leafMaximum = 48
    private static let fanOutMaximum = 4
  #else
    private static let leafMaximum = 2048
    private static let fanOutMaximum = 16
  #endif

  /// Bytes in a leaf that is not the root. A cut may have to move three bytes to fall between scalars: hence the 4.
  static let leaf = (leafMaximum / 2 - 4)...leafMaximum
  /// Children of an inner node that is not the root.
  static let fanOut = (fanOutMaximum / 2)...fanOutMaximum
  /// Bytes in a leaf, and children in a node, made in bulk: a quarter is left free for edits to come.
  static let filledLeaf = leafMaximum * 3 / 4
  static let filledFanOut = fanOutMaximum * 3 / 4
}
