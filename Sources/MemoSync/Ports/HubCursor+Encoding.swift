package import JSON

extension HubCursor: JSONWritable {
  /// Reads what ``write(to:)`` wrote; nil if it is none.
  package init?(_ view: JSONView) {
    guard let epoch = view["epoch"]?.string.flatMap({ UInt128($0, radix: 16) }), let seq = view["seq"]?.integer,
      let head = view["head"]?.integer, let isComparing = view["comparing"]?.bool, seq >= 0, head >= seq
    else { return nil }
    var mark: HubMark?
    if let digits = view["mark"]?.string {
      guard let value = UInt64(digits, radix: 16) else { return nil }
      mark = HubMark(value)
    }
    self.init(epoch: HubEpoch(epoch), seq: seq, head: head, mark: mark, isComparing: isComparing)
  }

  /// Writes the cursor as one object; epoch and mark in hexadecimal.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("epoch")
    writer.value(String(epoch.value, radix: 16))
    writer.name("seq")
    writer.value(seq)
    writer.name("head")
    writer.value(head)
    if let mark {
      writer.name("mark")
      writer.value(String(mark.value, radix: 16))
    }
    writer.name("comparing")
    writer.value(isComparing)
    writer.endObject()
  }
}
