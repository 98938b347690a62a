/// The form in which a search compares texts, as UTF-8: without case, and the same for all canonically equal spellings.
/// It is the canonical caseless form of the Unicode Standard (section 3.13, D145) in composed characters, so that 하
/// does not match part of 한.
public enum SearchForm {
  /// The form of a short text.
  public static func of(_ text: some StringProtocol) -> [UInt8] {
    var text = String(text)
    var form: [UInt8] = []
    text.withUTF8 { append($0, to: &form) }
    return form
  }

  /// Appends the form of a text. O(n); takes little extra memory, except for thousands of marks on one letter.
  ///
  /// - Parameter text: valid UTF-8 whose first scalar joins none before it.
  public static func append(_ text: UnsafeBufferPointer<UInt8>, to form: inout [UInt8]) {
    // A command that stores a few such words does without the table, which takes milliseconds to build.
    guard text.contains(where: { $0 >= 0x80 }) else { return appendLowercased(text, 0..<text.count, to: &form) }
    var composer = CanonicalComposer()
    append(text, to: &form, &composer)
  }

  /// The same with a composer that knows scalars of earlier texts.
  static func append(
    _ text: UnsafeBufferPointer<UInt8>, to form: inout [UInt8], _ composer: inout CanonicalComposer
  ) {
    let table = FoldingTable.shared
    var done = 0  // Everything before this place is in the form.
    var place = 0
    // The last scalar that the table changed: its place, and that of its form.
    var changed = (start: -1, end: -1, count: 0)
    while true {
      place = text.endOfUnchanged(from: place, table)
      guard place < text.count else { break }
      let (value, width) = text.scalar(at: place)
      if let folded = table.folded(value) {
        appendLowercased(text, done..<place, to: &form)
        changed = (place, place + width, form.count)
        if let scalar = Unicode.Scalar(folded) { form.append(contentsOf: scalar.utf8) }
        place += width
        done = place
        continue
      }
      var start = place
      if table.joinsPrevious(value), place > 0 {
        // The scalar that it joins is taken back.
        start = text.scalarBoundary(atOrBefore: place - 1)
        if start == changed.start, changed.end == place {
          form.removeLast(form.count - changed.count)
          done = start
        }
      }
      start = max(start, done)
      appendLowercased(text, done..<start, to: &form)
      place = start
      repeat {
        let (value, width) = text.scalar(at: place)
        composer.append(value, to: &form)
        place = composer.appendMarks(text, from: place + width)
      } while takesLongerLook(text, at: place, table)
      composer.finish(&form)
      done = place
    }
    appendLowercased(text, done..<text.count, to: &form)
  }

  /// The form by its definition.
  static func slowForm(of text: String) -> String { text.decomposed.caseFolded.composed }

  /// Whether a scalar's form is not in the table, or depends on the next scalar.
  private static func takesLongerLook(
    _ text: UnsafeBufferPointer<UInt8>, at place: Int, _ table: FoldingTable
  ) -> Bool {
    guard place < text.count else { return false }
    let (value, width) = text.scalar(at: place)
    guard table.folded(value) != nil else { return true }
    let next = place + width
    return next < text.count && table.joinsPrevious(text.scalar(at: next).value)
  }

  /// Appends a stretch in which nothing changes but the letters A to Z.
  private static func appendLowercased(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, to form: inout [UInt8])
  {
    if range.isEmpty { return }
    let start = form.count
    form.append(contentsOf: UnsafeBufferPointer(rebasing: text[range]))
    form.withUnsafeMutableBufferPointer { form in
      var index = start
      // No range to iterate over, so that the compiler vectorises the loop.
      while index < form.count {
        let byte = form[index]
        form[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
        index &+= 1
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The scalar that begins at a place of valid UTF-8, and how many bytes it takes.
  @inline(__always)
  func scalar(at place: Int) -> (value: UInt32, width: Int) {
    let lead = UInt32(self[place])
    if lead < 0x80 { return (lead, 1) }
    let second = UInt32(self[place + 1]) & 0x3F
    if lead < 0xE0 { return ((lead & 0x1F) << 6 | second, 2) }
    let third = UInt32(self[place + 2]) & 0x3F
    if lead < 0xF0 { return ((lead & 0xF) << 12 | second << 6 | third, 3) }
    return ((lead & 7) << 18 | second << 12 | third << 6 | UInt32(self[place + 3]) & 0x3F, 4)
  }

  /// The end of the scalars from a place on that stay as they are, A to Z aside.
  fileprivate func endOfUnchanged(from start: Int, _ table: FoldingTable) -> Int {
    var place = start
    while place < count {
      if self[place] < 0x80 {
        while place + 8 <= count, isASCII(place) { place &+= 8 }
        while place < count, self[place] < 0x80 { place &+= 1 }
      } else {
        let (value, width) = scalar(at: place)
        // Hangul syllables have a short cut past the table.
        guard value &- 0xAC00 < 11_172 || table.folded(value) == value else { return place }
        place += width
      }
    }
    return place
  }

  /// Whether the eight bytes from a place on are ASCII.
  @inline(__always)
  private func isASCII(_ place: Int) -> Bool {
    let word = UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: place, as: UInt64.self)
    return word & 0x8080_8080_8080_8080 == 0
  }
}
