/// The bytes of an ``InlineText`` as the parser is given them: what it would read in another way than CommonMark
/// 0.31.2, or for too long, is replaced by as many bytes that mean the same, or nothing.
struct MaskedText {
  /// The bytes.
  private(set) var bytes: [UInt8]

  /// Masks a text.
  init(_ text: InlineText) {
    bytes = text.bytes
    for place in text.breaks { bytes[place] = 0x20 }
  }
}
