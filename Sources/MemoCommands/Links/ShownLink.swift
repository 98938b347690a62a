import MemoEngine

/// A link as commands show it.
struct ShownLink: Sendable {
  /// The line that it begins in, from 1.
  let line: Int
  /// The whole link as it is written.
  let written: String
  /// The heading, or `^` and the block, that it leads to; nil for the memo as a whole.
  let fragment: String?
  /// The memo that it leads to, or those that it could mean.
  let memos: [LinkDestination.LeadsTo]
  /// The problem with it; nil if there is none.
  let problem: LinkProblem?

  /// Takes a link from a text.
  ///
  /// - Parameter destination: the memo that it leads to; nil if there is none, or the problem names it.
  init(
    _ range: Range<Int>, in text: Rope, fragment: String?, destination: LinkDestination.LeadsTo?, problem: LinkProblem?
  ) {
    line = text.position(at: range.lowerBound, in: .utf8).line + 1
    written = text.string(in: range)
    self.fragment = fragment
    self.problem = problem
    memos = destination.map { [$0] } ?? problem?.memos ?? []
  }

  /// Fields for other programs, in the order of the help.
  static let names = ["line", "link", "fragment", "problem", "to", "destination"]

  /// The value of a field; empty if the link has none.
  func field(_ name: String) -> String {
    switch name {
    case "line": "\(line)"
    case "link": written
    case "fragment": fragment ?? ""
    case "problem": problem?.words ?? ""
    case "to": memos.map(\.id.description).joined(separator: " ")
    case "destination": memos.map(\.title).joined(separator: ", ")
    default: ""
    }
  }
}

extension LinkProblem {
  /// The problem in a few words.
  var words: String {
    switch self {
    case .broken: "no such memo"
    case .ambiguous(let memos): "could mean \(memos.count) memos"
    case .trashed: "in the trash"
    case .renamed: "has another title now"
    case .fragment: "no such heading or block"
    }
  }

  /// The memos that it could mean, or the one that has another title now.
  fileprivate var memos: [LinkDestination.LeadsTo] {
    switch self {
    case .ambiguous(let memos): memos
    case .renamed(let memo): [memo]
    case .broken, .trashed, .fragment: []
    }
  }
}

/// Links in a table for people: line, link, problem, and destination. The title is cut before the link, which often has
/// it.
enum LinkTable {
  private static let columns = [
    Table.Column(paint: .cyan, isNumber: true), Table.Column(share: 1), Table.Column(paint: .red),
    Table.Column(paint: .yellow), Table.Column(share: 0),
  ]

  /// The lines.
  static func lines(_ links: [ShownLink], _ terminal: Terminal) -> String {
    var table = Table(columns)
    for link in links {
      let ids = link.memos.map { MemoName.short($0.id) }.joined(separator: ", ")
      // Candidates share a title, so it would not tell them apart.
      let title = link.memos.count == 1 ? link.memos[0].title : ""
      table.add(["\(link.line)", link.written, link.problem?.words ?? "", ids, title])
    }
    return table.lines(for: terminal)
  }
}
