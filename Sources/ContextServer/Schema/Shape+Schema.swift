import JSONRPC

/// The shape as JSON Schema 2020-12.
extension Shape: JSONObjectWritable {
  func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .text(let lengths):
      writer.member("type", "string" as StaticString)
      writer.member("minLength", lengths.flatMap { $0.lowerBound > 0 ? $0.lowerBound : nil })
      writer.member("maxLength", lengths?.upperBound)
    case .choice(let words):
      writer.member("type", "string" as StaticString)
      writer.member("enum", words)
    case .number(let range):
      writer.member("type", "integer" as StaticString)
      writer.member("minimum", range.lowerBound)
      writer.member("maximum", range.upperBound)
    case .flag: writer.member("type", "boolean" as StaticString)
    case .list(let element, let counts):
      writer.member("type", "array" as StaticString)
      writer.member("items", element)
      writer.member("minItems", counts.flatMap { $0.lowerBound > 0 ? $0.lowerBound : nil })
      writer.member("maxItems", counts?.upperBound)
    case .object(let fields):
      writer.member("type", "object" as StaticString)
      writer.name("properties")
      writer.beginObject()
      for field in fields {
        writer.name(escaping: field.name)
        writer.beginObject()
        field.shape.writeMembers(to: &writer)
        writer.member("description", field.summary)
        writer.endObject()
      }
      writer.endObject()
      let required = fields.filter(\.isRequired).map(\.name)
      if !required.isEmpty { writer.member("required", required) }
      writer.member("additionalProperties", false)
    }
  }
}
