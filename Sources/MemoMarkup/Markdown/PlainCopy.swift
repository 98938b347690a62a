/// A copy of a text for finding its blocks: of the same length in each line, but without what only inlines care for, so
/// that these cost nothing, whatever is written. Line ends are LF.
///
/// Five things are smaller than in the text. Of blank lines that follow each other one is left, which means the same,
/// and of a line that can be nothing but words one byte is. The others keep what was made to take long from doing so:
/// the marks of one line open at most ``deepest`` blocks; between two blank lines at most ``mostRules`` lines can be
/// the rule below a table's heads; and a table has at most ``mostColumns`` columns.
struct PlainCopy {
  /// What a line is.
  struct Traits: OptionSet {
    let rawValue: UInt8
    /// The copy has one byte of it. Whatever has it has all of it.
    static let isShort = Traits(rawValue: 1)
    /// Something in it may be code, HTML, a link or another sign.
    static let hasSigns = Traits(rawValue: 2)
  }

  /// Each line of the copy: where it stands in the text, without what ends it.
  private(set) var lines: [Range<Int>] = []
  /// What each of the lines is.
  private(set) var traits: [Traits] = []
  /// What was not handed over yet of the copy.
  private var bytes: [UInt8] = []

  /// How many quotations and lists one line may open.
  private static let deepest = 500
  /// At how many lines the parser may look for the heads of a table above them: it looks through all that is above.
  private static let mostRules = 64
  /// How many columns a table may have. The parser takes time by the square of a row's cells.
  private static let mostColumns = 256
  /// How many cells a row may have that no table has a column for: the parser passes over them, one by one.
  private static let mostCells = 512
  /// How many cells the rows of a table may leave out.
  private static let mostHollow = 200_000

  /// How much of the copy is handed over in one go, and how much of a text without signs is given back.
  private static let portion = 64 << 10, dullStretch = 128 << 10

