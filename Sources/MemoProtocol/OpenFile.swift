package import JSONRPC
package import MemoEngine

/// Gives the memo that a file of the store's folder is, to whoever opens the file, and may give the file itself.
package enum OpenFile: RequestType {
  /// `openFile`
  package static let method: StaticString = "openFile"

  /// The file.
  package struct Params: JSONReadable, Sendable {
    /// The file's path below the folder.
    package let path: String
    /// Whether the file is to be the client's until it closes it.
    package let hold: Bool

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      path = try json.required("path")
      hold = try json.optional("hold") ?? false
    }
  }

  /// The memo, if there is one.
  package struct Result: JSONObjectWritable, Sendable {
    private let memo: Memo?
    private let isTakenIn: Bool?

    /// Creates the result for a session of this encoding.
    ///
    /// - Parameters:
    ///   - memo: nil if no memo is that file.
    ///   - isTakenIn: whether the memo has all that the file says.
    package init(_ memo: MemoSnapshot?, isTakenIn: Bool = false, _ encoding: PositionEncoding) {
      (self.memo, self.isTakenIn) = (memo.map { Memo($0, encoding) }, memo.map { _ in isTakenIn })
    }

    /// Writes the result.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("memo", memo)
      writer.member("isTakenIn", isTakenIn)
    }
  }
}
