import MemoModel

/// The pieces that a long text is stored in, in order.
package struct TextLayout: Equatable {
  /// One of them.
  package struct Piece: Equatable {
    /// The key of the piece's row; 0 if it has none yet.
    package var key: Int
    /// Its length in bytes.
    package var count: Int
  }

  /// The pieces.
  package var pieces: [Piece] = []

  /// The size of a new piece in bytes. Small, because an edit rewrites a piece; not too small, because the list of
  /// pieces is written, too: 330 KB for 100 MB.
  static let pieceSize = 3600
  /// The size above which a piece is divided: it still fits on one page of 4096 bytes.
  static let largestPiece = 4000
  /// The size below which a remaining stretch is joined with its neighbour.
  static let smallestPiece = 900

  init() {}

  /// Reads a layout; nil if the bytes are not one.
  init?(_ bytes: [UInt8]) {
    guard bytes.count.isMultiple(of: 12) else { return nil }
    pieces.reserveCapacity(bytes.count / 12)
    bytes.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 12) {
        let key = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self))
        let count = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self))
        pieces.append(Piece(key: Int(key), count: Int(count)))
      }
    }
  }

  /// The layout as it is stored: for each piece its key (8 bytes) and its length (4), little-endian.
  var encoded: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: pieces.count * 12) { buffer, count in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      for piece in pieces {
        bytes.storeBytes(of: Int64(piece.key).littleEndian, toByteOffset: count, as: Int64.self)
        bytes.storeBytes(of: UInt32(piece.count).littleEndian, toByteOffset: count + 8, as: UInt32.self)
        count += 12
      }
    }
  }

  var count: Int { pieces.reduce(0) { $0 + $1.count } }

  /// A replacement of whole pieces: which, and the new text's bytes that replace them.
  struct Change: Equatable {
    var pieces: Range<Int>
    var new: Range<Int>
  }

  /// The replacements for an update's splices: each stretch of pieces as one, in order.
  func changes(for splices: [TextUpdate.Splice]) -> [Change] {
    var changes: [Change] = []
    var rest = splices[...]
    // The current piece, its start in the old text, and the shift of that in the new one.
    var (index, start, shift) = (0, 0, 0)
    func advance() {
      start += pieces[index].count
      index += 1
    }
    while let splice = rest.first {
      while index < pieces.count, start + pieces[index].count < splice.old.lowerBound { advance() }
      let first = (index: index, start: start, shift: shift)
      while true {
        if let splice = rest.first, index == first.index || splice.old.lowerBound <= start {
          rest.removeFirst()
          shift = splice.new.upperBound - splice.old.upperBound
          while index < pieces.count, start < splice.old.upperBound || index == first.index { advance() }
        } else if index < pieces.count, start + shift < first.start + first.shift + Self.smallestPiece {
          // The rest is too small to be a piece by itself.
          advance()
        } else {
          break
        }
      }
      changes.append(Change(pieces: first.index..<index, new: (first.start + first.shift)..<(start + shift)))
    }
    return changes
  }

  /// The pieces of a stretch of new bytes.
  static func cut(_ range: Range<Int>) -> [Range<Int>] {
    if range.isEmpty { return [] }
    if range.count <= largestPiece { return [range] }
    let pieces = (range.count - 1) / pieceSize + 1
    return (0..<pieces).map { index in
      let start = range.lowerBound + range.count * index / pieces
      return start..<(range.lowerBound + range.count * (index + 1) / pieces)
    }
  }
}
