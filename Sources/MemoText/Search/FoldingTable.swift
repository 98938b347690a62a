/// The search form of each scalar up to U+FFFF by itself, so that nearly all text is folded without making a string.
struct FoldingTable: Sendable {
  /// The table, built at the first comparison within a few milliseconds.
  static let shared = FoldingTable()

  /// The scalar that each one becomes; 0 if it becomes several, or its neighbours matter. For a mark that may join the
  /// scalar before it, marked by the highest bit, it is the mark itself with its combining class, if nothing else
  /// becomes of it. Each entry is the difference from the scalar's own value, in blocks of 256; blocks without
  /// differences are shared.
  private let differences: [UInt32]
  /// The block of each 256 scalars.
  private let blocks: [UInt8]
  private static let joining: UInt32 = 1 << 31

  /// Scripts whose scalars stay as they are: Han, kana, Hangul syllables and their neighbours have no case, and are
  /// written in their composed form.
  private static let unchanging: [ClosedRange<UInt32>] = [0x2E80...0xA63F, 0xAC00...0xD7A3, 0xE000...0xF8FF]
  /// Marks among them: tones, and the signs that make voiced kana.
  private static let marks: [ClosedRange<UInt32>] = [0x302A...0x302F, 0x3099...0x309A]

  private init() {
    var differences = [UInt32](repeating: 0, count: 256)
    var blocks: [UInt8] = []
    for start in stride(from: UInt32(0), to: 0x10000, by: 256) {
      let block = (start..<start + 256).map(Self.difference)
      let isSame = block.allSatisfy { $0 == 0 }
      blocks.append(isSame ? 0 : UInt8(truncatingIfNeeded: differences.count >> 8))
      if !isSame { differences += block }
    }
    (self.differences, self.blocks) = (differences, blocks)
  }

  private static func difference(_ value: UInt32) -> UInt32 {
    guard let scalar = Unicode.Scalar(value) else { return 0 }
    let isUnchanging = unchanging.contains { $0.contains(value) } && !marks.contains { $0.contains(value) }
    return isUnchanging ? 0 : entry(scalar) ^ value
  }

  /// The entry of a scalar up to U+FFFF.
  @inline(__always)
  private func entry(_ value: UInt32) -> UInt32 {
    differences[Int(blocks[Int(value >> 8)]) << 8 | Int(value & 0xFF)] ^ value
  }

  private static func entry(_ scalar: Unicode.Scalar) -> UInt32 {
    // A variation selector is a mark by its category, but composes with nothing and keeps its place.
    if (0xFE00...0xFE0F).contains(scalar.value) { return scalar.value }
    if scalar.joinsPrevious {
      let parts = CanonicalComposer.parts(of: scalar.value)
      return joining | (parts.count == 1 ? parts[0] : 0)
    }
    if !scalar.properties.changesWhenNFKCCaseFolded { return scalar.value }
    let folded = SearchForm.slowForm(of: String(scalar)).unicodeScalars
    guard let first = folded.first, folded.count == 1, !first.joinsPrevious else { return 0 }
    return first.value
  }

  /// What a scalar becomes if the next one does not join it; nil if the table can't tell.
  @inline(__always)
  func folded(_ value: UInt32) -> UInt32? {
    if value < 0x10000 {
      let entry = entry(value)
      return entry == 0 && value != 0 || entry & Self.joining != 0 ? nil : entry
    }
    return Self.isUnchanging(supplementary: value) ? value : nil
  }

  /// Whether a scalar may join the one before it.
  @inline(__always)
  func joinsPrevious(_ value: UInt32) -> Bool {
    if value < 0x10000 { return entry(value) & Self.joining != 0 }
    if Self.isUnchanging(supplementary: value) { return false }
    return Unicode.Scalar(value)?.joinsPrevious ?? false
  }

  /// A scalar that may join the one before, with its combining class, if it only ever stays itself or composes; nil if
  /// the table can't tell.
  @inline(__always)
  func mark(_ value: UInt32) -> CanonicalComposer.Part? {
    guard value < 0x10000 else { return nil }
    let entry = entry(value)
    return entry > Self.joining ? entry & ~Self.joining : nil
  }

  /// Pictographs, and Han characters that are no compatibility forms.
  @inline(__always)
  private static func isUnchanging(supplementary value: UInt32) -> Bool {
    (0x1F000...0x1FAFF).contains(value) || (0x20000..<0x2F800).contains(value)
  }
}
