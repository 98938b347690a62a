import JSONRPC

/// A request or a notification on its way through the server.
struct Call {
  /// Nil for a notification.
  let id: RequestID?
  let method: String
  /// An object or an array; nil if absent.
  let params: JSONView?
  let destination: Destination

  /// The method's name, fit for an error message; no log may have it unless it is one of ours.
  var printableMethod: String {
    let isName = method.utf8.count <= 64 && method.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    return isName ? method : "of that name"
  }

  /// Reads the parameters.
  ///
  /// - Throws: `invalidParams`, whose `data.path` names the member that is wrong.
  func read<Params: JSONReadable>(_ type: Params.Type = Params.self) throws(ResponseError) -> Params {
    do throws(JSONTypeError) {
      return try Params(json: params ?? JSONDocument.emptyObject.root)
    } catch {
      throw WireError.invalidParams(error)
    }
  }
}
