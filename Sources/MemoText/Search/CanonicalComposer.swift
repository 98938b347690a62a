/// Puts stretches of text into ``SearchForm`` scalar by scalar: decomposes and folds them, sorts marks into canonical
/// order and composes what can be one scalar (the Unicode Standard, sections 3.11 and 3.13). Linear in the text,
/// however many marks stand on one letter; what it learns about scalars is kept for the next stretch.
struct CanonicalComposer {
  /// The Greek iota subscript, the only mark that folding turns into a letter.
  private static let iotaSubscript: UInt32 = 0x345, iota: UInt32 = 0x3B9

  /// A scalar, and above it its combining class: 0 for a starter.
  typealias Part = UInt32
  static let scalarBits: UInt32 = 0x1F_FFFF, classShift: UInt32 = 21

  private let table = FoldingTable.shared
  /// The last starter, folded; nil if there was none yet.
  private var starter: UInt32?
  /// The marks after it, not folded.
  private var marks: [Part] = []
  private var areMarksOrdered = true
  private var parts: [UInt32: [Part]] = [:]
  /// The composite of two scalars, by both; 0 if they have none.
  private var composites: [UInt64: UInt32] = [:]

  /// Takes the next scalar of a stretch.
  mutating func append(_ value: UInt32, to form: inout [UInt8]) {
    if value < 0x80 {
      add(starter: value &- 0x41 < 26 ? value | 0x20 : value, to: &form)
    } else if let part = table.mark(value) {
      add(part, to: &form)
    } else {
      if parts[value] == nil { parts[value] = Self.parts(of: value) }
      for part in parts[value] ?? [] { add(part, to: &form) }
    }
  }

  /// Takes the marks at a place of a stretch, and returns where they end. There may be millions.
  mutating func appendMarks(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var place = start
    var last = marks.last ?? 0
    while place < text.count {
      let (value, width) = text.scalar(at: place)
      guard let part = table.mark(value), part > Self.scalarBits else { break }
      if last >> Self.classShift > part >> Self.classShift { areMarksOrdered = false }
      marks.append(part)
      last = part
      place += width
    }
    return place
  }

  /// Adds the rest of a stretch; the next scalar begins another one.
  mutating func finish(_ form: inout [UInt8]) {
    settle()
    if let starter { Self.append(starter, to: &form) }
    for part in marks {
      let mark = part & Self.scalarBits
      Self.append(mark == Self.iotaSubscript ? Self.iota : mark, to: &form)
    }
    starter = nil
    marks.removeAll(keepingCapacity: marks.count < 4096)
  }

  private mutating func add(_ part: Part, to form: inout [UInt8]) {
    guard part >> Self.classShift > 0 else { return add(starter: part, to: &form) }
    if let last = marks.last, last >> Self.classShift > part >> Self.classShift { areMarksOrdered = false }
    marks.append(part)
  }

  private mutating func add(starter next: UInt32, to form: inout [UInt8]) {
    if let starter, table.joinsPrevious(next) {
      settle()
      if marks.isEmpty, let composite = composite(starter, next) {
        self.starter = composite
        return
      }
    }
    finish(&form)
    starter = next
  }

  /// Sorts the marks by their classes, keeping the order within one class, and composes the starter with those it can.
  private mutating func settle() {
    if !areMarksOrdered { marks = marks.inCanonicalOrder }
    areMarksOrdered = true
    guard var starter, !marks.isEmpty else { return }
    var kept = 0
    for index in marks.indices {
      let part = marks[index]
      // A mark that stays blocks later ones of its class from the letter.
      let isBlocked = kept > 0 && marks[kept - 1] >> Self.classShift == part >> Self.classShift
      if !isBlocked, let composite = composite(starter, part & Self.scalarBits) {
        starter = composite
      } else {
        marks[kept] = part
        kept += 1
      }
    }
    marks.removeLast(marks.count - kept)
    self.starter = starter
  }

  /// The composite of a starter and a scalar after it; nil if they have none.
  private mutating func composite(_ starter: UInt32, _ next: UInt32) -> UInt32? {
    // It is folded first, and is a letter then.
    if next == Self.iotaSubscript { return nil }
    let key = UInt64(starter) << 32 | UInt64(next)
    if let known = composites[key] { return known == 0 ? nil : known }
    let pair = String(String.UnicodeScalarView([starter, next].compactMap(Unicode.Scalar.init)))
    let composed = pair.composed.unicodeScalars
    let composite = composed.count == 1 ? composed.first?.value ?? 0 : 0
    composites[key] = composite
    return composite == 0 ? nil : composite
  }

  /// The decomposition of a scalar by itself, before composition and the folding of marks.
  static func parts(of value: UInt32) -> [Part] {
    guard let scalar = Unicode.Scalar(value) else { return [] }
    var parts: [Part] = []
    for scalar in String(scalar).decomposed.unicodeScalars {
      if scalar.properties.canonicalCombiningClass != .notReordered {
        parts.append(part(scalar))
      } else {
        parts += String(scalar).caseFolded.decomposed.unicodeScalars.map(part)
      }
    }
    return parts
  }

  private static func part(_ scalar: Unicode.Scalar) -> Part {
    UInt32(scalar.properties.canonicalCombiningClass.rawValue) << classShift | scalar.value
  }

  @inline(__always)
  private static func append(_ value: UInt32, to form: inout [UInt8]) {
    if value < 0x80 {
      form.append(UInt8(truncatingIfNeeded: value))
    } else if value < 0x800 {
      form.append(UInt8(truncatingIfNeeded: 0xC0 | value >> 6))
      form.append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
    } else if let scalar = Unicode.Scalar(value) {
      form.append(contentsOf: scalar.utf8)
    }
  }
}
