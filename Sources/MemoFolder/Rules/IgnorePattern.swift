/// One line of a `.gitignore`, read as git reads it (gitignore(5)): byte by byte, so that `?` is one byte.
struct IgnorePattern: Sendable {
  /// Whether what it names is taken in after all.
  let isNegated: Bool
  /// Whether it names folders only.
  let isForFolders: Bool
  /// Whether it is about the path from its file's folder on, not about a name wherever that is.
  let isAnchored: Bool
  private let form: Form

  /// The ways in which a pattern matches; the first two are those of most lines, and cost next to nothing.
  private enum Form: Sendable {
    case same([UInt8])
    case ending([UInt8])
    case parts([Part])
  }

  private enum Part: Equatable, Sendable {
    case byte(UInt8)
    /// Any byte but a slash.
    case one
    /// One of these, by their bits; a slash is never one.
    case set([UInt64])
    /// Any number of bytes, none of them a slash.
    case run
    /// Any number of folders, each with the slash behind it.
    case folders
    /// Anything that is left.
    case rest

    /// The byte, if it is one.
    var byte: UInt8? { if case .byte(let byte) = self { byte } else { nil } }
  }

  /// Reads a line without its end; nil if it names nothing.
  init?(_ line: ArraySlice<UInt8>) {
    var line = Self.trimmed(line.prefix { $0 != 0 })
    guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
    isNegated = first == UInt8(ascii: "!")
    if isNegated { line.removeFirst() }
    isForFolders = line.last == UInt8(ascii: "/")
    if isForFolders { line.removeLast() }
    isAnchored = line.contains(UInt8(ascii: "/"))
    if line.first == UInt8(ascii: "/") { line.removeFirst() }
    guard !line.isEmpty, let parts = Self.parts(of: Array(line)) else { return nil }
    if parts.allSatisfy({ $0.byte != nil }) {
      form = .same(parts.compactMap(\.byte))
    } else if parts.first == .run, parts.dropFirst().allSatisfy({ $0.byte != nil }), !isAnchored {
      form = .ending(parts.compactMap(\.byte))
    } else {
      form = .parts(parts)
    }
  }

  /// The line without the spaces at its end, unless a backslash keeps them.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.startIndex
    var index = line.startIndex
    while index < line.endIndex {
      let isEscape = line[index] == UInt8(ascii: "\\")
      if line[index] != UInt8(ascii: " ") { end = min(index + (isEscape ? 2 : 1), line.endIndex) }
      index += isEscape ? 2 : 1
    }
    return line[..<end]
  }

  /// nil if nothing can match.
  private static func parts(of line: [UInt8]) -> [Part]? {
    var parts: [Part] = []
    var index = 0
    while index < line.count {
      switch line[index] {
      case UInt8(ascii: "\\"):
        guard index + 1 < line.count else { return nil }
        parts.append(.byte(line[index + 1]))
        index += 2
      case UInt8(ascii: "?"):
        parts.append(.one)
        index += 1
      case UInt8(ascii: "["):
        guard let set = ByteSet(line, at: &index) else { return nil }
        parts.append(.set(set.bits))
      case UInt8(ascii: "*"):
        let end = line[index...].firstIndex { $0 != UInt8(ascii: "*") } ?? line.count
        // git compares what stands before the first sign by itself, a backslash being one, and so begins anew with it.
        let isBehindPlain = parts.allSatisfy { $0.byte != nil } && !line[..<index].contains(UInt8(ascii: "\\"))
        let isAtStart = index == 0 || line[index - 1] == UInt8(ascii: "/") || isBehindPlain
        let isWhole = end - index > 1 && isAtStart
        if isWhole, end == line.count {
          parts.append(.rest)
          index = end
        } else if isWhole, line[end] == UInt8(ascii: "/") {
          // Twice is no more than once, and each would be entered from all before it.
          if parts.last != .folders { parts.append(.folders) }
          index = end + 1
        } else {
          if parts.last != .run { parts.append(.run) }
          index = end
        }
      default:
        parts.append(.byte(line[index]))
        index += 1
      }
    }
    return parts
  }

  /// Whether it names this path.
  ///
  /// - Parameters:
  ///   - path: from its file's folder on.
  ///   - name: the path's last part.
  func names(_ path: Substring.UTF8View, name: Substring.UTF8View, isFolder: Bool) -> Bool {
    if isForFolders, !isFolder { return false }
    let text = isAnchored ? path : name
    switch form {
    case .same(let bytes): return text.elementsEqual(bytes)
    case .ending(let bytes): return text.count >= bytes.count && text.suffix(bytes.count).elementsEqual(bytes)
    case .parts(let parts): return Self.match(parts, text)
    }
  }

  /// Goes through the text once, with all places in the pattern that may have been come to: nobody's pattern takes
  /// longer than its length times that of the text.
  private static func match(_ parts: [Part], _ text: Substring.UTF8View) -> Bool {
    var places = [Bool](repeating: false, count: parts.count + 1)
    var next = places
    enter(0, parts, &places)
    for byte in text {
      let isSlash = byte == UInt8(ascii: "/")
      var isAnywhere = false
      for index in parts.indices where places[index] {
        isAnywhere = true
        switch parts[index] {
        case .byte(let wanted): if byte == wanted { enter(index + 1, parts, &next) }
        case .one: if !isSlash { enter(index + 1, parts, &next) }
        case .set(let bits):
          if !isSlash, bits[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 { enter(index + 1, parts, &next) }
        case .run: if !isSlash { enter(index, parts, &next) }
        case .folders:
          next[index] = true
          if isSlash { enter(index + 1, parts, &next) }
        case .rest: return true
        }
      }
      if !isAnywhere { return false }
      swap(&places, &next)
      for index in next.indices { next[index] = false }
    }
    return places[parts.count]
  }

  /// Comes to a place, and to those behind it that may be of no length.
  private static func enter(_ place: Int, _ parts: [Part], _ places: inout [Bool]) {
    var place = place
    while true {
      places[place] = true
      guard place < parts.count, [.run, .folders, .rest].contains(parts[place]) else { return }
      place += 1
    }
  }
}
