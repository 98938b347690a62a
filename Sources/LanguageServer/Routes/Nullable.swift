import JSONRPC

/// A result that is `null` where there is nothing.
struct Nullable<Found: JSONWritable & Sendable>: JSONWritable, Sendable {
  let found: Found?

  init(_ found: Found?) { self.found = found }

  func write(to writer: inout JSONWriter) {
    if let found { found.write(to: &writer) } else { writer.null() }
  }
}
