/// A copy of a text for finding its blocks: each line has the same length, but what matters only to inlines is blanked
/// out, so that it costs nothing, whatever is written. Line ends are LF.
///
/// Six things are smaller than in the text. Consecutive blank lines are reduced to one, which means the same, and a
/// line that can only be words to one byte. The others prevent texts made to take long: the marks of one line open at
/// most ``deepest`` blocks; between two blank lines at most ``mostRules`` lines can be a table's delimiter row; a table
/// has at most ``mostColumns`` columns; and the copy ends before the line that goes beyond ``ReadingLimits``.
struct PlainCopy {
  /// The traits of a line.
  struct Traits: OptionSet {
    let rawValue: UInt8
    /// The copy has one byte of it: a block with that byte has the whole line.
    static let isShort = Traits(rawValue: 1)
    /// Something in it may be code, HTML, a link or another sign.
    static let hasSigns = Traits(rawValue: 2)
  }

  /// Each line of the copy: its range in the text, without the line end.
  private(set) var lines: [Range<Int>] = []
  /// The traits of each line.
  private(set) var traits: [Traits] = []
  /// Whether it ends before the text, which has too many blocks.
  private(set) var isCut = false
  /// The part of the copy that was not handed over yet.
  private var bytes: [UInt8] = []

  /// The most quotations and lists that one line may open.
  private static let deepest = 500
  /// The most delimiter rows of a paragraph: for each the parser searches all lines above it for a header row.
  private static let mostRules = 64
  /// The most columns of a table. The parser takes time by the square of a row's cells.
  private static let mostColumns = 256
  /// The most surplus cells of a row: the parser skips them one by one.
  private static let mostCells = 512
  /// The most cells that the rows of a table may leave out.
  private static let mostHollow = 200_000

  /// The size of a piece that is handed over, and of a stretch without signs that is released.
  private static let portion = 64 << 10, dullStretch = 128 << 10

