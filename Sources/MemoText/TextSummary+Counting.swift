/// The two bytes that end lines.
enum LineByte {
  static let lf: UInt8 = 0x0A
  static let cr: UInt8 = 0x0D
}

/// Whether `byte` is one of UTF-8's continuation bytes, `10xxxxxx`.
func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

extension TextSummary {
  /// Measures `text`, which must be valid UTF-8 cut between scalars.
  init(counting text: UnsafeBufferPointer<UInt8>) {
    guard let bytes = text.baseAddress, let first = text.first, let last = text.last else { return }
    var continuations = 0
    var fourByteLeads = 0
    var feeds = 0
    var returns = 0
    var index = 0
    // Loops of this form, with counters of one byte and no overflow checks, are vectorised; iterating over a range
    // would prevent that, at ten times the cost. 128 steps can't overflow a counter.
    while index < text.count {
      let end = min(index + 128, text.count)
      var tally: (continuation: UInt8, fourByteLead: UInt8, lf: UInt8, cr: UInt8) = (0, 0, 0, 0)
      while index < end {
        let byte = bytes[index]
        tally.continuation &+= isContinuation(byte) ? 1 : 0
        tally.fourByteLead &+= byte >= 0xF0 ? 1 : 0
        tally.lf &+= byte == LineByte.lf ? 1 : 0
        tally.cr &+= byte == LineByte.cr ? 1 : 0
        index &+= 1
      }
      continuations += Int(tally.continuation)
      fourByteLeads += Int(tally.fourByteLead)
      feeds += Int(tally.lf)
      returns += Int(tally.cr)
    }
    utf8 = text.count
    scalars = utf8 - continuations
    utf16 = scalars + fourByteLeads
    lineEnds = feeds + returns
    if feeds > 0 && returns > 0 { lineEnds -= Self.pairs(in: bytes, count: text.count) }
    startsWithLF = first == LineByte.lf
    endsWithCR = last == LineByte.cr
  }

  /// Measures `bytes` in `range`, cut between scalars.
  init(counting bytes: [UInt8], in range: Range<Int>) {
    self = bytes.withUnsafeBufferPointer { TextSummary(counting: UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// The number of `\r
  /// ` in the first `count` of `bytes`.
  private static func pairs(in bytes: UnsafePointer<UInt8>, count: Int) -> Int {
    var pairs = 0
    var index = 0
    while index < count - 1 {
      let end = min(index + 128, count - 1)
      var tally: UInt8 = 0
      while index < end {
        tally &+= (bytes[index] == LineByte.cr ? 1 : 0) & (bytes[index &+ 1] == LineByte.lf ? 1 : 0)
        index &+= 1
      }
      pairs += Int(tally)
    }
    return pairs
  }
}
