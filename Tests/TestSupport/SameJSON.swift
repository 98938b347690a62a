package import JSON

/// Whether two values are the same: digits, order, and strings byte for byte.
package func same(_ left: JSONValue, _ right: JSONValue) -> Bool {
  switch (left, right) {
  case (.null, .null): true
  case (.bool(let left), .bool(let right)): left == right
  case (.number(let left), .number(let right)): left.utf8.elementsEqual(right.utf8)
  case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
  case (.array(let left), .array(let right)): left.elementsEqual(right, by: same)
  case (.object(let left), .object(let right)):
    left.members.elementsEqual(right.members) {
      $0.name.utf8.elementsEqual($1.name.utf8) && same($0.value, $1.value)
    }
  default: false
  }
}

/// A value as the writer under test writes it.
package func written(_ value: JSONValue) -> [UInt8] {
  var writer = JSONWriter()
  value.write(to: &writer)
  return writer.bytes
}
