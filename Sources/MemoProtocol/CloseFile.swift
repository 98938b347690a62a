package import JSONRPC

/// Gives a file back that the client has held, to whoever keeps the folder.
package enum CloseFile: RequestType {
  /// `closeFile`
  package static let method: StaticString = "closeFile"

  /// The file.
  package struct Params: JSONReadable, Sendable {
    /// The memo that the file is.
    package let id: String
    /// Whether the memo is to say again what the file says.
    package let discard: Bool

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      id = try json.required("id")
      discard = try json.optional("discard") ?? false
    }
  }

  /// Nothing.
  package typealias Result = NoResult
}
