package import JSONRPC
package import MemoEngine

/// A memo with some of its links, as lists show it.
package struct LinkingSummary: JSONObjectWritable, Sendable {
  private let summary: Summary
  private let links: [Place]

  /// The place of a link, and its problem.
  private struct Place: JSONObjectWritable, Sendable {
    let range: ContentChange.Range
    /// The line it begins in; of a long one the part around it.
    let line: String
    let fragment: String?
    let problem: LinkProblem?

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("range", range)
      writer.member("line", line)
      writer.member("fragment", fragment)
      problem?.writeMembers(to: &writer)
    }
  }

  /// Creates the summary of a memo.
  package init(_ memo: LinkingMemo, _ encoding: PositionEncoding) {
    summary = Summary(memo.listed)
    var walk = PositionWalk(memo.text, in: encoding)
    links = memo.links.map { link in
      Place(
        range: ContentChange.Range(link.range, by: &walk), line: memo.text.excerpt(around: link.range),
        fragment: link.fragment, problem: link.problem)
    }
  }

  /// Writes the summary's members and the links as one object.
  package func writeMembers(to writer: inout JSONWriter) {
    summary.writeMembers(to: &writer)
    writer.member("links", links)
  }
}
