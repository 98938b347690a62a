import MemoModel

extension Timestamp {
  /// Reads a moment as headers of notes have it: `2024-01-02`, perhaps with slashes, dots or nothing between the
  /// numbers, with a time that may lack seconds and zone; `January 2nd 2024, 3:04 pm` and the like; or seconds or
  /// milliseconds since 1970. Without a zone the local one is meant. Nil if it is none of these, or can't be written
  /// again.
  init?(written text: String) {
    // A link to a daily note means that day.
    let text = text.hasPrefix("[[") && text.hasSuffix("]]") ? String(text.dropFirst(2).dropLast(2)) : text
    guard text.utf8.count <= 100, let time = Timestamp(sinceEpoch: text) ?? WrittenDate(text).flatMap(Timestamp.init),
      Self.writable.contains(time)
    else { return nil }
    self = time
  }

  /// Seconds since 1970, which have 10 digits from 2001 to 2286, or milliseconds, which have 13.
  private init?(sinceEpoch text: String) {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else { return nil }
    switch text.utf8.count {
    case 9...10: self.init(millisecondsSince1970: number * 1000)
    case 13: self.init(millisecondsSince1970: number)
    default: return nil
    }
  }

  private init?(_ date: WrittenDate) {
    let day = String(date.year).padded(4) + "-" + String(date.month).padded(2) + "-" + String(date.day).padded(2)
    guard let midnight = Timestamp(reading: day) else { return nil }
    let zone = date.zone.map(Zone.init(minutes:)) ?? .local
    self = zone.moment(clock: midnight.millisecondsSince1970 + date.milliseconds)
  }
}

/// The parts of a date as somebody wrote it.
private struct WrittenDate {
  var year = 0, month = 1, day = 1
  /// The time since midnight, and how many minutes its zone is ahead of UTC; nil if it names none.
  var milliseconds = 0
  var zone: Int?

  private var rest: ArraySlice<UInt8>

  init?(_ text: String) {
    rest = Array(text.utf8)[...]
    skip(" \t")
    guard takeNumbers() || takeWords() else { return nil }
    skip(" \t")
    guard rest.isEmpty else { return nil }
  }

  private mutating func skip(_ characters: String) {
    rest = rest.drop { characters.utf8.contains($0) }
  }

  private mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    let found = rest.prefix { (0x30...0x39).contains($0) }.prefix(digits.upperBound)
    guard found.count >= digits.lowerBound else { return nil }
    rest = rest[found.endIndex...]
    return found.reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  private mutating func take(_ characters: String) -> Bool {
    guard let first = rest.first, characters.utf8.contains(first) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func word() -> String {
    let found = rest.prefix { (0x41...0x5A).contains($0 & 0xDF) }
    rest = rest[found.endIndex...]
    return String(decoding: found, as: UTF8.self).lowercased()
  }

  /// `2024-01-02`, `2024/1/2`, `20240102`, and perhaps a time.
  private mutating func takeNumbers() -> Bool {
    let start = rest
    guard let year = number(4...4) else { return false }
    if let separator = rest.first, "-/.".utf8.contains(separator) {
      rest.removeFirst()
      guard let month = number(1...2), rest.first == separator else {
        rest = start
        return false
      }
      rest.removeFirst()
      guard let day = number(1...2) else { return false }
      (self.year, self.month, self.day) = (year, month, day)
    } else {
      guard let month = number(2...2), let day = number(2...2) else {
        rest = start
        return false
      }
      (self.year, self.month, self.day) = (year, month, day)
      // The names of notes in zk and others: 202401020304 or 20240102030405.
      if let hour = number(2...2) {
        guard let minute = number(2...2), hour < 24, minute < 60 else { return false }
        milliseconds = ((hour * 60 + minute) * 60 + min(number(2...2) ?? 0, 59)) * 1000
        return true
      }
    }
    guard !rest.isEmpty else { return true }
    guard take("Tt \t,") else { return false }
    skip(" \t")
    return rest.isEmpty || takeTime()
  }

  /// `January 2nd, 2024 3:04 pm`, `2 Jan 2024 at 15:04`, perhaps with a weekday.
  private mutating func takeWords() -> Bool {
    var (year, month, day): (Int?, Int?, Int?)
    while !rest.isEmpty, year == nil || month == nil || day == nil {
      skip(" \t,.-")
      let start = rest
      if let number = number(1...4) {
        if rest.startIndex - start.startIndex == 4 { year = number } else { day = number }
        continue
      }
      let word = word()
      if let found = Self.months.firstIndex(where: { word.count >= 3 && $0.hasPrefix(word) }) { month = found + 1 }
      guard !word.isEmpty, word.count <= 9 else { return false }
    }
    guard let year, let month, let day else { return false }
    (self.year, self.month, self.day) = (year, month, day)
    skip(" \t,")
    if rest.starts(with: "at ".utf8) { rest = rest.dropFirst(3) }
    return rest.isEmpty || takeTime()
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// `3:04`, `03:04:05.678`, `3:04 pm`, and perhaps a zone.
  private mutating func takeTime() -> Bool {
    guard var hour = number(1...2), take(":"), let minute = number(2...2), minute < 60 else { return false }
    var second = 0
    if take(":") {
      guard let found = number(2...2), found <= 60 else { return false }
      second = found
    }
    var fraction = 0
    if take(".,") {
      // Fractions are cut to milliseconds.
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { return false }
      rest = rest[digits.endIndex...]
      fraction = (digits.prefix(3) + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    skip(" \t")
    let start = rest
    switch word() {
    case "am" where (1...12).contains(hour): hour %= 12
    case "pm" where (1...12).contains(hour): hour = hour % 12 + 12
    default: rest = start
    }
    guard hour < 24 else { return false }
    milliseconds = ((hour * 60 + minute) * 60 + second) * 1000 + fraction
    return takeZone()
  }

  private mutating func takeZone() -> Bool {
    skip(" \t")
    let start = rest
    if ["z", "utc", "gmt"].contains(word()) {
      zone = 0
    } else {
      rest = start
    }
    let isEast = rest.first == UInt8(ascii: "+")
    guard take("+-") else { return true }
    guard let hours = number(2...2), hours < 24 else { return false }
    _ = take(":")
    let minutes = number(2...2) ?? 0
    guard minutes < 60 else { return false }
    zone = (isEast ? 1 : -1) * (hours * 60 + minutes)
    return true
  }
}

extension String {
  fileprivate func padded(_ count: Int) -> String { String(repeating: "0", count: max(0, count - utf8.count)) + self }
}
