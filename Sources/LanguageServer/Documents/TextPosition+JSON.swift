public import JSONRPC
public import MemoText

extension TextPosition: JSONReadable, JSONObjectWritable {
  /// Reads a position of any numbers; whether a text has it is another question.
  public init(json: JSONView) throws(JSONTypeError) {
    self.init(line: try json.required("line"), character: try json.required("character"))
  }

  /// Writes the position.
  public func writeMembers(to writer: inout JSONWriter) {
    writer.member("line", line)
    writer.member("character", character)
  }
}

extension TextRange: JSONReadable, JSONObjectWritable {
  /// Reads a range, of which the same is true. One whose ends are the wrong way round is read the other way round, as
  /// other servers do: nothing of a change is lost.
  public init(json: JSONView) throws(JSONTypeError) {
    let (start, end): (TextPosition, TextPosition) = (try json.required("start"), try json.required("end"))
    let isReversed = (end.line, end.character) < (start.line, start.character)
    self.init(start: isReversed ? end : start, end: isReversed ? start : end)
  }

  /// Writes the range.
  public func writeMembers(to writer: inout JSONWriter) {
    writer.member("start", start)
    writer.member("end", end)
  }
}

extension JSONValue {
  /// A range as an argument of a command.
  init(_ range: TextRange) {
    func object(_ members: (name: String, value: JSONValue)...) -> JSONValue {
      var object = JSONObject()
      for (name, value) in members { object[name] = value }
      return .object(object)
    }
    func position(_ place: TextPosition) -> JSONValue {
      object(("line", .number("\(place.line)")), ("character", .number("\(place.character)")))
    }
    self = object(("start", position(range.start)), ("end", position(range.end)))
  }
}
