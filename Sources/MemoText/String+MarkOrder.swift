extension String {
  /// The longest run of marks that is left as it is: no language is known to need more (the Unicode Standard Annex 15,
  /// section 13, Stream-Safe Text Format).
  static let longestMarkRun = 30

  /// A canonically equal text of as many bytes, in which longer runs of marks are in canonical order; the text itself
  /// if there are none. O(n). A mark is a scalar with a combining class.
  ///
  /// `==`, hashing and comparing characters sort marks first, by insertion: the standard library takes seconds for
  /// 40,000 of them on one letter, each time. Sorted marks cost it no more than letters do. Names found in a text go
  /// through this before anything else.
  public var withOrderedMarks: String {
    // A mark takes at least two bytes.
    guard utf8.count > 2 * Self.longestMarkRun, !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    var text = self
    return text.withUTF8(\.withOrderedMarks) ?? text
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The text with sorted marks; nil if it stays as it is.
  fileprivate var withOrderedMarks: String? {
    let table = FoldingTable.shared
    var ordered: [UInt8] = []
    var done = 0  // Everything before this place is in `ordered`, if anything is.
    var run: [CanonicalComposer.Part] = []
    var (runStart, place) = (0, 0)
    func endRun() {
      defer { run.removeAll(keepingCapacity: run.count < 4096) }
      guard run.count > String.longestMarkRun, !run.isInCanonicalOrder else { return }
      ordered += self[done..<runStart]
      for part in run.inCanonicalOrder {
        if let scalar = Unicode.Scalar(part & CanonicalComposer.scalarBits) { ordered.append(contentsOf: scalar.utf8) }
      }
      done = place
    }
    while place < count {
      let (value, width) = scalar(at: place)
      let markClass = table.joinsPrevious(value) ? Self.markClass(of: value, table) : 0
      if markClass == 0 { endRun() } else if run.isEmpty { runStart = place }
      if markClass > 0 { run.append(markClass << CanonicalComposer.classShift | value) }
      place += width
    }
    endRun()
    if done == 0 { return nil }
    return String(decoding: ordered + self[done...], as: UTF8.self)
  }

  /// The combining class of a scalar; 0 if it keeps its place.
  private static func markClass(of value: UInt32, _ table: FoldingTable) -> UInt32 {
    if let mark = table.mark(value) { return mark >> CanonicalComposer.classShift }
    return UInt32(Unicode.Scalar(value)?.properties.canonicalCombiningClass.rawValue ?? 0)
  }
}

extension [CanonicalComposer.Part] {
  fileprivate var isInCanonicalOrder: Bool {
    zip(self, dropFirst()).allSatisfy { $0 >> CanonicalComposer.classShift <= $1 >> CanonicalComposer.classShift }
  }

  /// Marks sorted by class, keeping the order within one class. A stable sort in linear time.
  var inCanonicalOrder: Self {
    var places = [Int](repeating: 0, count: 256)
    for part in self { places[Int(part >> CanonicalComposer.classShift)] += 1 }
    var place = 0
    for index in places.indices { (places[index], place) = (place, place + places[index]) }
    return Self(unsafeUninitializedCapacity: count) { ordered, count in
      for part in self {
        let index = Int(part >> CanonicalComposer.classShift)
        ordered.initializeElement(at: places[index], to: part)
        places[index] += 1
      }
      count = self.count
    }
  }
}
