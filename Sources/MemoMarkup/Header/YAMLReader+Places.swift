extension YAMLReader {
  /// The ranges of words of one meaning. While the document is read they are in code points, as libyaml counts.
  struct Places {
    /// The part of the document that is being read.
    enum Scope {
      /// A part that is not asked for.
      case none
      /// The value of a member that is asked for.
      case wanted
    }

    /// The words and texts, including aliases of such, in order.
    private(set) var scalars: [HeaderScalar] = []
    /// All aliases and their values, in order.
    private(set) var aliases: [(range: Range<Int>, value: HeaderValue)] = []
    /// The places where the members of a map begin, if each begins a line.
    var starts: [MemberStart] = []
    var scope = Scope.none
    private let wanted: HeaderName

    init(_ wanted: HeaderName) { self.wanted = wanted }

    /// Goes on to the value after a name.
    mutating func enter(_ name: HeaderValue, at start: Int, _ depth: Int) {
      guard depth == 1 else { return }
      let text: String? = if case .scalar(let text, _) = name { text } else { nil }
      starts.append(MemberStart(name: text, offset: start))
      if text.flatMap({ HeaderName($0) }) == wanted { scope = .wanted }
    }

    /// Records a word or a text.
    mutating func note(_ value: HeaderValue, at range: Range<Int>, _ depth: Int) {
      // Words nested deeper are no tags.
      guard scope == .wanted, depth <= 3, case .scalar(let text, let isPlain) = value else { return }
      scalars.append(HeaderScalar(text: text, range: range, isItem: depth > 2, isPlain: isPlain))
    }

    /// Records an alias.
    mutating func note(alias value: HeaderValue, at range: Range<Int>, _ depth: Int) {
      aliases.append((range, value))
      if case .scalar(let text, _) = value { note(.scalar(text, isPlain: true), at: range, depth) }
    }

    /// The same ranges in bytes, without an anchor or a type's name before each word.
    func inBytes(_ bytes: [UInt8]) -> Places {
      var places = Places(wanted)
      var (words, others, members) = (CodePoints(bytes), CodePoints(bytes), CodePoints(bytes))
      for scalar in scalars {
        let range = words.bytes(scalar.range)
        places.scalars.append(
          HeaderScalar(
            text: scalar.text, range: bytes.behindProperties(range), isItem: scalar.isItem, isPlain: scalar.isPlain))
      }
      places.aliases = aliases.map { (others.bytes($0.range), $0.value) }
      places.starts = starts.map { start in
        MemberStart(name: start.name, offset: members.bytes(start.offset..<start.offset).lowerBound)
      }
      return places
    }
  }
}

/// Converts ascending offsets in code points to bytes.
struct CodePoints {
  private let bytes: [UInt8]
  private var (count, offset) = (0, 0)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func bytes(_ range: Range<Int>) -> Range<Int> {
    let start = offset(of: range.lowerBound)
    return start..<max(start, offset(of: range.upperBound))
  }

  private mutating func offset(of place: Int) -> Int {
    while count < place, offset < bytes.count {
      repeat { offset += 1 } while offset < bytes.count && bytes[offset] & 0xC0 == 0x80
      count += 1
    }
    return offset
  }
}

extension [UInt8] {
  /// The range of a value without `&name` and `!type` before it, the comments and white space after these, and the line
  /// ends after it.
  func behindProperties(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    let end = self[range].lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? start
    var isBehindProperty = false
    while start < end {
      if self[start] == UInt8(ascii: "&") || self[start] == UInt8(ascii: "!") {
        while start < end, !" \t\r\n".utf8.contains(self[start]) { start += 1 }
        isBehindProperty = true
      } else if isBehindProperty, " \t\r\n".utf8.contains(self[start]) {
        start += 1
      } else if isBehindProperty, self[start] == UInt8(ascii: "#") {
        while start < end, self[start] != UInt8(ascii: "\n") { start += 1 }
      } else {
        return start..<end
      }
    }
    return start..<end
  }
}
