import JSONRPC
import MemoEngine

extension LinkProblem {
  /// Writes the problem's name, and the memos that the link may mean.
  func writeMembers(to writer: inout JSONWriter) {
    let (word, candidates): (StaticString, [LinkDestination.LeadsTo]) =
      switch self {
      case .broken: ("broken", [])
      case .ambiguous(let memos): ("ambiguous", memos)
      case .trashed: ("trashed", [])
      case .renamed(let memo): ("renamed", [memo])
      case .fragment: ("fragment", [])
      }
    writer.member("problem", word)
    if !candidates.isEmpty { writer.member("candidates", candidates.map(Candidate.init)) }
  }

  /// A memo that a link may mean.
  private struct Candidate: JSONObjectWritable {
    let memo: LinkDestination.LeadsTo

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("id", memo.id.description)
      writer.member("title", memo.title)
    }
  }
}
