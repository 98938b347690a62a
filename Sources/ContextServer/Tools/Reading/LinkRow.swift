import JSONRPC
import MemoEngine

/// A link as agents see it.
struct LinkRow: JSONObjectWritable, Sendable {
  private let place: ShownLine
  private let target: String
  private let resolved: ResolvedLink

  /// The most characters of a link's target that are shown.
  private static let longestTarget = 200

  /// The problems that a link may have.
  static let problems = ["broken", "ambiguous", "trashed", "renamed", "fragment"]

  init(_ link: Outline.Link, _ resolved: ResolvedLink, in text: Rope) {
    place = ShownLine(link.range, in: text)
    let fragment = link.fragment.map { "#\($0)" } ?? ""
    target = String((link.target + fragment).unicodeScalars.prefix(Self.longestTarget))
    self.resolved = resolved
  }

  func writeMembers(to writer: inout JSONWriter) {
    place.writeMembers(to: &writer)
    writer.member("target", target)
    writer.member("id", resolved.id?.description)
    writer.member("problem", resolved.problem.map(Self.name))
  }

  private static func name(_ problem: LinkProblem) -> StaticString {
    switch problem {
    case .broken: "broken"
    case .ambiguous: "ambiguous"
    case .trashed: "trashed"
    case .renamed: "renamed"
    case .fragment: "fragment"
    }
  }
}

/// A line with something in it, as agents see it.
struct ShownLine: JSONObjectWritable, Sendable {
  /// Its number, from 1.
  let line: Int
  private let text: String

  init(_ range: Range<Int>, in text: Rope) {
    line = text.position(at: range.lowerBound, in: .utf8).line + 1
    self.text = text.excerpt(around: range)
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("line", line)
    writer.member("text", text)
  }
}

/// A memo that links to another.
struct BacklinkRow: JSONObjectWritable, Sendable {
  private let row: ToolMemoRow
  /// The first lines with links to the other memo, each once.
  private var lines: [ShownLine] = []
  /// The number of links in later lines.
  private let more: Int

  /// The most lines that are shown.
  private static let mostLines = 5

  init(_ memo: LinkingMemo) {
    row = ToolMemoRow(memo.listed)
    var (shown, end) = (0, 0)
    for link in memo.links {
      if link.range.lowerBound >= end {
        guard lines.count < Self.mostLines else { break }
        let line = ShownLine(link.range, in: memo.text)
        lines.append(line)
        end = memo.text.endOfLine(line.line - 1)
      }
      shown += 1
    }
    more = memo.links.count - shown
  }

  func writeMembers(to writer: inout JSONWriter) {
    row.writeMembers(to: &writer)
    writer.member("lines", lines)
    if more > 0 { writer.member("more", more) }
  }
}
