package import JSONRPC
package import MemoEngine

/// What is shown of a memo with some of its links.
package struct LinkingSummary: JSONObjectWritable, Sendable {
  private let summary: Summary
  private let links: [Place]

  /// Where a link stands, and what is wrong with it.
  private struct Place: JSONObjectWritable, Sendable {
    let range: ContentChange.Range
    /// The line it begins in, or the part around it of a long one.
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

  /// Creates what is shown of a memo.
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