  /// Copies a text from an offset on, and hands the copy over, whole lines at a time.
  ///
  /// - Parameter broken: places of the text whose byte is to mean nothing, in order.
  init(_ source: SparseText, from start: Int, broken: [Int], feed: (UnsafeBufferPointer<UInt8>) -> Void) {
    let text = source.bytes
    var broken = broken[...]
    var position = start
    // Up to where the text is there, and where the lines begin that nobody may need again.
    var (there, dull) = (start, start)
    var (wasBlank, wasMark) = (false, false)
    var rules = 0
    while position < text.count {
      var end = position
      var (isBlank, hasPipe, hasTag, hasTagEnd, hasSigns) = (true, false, false, false, false)
      while end < text.count {
        if end + 1 >= there { there = source.requireMore(behind: there) }
        let byte = text[end]
        if byte == 0x0A || byte == 0x0D { break }
        if byte != 0x20, byte != 0x09 { isBlank = false }
        switch byte {
        case UInt8(ascii: "|"): hasPipe = true
        case UInt8(ascii: ">"): hasTagEnd = true
        case UInt8(ascii: "<"): (hasTag, hasSigns) = (true, true)
        case UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "#"), UInt8(ascii: "^"):
          hasSigns = true
        default: break
        }
        end += 1
      }
      // Before the first byte of all may stand the mark of the byte order.
      let isShort = !hasPipe && !hasTagEnd && position > start && text[position..<end].first.map(\.beginsWords) ?? false
      if !isBlank || !wasBlank {
        lines.append(position..<end)
        traits.append([isShort ? .isShort : [], hasSigns ? .hasSigns : []])
        // White space below an item's mark without words would be in that item to the parser, but ends it.
        if isBlank && wasMark { lines[lines.count - 1] = end..<end }
        if isShort {
          bytes.append(Self.mute)
        } else {
          copy(UnsafeBufferPointer(rebasing: text[lines[lines.count - 1]]), hasPipe: hasPipe)
        }
        if isBlank { rules = 0 }
        if hasPipe, UnsafeBufferPointer(rebasing: text[position..<end]).isTableRule {
          rules += 1
          if rules > Self.mostRules || Self.isHollowTable(source, below: position..<end, &there),
            let last = bytes.lastIndex(of: UInt8(ascii: "-"))
          {
            bytes[last] = Self.mute
          }
        }
        if hasTag { endTextArea(text[position..<end]) }
        bytes.append(0x0A)
        while let place = broken.first, place < end {
          if !isShort { bytes[bytes.count - 1 - end + place] = Self.mute }
          broken.removeFirst()
        }
        if bytes.count >= Self.portion { handOver(feed) }
      }
      wasBlank = isBlank
      wasMark = text[position..<end].last { $0 != 0x20 && $0 != 0x09 }.map { "-+*.)".utf8.contains($0) } ?? false
      let next = end + (end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A ? 2 : 1)
      let isDull = isBlank || isShort && !hasSigns
      if !isDull {
        source.release(dull..<max(dull, position))
        dull = next
      } else if next - dull >= Self.dullStretch {
        dull = source.release(dull..<end)
      }
      position = next
    }
    handOver(feed)
  }

  private mutating func handOver(_ feed: (UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer(feed)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Whether a table's rule has so many columns, or the rows below it leave out so many cells, all of which the parser
  /// would make, that whoever wrote them meant something else.
  private static func isHollowTable(_ source: SparseText, below rule: Range<Int>, _ there: inout Int) -> Bool {
    let text = source.bytes
    let columns = text[rule].count { $0 == UInt8(ascii: "|") }
    // One stands before the first column and one behind the last.
    if columns > mostColumns + 1 { return true }
    // The rule has as many as the heads.
    var (hollow, cells, hasInk) = (0, columns, true)
    for index in rule.upperBound..<text.count {
      if index + 1 >= there { there = source.requireMore(behind: there) }
      switch text[index] {
      case 0x0D where index + 1 < text.count && text[index + 1] == 0x0A: break
      case 0x0A, 0x0D:
        guard hasInk else { return false }
        hollow += max(0, columns - cells)
        if hollow > mostHollow { return true }
        (cells, hasInk) = (0, false)
      case UInt8(ascii: "|"): (cells, hasInk) = (cells + 1, true)
      case 0x20, 0x09: break
      default: hasInk = true
      }
    }
    return false
  }

  /// What stands for a byte that is to mean nothing.
  private static let mute = UInt8(ascii: "x")
  /// What stands for a zero, in place of which the parser would put three bytes, and for what is no letter of HTML.
  private static let nothing = UInt8(ascii: ",")

  private mutating func copy(_ line: UnsafeBufferPointer<UInt8>, hasPipe: Bool) {
    var index = 0
    var marks = 0
    while index < line.count {
      switch line[index] {
      case 0x20, 0x09, UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): break
      case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."),
        UInt8(ascii: ")"):
        marks += 1
      default: marks = Int.max / 2
      }
      if marks >= Int.max / 2 { break }
      if marks > Self.deepest {
        if line.isRule { return bytes.append(contentsOf: line[index...]) }
        bytes.append(Self.mute)
        index += 1
        break
      }
      bytes.append(line[index])
      index += 1
    }
    guard index < line.count else { return }
    switch line[index] {
    case UInt8(ascii: "<"):
      let isData = line[index...].starts(with: "<![CDATA[".utf8)
      for place in index..<line.count {
        let isMute = line[place] == UInt8(ascii: "[") && !(isData && place <= index + 8)
        bytes.append(isMute || line[place] == 0 ? Self.nothing : line[place])
      }
      modernize(bytes.count - (line.count - index))
      return
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      let mark = line[index]
      let run = line[index...].prefix { $0 == mark }.count
      for _ in 0..<run { bytes.append(mark) }
      index += run
      if run >= 3, mark == UInt8(ascii: "`") {
        for place in index..<line.count { bytes.append(line[place] == 0 ? Self.nothing : line[place]) }
        return
      }
    default: break
    }
    var cells = 0
    while index < line.count {
      let isBorder = line[index] == UInt8(ascii: "|") && (index == 0 || line[index - 1] != UInt8(ascii: "\\"))
      if isBorder { cells += 1 }
      bytes.append(isBorder && cells > Self.mostCells ? Self.mute : plain(line, index, hasPipe: hasPipe))
      index += 1
    }
  }

  /// Makes HTML of the last line one that the parser knows as such: `<!a` and `<textarea>` began a block only after
  /// CommonMark 0.29.
  private mutating func modernize(_ start: Int) {
    if bytes.count > start + 2, bytes[start + 1] == UInt8(ascii: "!"), (0x61...0x7A).contains(bytes[start + 2]) {
      bytes[start + 2] -= 0x20
    }
    let name = bytes[start...].prefix(9)
    guard String(decoding: name, as: UTF8.self).lowercased() == "<textarea" else { return }
    if let next = bytes.dropFirst(start + 9).first, next != 0x20, next != 0x09, next != UInt8(ascii: ">") { return }
    bytes.replaceSubrange(start..<start + 9, with: Array("<pre     ".utf8))
  }

  /// Ends a block of `<textarea>` where a line does, as if it had been of `<pre>`.
  private mutating func endTextArea(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
    let name = "</textarea>".utf8
    guard line.count >= name.count else { return }
    for start in line.indices.dropLast(name.count - 1) where line[start] == UInt8(ascii: "<") {
      guard line[start...].prefix(name.count).elementsEqual(name, by: { $0 == $1 || $0 | 0x20 == $1 }) else { continue }
      let place = bytes.count - line.endIndex + start
      bytes.replaceSubrange(place..<place + name.count, with: "</pre>     ".utf8)
    }
  }

  /// What stands for a byte in the middle of a line. What may end an HTML block stays, and what escapes a table's line.
  private func plain(_ line: UnsafeBufferPointer<UInt8>, _ index: Int, hasPipe: Bool) -> UInt8 {
    func isAt(_ place: Int, _ byte: Unicode.Scalar) -> Bool {
      place >= 0 && place < line.count && line[place] == UInt8(ascii: byte)
    }
    switch line[index] {
    case UInt8(ascii: "["), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "&"),
      UInt8(ascii: "~"), UInt8(ascii: "!"):
      return Self.mute
    case UInt8(ascii: "\\"): return hasPipe ? line[index] : Self.mute
    case UInt8(ascii: "<"): return isAt(index + 1, "/") ? line[index] : Self.mute
    case UInt8(ascii: "]"):
      let endsData =
        isAt(index + 1, "]") && isAt(index + 2, ">") || isAt(index - 1, "]") && isAt(index + 1, ">")
      return endsData ? line[index] : Self.mute
    case 0: return Self.nothing
    default: return line[index]
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a line may be the one that stands below a table's heads.
  fileprivate var isTableRule: Bool { contains(UInt8(ascii: "-")) && allSatisfy { " \t|:->".utf8.contains($0) } }

  /// Whether a line is a thematic break, however long.
  fileprivate var isRule: Bool {
    guard let mark = first(where: { $0 != 0x20 && $0 != 0x09 }) else { return false }
    return "-*_".utf8.contains(mark) && allSatisfy { $0 == mark || $0 == 0x20 || $0 == 0x09 }
  }
}

extension UInt8 {
  /// Whether a line that begins with it begins no block but a paragraph, if no `|` and no `>` is in it.
  fileprivate var beginsWords: Bool { self >= 0x80 || (0x41...0x5A).contains(self & 0xDF) }
}
