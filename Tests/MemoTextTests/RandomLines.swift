import MemoText
import TestSupport

/// A line as plain as can be: what it says and what ends it.
struct PlainLine: Hashable {
  var content: String
  var terminator: String
}

/// Lines of a text, as the rope counts them: the last one has no terminator and may be empty.
func plainLines(of text: String) -> [PlainLine] {
  let model = TextModel(text)
  return model.lines.map { line in
    PlainLine(
      content: TextModel(scalars: model.scalars[line.content]).string,
      terminator: TextModel(scalars: model.scalars[line.content.upperBound..<line.next]).string)
  }
}

/// The bytes of each line's content: `==` on strings would take canonically equivalent ones for one.
func contents(of text: String) -> [[UInt8]] { plainLines(of: text).map { Array($0.content.utf8) } }

extension TextModel {
  init(scalars: ArraySlice<Unicode.Scalar>) {
    self.init()
    self.scalars = Array(scalars)
  }
}

extension SeededGenerator {
  /// Up to `count` lines, of few words or of many, ended in one way or in any.
  mutating func lines(_ count: Int) -> [PlainLine] {
    let words = chance(50) ? 4 : 10_000
    let terminator = chance(60) ? anyTerminator() : nil
    return (0..<Int.random(in: 0...count, using: &self)).map { _ in
      PlainLine(content: word(of: words), terminator: terminator ?? anyTerminator())
    }
  }

  /// The text of `lines`, most often without the last terminator.
  mutating func text(_ lines: [PlainLine]) -> String {
    var view = String.UnicodeScalarView()
    for (index, line) in lines.enumerated() {
      view.append(contentsOf: line.content.unicodeScalars)
      if index < lines.count - 1 || chance(40) { view.append(contentsOf: line.terminator.unicodeScalars) }
    }
    return String(view)
  }

  /// The lines with some of them deleted, repeated, moved, rewritten or ended differently.
  mutating func edited(_ lines: [PlainLine], edits: Int) -> [PlainLine] {
    var lines = lines
    for _ in 0..<edits {
      let index = Int.random(in: 0...lines.count, using: &self)
      guard index < lines.count else {
        lines.append(PlainLine(content: word(of: 9), terminator: anyTerminator()))
        continue
      }
      switch Int.random(in: 0..<8, using: &self) {
      case 0: lines.remove(at: index)
      case 1: lines.insert(PlainLine(content: word(of: 9), terminator: lines[index].terminator), at: index)
      case 2: lines.insert(lines.randomElement(using: &self) ?? lines[index], at: index)
      case 3: lines[index].terminator = anyTerminator()
      case 4: lines[index].content = ""
      case 5:
        let end = Swift.min(index + 3, lines.count)
        lines.replaceSubrange(index..<end, with: self.lines(3))
      default: lines[index].content = changed(lines[index].content)
      }
    }
    if chance(5) {
      let terminator = anyTerminator()
      for index in lines.indices { lines[index].terminator = terminator }
    }
    return lines
  }

  private mutating func changed(_ word: String) -> String {
    var scalars = Array(word.unicodeScalars)
    scalars.insert(["x", "é", "한", "😀", "\u{301}"].randomElement(using: &self) ?? "x", at: scalars.count / 2)
    return TextModel(scalars: scalars[...]).string
  }

  private mutating func word(of words: Int) -> String {
    let number = Int.random(in: 0..<words, using: &self)
    return ["", "é\(number)", "e\u{301}\(number)", "memo \(number)", "😀\(number)👩‍👩‍👧‍👦"]
      .randomElement(using: &self) ?? ""
  }

  private mutating func anyTerminator() -> String { ["\n", "\r\n", "\r"].randomElement(using: &self) ?? "\n" }
}
