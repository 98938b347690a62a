public import JSON

/// One message, told apart by its members alone; `params` and `result` are still raw.
public enum Message: Sendable {
  /// A request, which wants an answer. `params` may still be of the wrong kind: which error that is depends on the
  /// method. A method's name longer than any of ours is cut.
  case call(RequestID, method: String, params: JSONView?)
  /// A request without an id, which is never answered.
  case notification(method: String, params: JSONView?)
  /// An answer to a request of ours.
  case response(RequestID, Result<JSONView, ResponseError>)
  /// No valid message: the error to answer with, under the id that could be read.
  case invalid(RequestID, ResponseError)

  /// Sorts one JSON value by the rules of JSON-RPC 2.0, sections 4 and 5.
  public init(_ view: JSONView) {
    guard view.kind == .object else {
      self = .invalid(.null, ResponseError(.invalidRequest, "a message must be an object"))
      return
    }
    let method = view["method"]
    if method == nil, view["result"] != nil || view["error"] != nil {
      self = .response(view["id"].flatMap(RequestID.init) ?? .null, Self.outcome(view))
      return
    }
    var id: RequestID?
    if let raw = view["id"] {
      guard let read = RequestID(raw) else {
        let message = "id must be a string, an integer within ±2^53, or null"
        self = .invalid(.null, ResponseError(.invalidRequest, message))
        return
      }
      id = read
    }
    self = Self.sort(view, id: id, method: method?.string.map(Self.shortened))
  }

  /// The outcome of an answer: the error, if there is one.
  private static func outcome(_ view: JSONView) -> Result<JSONView, ResponseError> {
    if let error = view["error"], !error.isNull { return .failure(ResponseError(reading: error)) }
    return .success(view["result"] ?? JSONDocument.emptyObject.root)
  }

  /// The longest method name that is kept, in bytes.
  static let longestMethod = 100

  /// A method's name, cut so that looking it up stays cheap; see ``Swift/String/hasBytes(of:)``.
  private static func shortened(_ method: String) -> String {
    method.utf8.count <= longestMethod ? method : String(decoding: method.utf8.prefix(longestMethod + 1), as: UTF8.self)
  }

  private static func sort(_ view: JSONView, id: RequestID?, method: String?) -> Message {
    func invalid(_ message: String) -> Message { .invalid(id ?? .null, ResponseError(.invalidRequest, message)) }
    guard view["jsonrpc"]?.says("2.0") ?? false else { return invalid(#"jsonrpc must be the string "2.0""#) }
    guard let method else { return invalid("method must be a string") }
    let params = view["params"].flatMap { $0.isNull ? nil : $0 }
    guard let id else { return .notification(method: method, params: params) }
    return .call(id, method: method, params: params)
  }
}

/// The content of one frame.
public enum Envelope: Sendable {
  /// One message.
  case single(Message)
  /// A batch, in order; never empty.
  case batch(JSONChildren)

  /// Reads a frame's bytes, which are not copied if the caller gives up its reference.
  ///
  /// - Throws: the error to answer with `id: null`.
  public init(_ bytes: consuming [UInt8]) throws(ResponseError) { try self.init(taking: &bytes) }

  /// The same, where the bytes are wanted if they can't be read: they are still there then.
  init(taking bytes: inout [UInt8]) throws(ResponseError) {
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(taking: &bytes)
    } catch {
      throw ResponseError(.parseError, "this is not JSON: \(error)")
    }
    let root = document.root
    guard root.kind == .array else {
      self = .single(Message(root))
      return
    }
    let elements = root.elements
    guard elements.contains(where: { _ in true }) else {
      throw ResponseError(.invalidRequest, "a batch must have at least one message")
    }
    self = .batch(elements)
  }
}