  /// Copies a text from an offset on, and hands the copy over, whole lines at a time.
  ///
  /// - Parameter broken: places of the text whose byte is to mean nothing, in order.
  init(_ source: SparseText, from start: Int, broken: [Int], feed: (UnsafeBufferPointer<UInt8>) -> Void) {
    let text = source.bytes
    var broken = broken[...]
    var position = start
    // The end of the part that is in memory, and the start of the lines that may be released.
    var (there, dull) = (start, start)
    var (wasBlank, wasMark) = (false, false)
    var rules = 0
    // The columns of the table that the last lines may be, and about how many blocks and cells there were.
    var (columns, blocks, quotations) = (0, 0, 0)
    // The most columns of those that are known to leave out few cells below.
    var fullColumns = 0
    let limit = ReadingLimits(bytes: text.count).most
    while position < text.count {
      var end = position
      var (isBlank, hasPipe, hasTag, hasTagEnd, hasSigns) = (true, false, false, false, false)
      while end < text.count {
        if end + 1 >= there { there = source.requireMore(behind: there) }
        let byte = text[end]
        // Most bytes are letters.
        if byte > UInt8(ascii: "`"), byte != UInt8(ascii: "|") {
          isBlank = false
          end = text.skipPlain(from: end + 1, before: there)
          continue
        }
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
      // The first line may begin with a byte order mark.
      let isShort = !hasPipe && !hasTagEnd && position > start && text[position..<end].first.map(\.beginsWords) ?? false
      if !isBlank || !wasBlank {
        let line = UnsafeBufferPointer(rebasing: text[position..<end])
        let isRule = hasPipe && line.isTableRule
        if isBlank { (columns, fullColumns) = (0, 0) }
        let outerColumns = columns
        if isRule { columns = line.count { $0 == UInt8(ascii: "|") } + 1 }
        if !isBlank {
          let isApart = wasBlank || lines.isEmpty
          blocks += line.blocks(behindBlank: isApart, quotations: &quotations, most: Self.deepest)
          blocks += min(columns, Self.mostColumns)
        }
        if blocks > limit {
          isCut = true
          break
        }
        lines.append(position..<end)
        traits.append([isShort ? .isShort : [], hasSigns ? .hasSigns : []])
        // The parser would put white space below an empty item's mark into that item, but it ends the item.
        if isBlank && wasMark { lines[lines.count - 1] = end..<end }
        if isShort {
          bytes.append(Self.mute)
        } else {
          copy(UnsafeBufferPointer(rebasing: text[lines[lines.count - 1]]), hasPipe: hasPipe)
        }
        if isBlank { rules = 0 }
        if isRule {
          rules += 1
          let isKnown = columns <= fullColumns
          let isTooMuch =
            rules > Self.mostRules || !isKnown && Self.isHollowTable(source, below: position..<end, &there)
          if !isTooMuch { fullColumns = max(fullColumns, columns) }
          if isTooMuch, let last = bytes.lastIndex(of: UInt8(ascii: "-")) {
            (bytes[last], columns) = (Self.mute, outerColumns)
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

  /// Whether a delimiter row has so many columns, or the rows below it leave out so many cells, each of which the
  /// parser would create, that it can't be meant as a table.
  private static func isHollowTable(_ source: SparseText, below rule: Range<Int>, _ there: inout Int) -> Bool {
    let text = source.bytes
    let columns = text[rule].count { $0 == UInt8(ascii: "|") }
    // One may be before the first column and one behind the last.
    if columns > mostColumns + 1 { return true }
    // The delimiter row has as many cells as the header row.
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

  /// The replacement for a byte that is to mean nothing.
  private static let mute = UInt8(ascii: "x")
  /// The replacement for a zero, which the parser would turn into three bytes, and for what is no letter in HTML.
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
      let next = line.skipPlain(from: index, before: line.count)
      if next > index {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: line[index..<next]))
        index = next
      }
    }
  }

  /// Replaces newer HTML in the last line by a kind that the parser knows: `<!a` and `<textarea>` begin a block only
  /// since CommonMark 0.30.
  private mutating func modernize(_ start: Int) {
    if bytes.count > start + 2, bytes[start + 1] == UInt8(ascii: "!"), (0x61...0x7A).contains(bytes[start + 2]) {
      bytes[start + 2] -= 0x20
    }
    let name = bytes[start...].prefix(9)
    guard String(decoding: name, as: UTF8.self).lowercased() == "<textarea" else { return }
    if let next = bytes.dropFirst(start + 9).first, next != 0x20, next != 0x09, next != UInt8(ascii: ">") { return }
    bytes.replaceSubrange(start..<start + 9, with: Array("<pre     ".utf8))
  }

  /// Ends a block of `<textarea>` on the line that closes it, as if it had been one of `<pre>`.
  private mutating func endTextArea(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
    let name = "</textarea>".utf8
    guard line.count >= name.count else { return }
    for start in line.indices.dropLast(name.count - 1) where line[start] == UInt8(ascii: "<") {
      guard line[start...].prefix(name.count).elementsEqual(name, by: { $0 == $1 || $0 | 0x20 == $1 }) else { continue }
      let place = bytes.count - line.endIndex + start
      bytes.replaceSubrange(place..<place + name.count, with: "</pre>     ".utf8)
    }
  }

  /// The replacement for a byte in the middle of a line. What may end a block of HTML stays, and what escapes a table's
  /// bar.
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
  /// Whether a line may be a table's delimiter row.
  fileprivate var isTableRule: Bool { contains(UInt8(ascii: "-")) && allSatisfy { " \t|:->".utf8.contains($0) } }

  /// Whether a line is a thematic break, however long.
  fileprivate var isRule: Bool {
    guard let mark = first(where: { $0 != 0x20 && $0 != 0x09 }) else { return false }
    return "-*_".utf8.contains(mark) && allSatisfy { $0 == mark || $0 == 0x20 || $0 == 0x09 }
  }
}

extension UInt8 {
  /// Whether a line that begins with it can only begin a paragraph, if no `|` and no `>` is in it.
  fileprivate var beginsWords: Bool { self >= 0x80 || (0x41...0x5A).contains(self & 0xDF) }
}
