import JSONRPC
import MemoText

/// A place in a document (`Location`).
struct Location: JSONObjectWritable, Sendable {
  let uri: DocumentURI
  let range: TextRange

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("uri", uri)
    writer.member("range", range)
  }
}

extension OpenNote {
  /// A stretch of its text as a place.
  func location(_ range: Range<Int>, _ encoding: PositionEncoding) -> Location {
    var places = Places(state.text, in: encoding)
    return Location(uri: uri, range: places(range))
  }
}
