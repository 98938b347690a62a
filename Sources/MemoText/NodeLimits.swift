/// How full nodes are. Debug builds have tiny ones, so that short texts in tests reach deep trees.
enum NodeLimits {
  #if DEBUG
    private static let leafMaximum = 48
    private static let fanOutMaximum = 4
  #else
    private static let leafMaximum = 1024
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
