/// A short stretch of a leaf, examined as a whole. The loops are written so that the compiler vectorises them: a fixed
/// number of steps, counters of one byte, no overflow checks.
struct ByteBlock {
  /// Bytes in a block; few enough to be counted in a byte. Smaller in debug builds, as leaves are.
  #if DEBUG
    static let size = 8
  #else
    static let size = 64
  #endif

  private let bytes: UnsafePointer<UInt8>

  /// The block from `start` on, if `text` goes on for that long plus `lookahead` bytes.
  init?(_ text: UnsafeBufferPointer<UInt8>, from start: Int, lookahead: Int = 0) {
    guard let base = text.baseAddress, start + ByteBlock.size + lookahead <= text.count else { return nil }
    bytes = base + start
  }

  /// Line ends that end in this block. Looks one byte further, to see what follows a `\r` at its end.
  var lineEnds: Int {
    var ends: UInt8 = 0
    var index = 0
    while index < ByteBlock.size {
      let lone: UInt8 = (bytes[index] == LineByte.cr ? 1 : 0) & (bytes[index &+ 1] == LineByte.lf ? 0 : 1)
      ends &+= (bytes[index] == LineByte.lf ? 1 : 0) | lone
      index &+= 1
    }
    return Int(ends)
  }

  /// The block's length in units of `encoding`, or nil if a line ends in it. A scalar counts where its first byte is,
  /// except in UTF-8, where all its bytes count where they are.
  func units(in encoding: PositionEncoding) -> Int? {
    var breaks: UInt8 = 0
    var continuations: UInt8 = 0
    var fourByteLeads: UInt8 = 0
    var index = 0
    while index < ByteBlock.size {
      let byte = bytes[index]
      breaks |= (byte == LineByte.lf ? 1 : 0) | (byte == LineByte.cr ? 1 : 0)
      continuations &+= isContinuation(byte) ? 1 : 0
      fourByteLeads &+= byte >= 0xF0 ? 1 : 0
      index &+= 1
    }
    guard breaks == 0 else { return nil }
    switch encoding {
    case .utf8: return ByteBlock.size
    case .utf16: return ByteBlock.size - Int(continuations) + Int(fourByteLeads)
    case .utf32: return ByteBlock.size - Int(continuations)
    }
  }
}
