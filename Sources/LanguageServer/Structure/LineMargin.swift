import MemoMarkup
import MemoText

/// The marks of quotations and items at the beginning of a line, and what keeps further lines in these.
struct LineMargin {
  /// The marks, with white space around them.
  let marks: Substring
  /// The rest of the line.
  let rest: Substring
  /// The beginning of a further line.
  let further: String
  /// The number of items that begin there, if all of it are marks: in the middle of a paragraph they may be words.
  let items: Int

  init(of line: Substring) {
    var (rest, further, items) = (line, "", 0)
    while let first = rest.first {
      if first == " " || first == "\t" || first == ">" {
        further.append(first)
        rest.removeFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let mark = rest.prefix(digits.count + 1)
      guard let end = mark.dropFirst(digits.count).first, (digits.isEmpty ? "-*+" : ".)").contains(end),
        let space = rest.dropFirst(mark.count).first, space == " " || space == "\t"
      else { break }
      further += String(repeating: " ", count: mark.count)
      rest.removeFirst(mark.count)
      items += 1
    }
    (self.rest, self.further, self.items) = (rest, further, items)
    marks = line[..<rest.startIndex]
  }

  /// A further line without its margin, and whether it is in all of the quotations. One that only goes on with words
  /// may have less of it.
  func inside(_ line: Substring) -> (words: Substring, isWhole: Bool) {
    var rest = line
    for mark in further {
      if rest.first == mark {
        rest.removeFirst()
      } else if mark == ">" {
        let words = rest.drop { $0 == " " }
        guard words.first == ">" else { return (rest, false) }
        rest = words.dropFirst()
      }
    }
    return (rest, true)
  }
}

extension Rope {
  /// The margin of a stretch's first line; nil if the stretch begins behind words, or at the beginning of a line.
  func margin(of range: Range<Int>) -> LineMargin? {
    let start = offsetOfLine(position(at: range.lowerBound, in: .utf8).line)
    let margin = LineMargin(of: string(in: start..<range.lowerBound)[...])
    return margin.rest.isEmpty && !margin.marks.isEmpty ? margin : nil
  }

  /// The replacements that take the words of a stretch out of the quotations and items that it begins in.
  func withoutMargins(_ range: Range<Int>) -> [TextReplacement] {
    guard let margin = margin(of: range) else { return [] }
    let first = position(at: range.lowerBound, in: .utf8).line
    let last = position(at: range.upperBound, in: .utf8).line
    return (first..<last).map { line in
      let start = offsetOfLine(line + 1)
      let words = string(in: start..<endOfLine(line + 1))
      let width = words.utf8.count - margin.inside(words[...]).words.utf8.count
      return TextReplacement(range: start..<min(start + width, range.upperBound), text: "")
    }
  }

  /// A stretch with those of some replacements that are in it.
  func string(in range: Range<Int>, with replacements: [TextReplacement]) -> String {
    var (words, place) = ("", range.lowerBound)
    for replacement in replacements.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where range.lowerBound <= replacement.range.lowerBound && replacement.range.upperBound <= range.upperBound {
      words += string(in: place..<replacement.range.lowerBound) + replacement.text
      place = replacement.range.upperBound
    }
    return words + string(in: place..<range.upperBound)
  }
}
