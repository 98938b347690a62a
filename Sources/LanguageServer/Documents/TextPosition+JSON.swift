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
  /// Reads a range, of which the same is true.
  public init(json: JSONView) throws(JSONTypeError) {
    self.init(start: try json.required("start"), end: try json.required("end"))
  }

  /// Writes the range.
  public func writeMembers(to writer: inout JSONWriter) {
    writer.member("start", start)
    writer.member("end", end)
  }
}
