import JSONRPC

/// A call of ``OrderFace``: everything that bears on when it is carried out.
struct OrderCall: JSONReadable, JSONObjectWritable, Sendable, CustomStringConvertible {
  /// What the call is about, how it runs, and what it holds.
  enum Method: String, CaseIterable, Sendable {
    /// Changes a memo at once.
    case edit
    /// The same; the memo is no longer at hand then.
    case drop
    /// Holds a memo.
    case keep
    /// Reads a memo.
    case glance
    /// Is about what is new.
    case make
    /// Makes a memo of whatever there is, and holds that memo.
    case compose
    /// Is about nothing.
    case aside
    /// Reads all memos.
    case survey
    /// Reads all memos, and one that must be at hand.
    case inspect
    /// Waits for all that came, what comes late, too.
    case gather
    /// Holds the whole.
    case rename
    /// Holds the whole, and one memo must be at hand.
    case renameMemo
    /// Holds everything.
    case stop
    /// Is answered last.
    case finish

    /// Whether a call names a memo.
    var hasMemo: Bool {
      switch self {
      case .edit, .drop, .keep, .glance, .compose, .inspect, .renameMemo: true
      case .make, .aside, .survey, .gather, .rename, .stop, .finish: false
      }
    }
  }

  /// How a call ends.
  enum Manner: String, CaseIterable, Sendable {
    /// At once.
    case now
    /// At once, with an error.
    case refused
    /// When the test says so.
    case later
    /// The same, with an error.
    case fails
  }

  let number: Int
  let method: Method
  let memo: String
  let manner: Manner
  /// Whether it is to be answered.
  let isRequest: Bool

  init(_ number: Int, _ method: Method, memo: String = "", _ manner: Manner = .later, isRequest: Bool = true) {
    (self.number, self.method, self.memo, self.manner) = (number, method, memo, manner)
    self.isRequest = isRequest
  }

  init(json: JSONView) throws(JSONTypeError) {
    number = try json.required("number")
    memo = try json.required("memo")
    manner = Manner(rawValue: try json.required("manner")) ?? .now
    // Whoever sends the call knows these; here they are made up.
    (method, isRequest) = (.edit, true)
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("number", number)
    writer.member("memo", memo)
    writer.member("manner", manner.rawValue)
  }

  /// The call as it is sent.
  var message: String {
    let id = isRequest ? #""id":\#(number),"# : ""
    return #"{"jsonrpc":"2.0",\#(id)"method":"\#(method)","params":\#(String(decoding: json, as: UTF8.self))}"#
  }

  var description: String { "\(method) \(number) \(memo) \(manner)\(isRequest ? "" : " unanswered")" }

  private var json: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }
}

/// The number of a call.
struct Number: JSONObjectWritable, Sendable {
  let number: Int

  func writeMembers(to writer: inout JSONWriter) { writer.member("number", number) }
}
