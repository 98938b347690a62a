package import JSON

extension SyncRow: JSONWritable {
  /// Reads what ``write(to:)`` wrote.
  package init?(_ view: JSONView) {
    var operations: [Held] = []
    guard let list = view["operations"] else { return nil }
    for held in list.elements {
      let parts = Array(held.elements)
      guard parts.count == 2 || parts.count == 4, let operation = parts[0].integer, let state = State(parts[1]) else {
        return nil
      }
      var digest: SyncDigest?
      if parts.count == 4 {
        guard let hash = parts[2].string.flatMap({ UInt128($0, radix: 16) }), let isTrashed = parts[3].bool else {
          return nil
        }
        digest = SyncDigest(hash: hash, isTrashed: isTrashed)
      }
      operations.append(Held(OperationID(Int64(operation)), state, digest))
    }
    var base: Base?
    if let view = view["base"] {
      guard let seq = view["seq"]?.integer, let operation = view["operation"]?.integer else { return nil }
      base = Base(seq: seq, operation: OperationID(Int64(operation)))
    }
    var unknown = view["unknown"].map { JSONObject(members: $0.members) } ?? JSONObject()
    // What an older version of the program took for unknown.
    unknown["ancestors"] = nil
    var ancestors = OperationSet()
    for view in [view["unknown"]?["ancestors"], view["ancestors"]] {
      guard let view else { continue }
      guard let some = OperationSet(view) else { return nil }
      ancestors.formUnion(some)
    }
    self.init(
      base: base, operations: operations, ancestors: ancestors, isTold: view["isTold"]?.bool ?? true,
      isAside: view["isAside"]?.bool ?? false, unknown: unknown)
  }

  /// Writes the row as one object; of each operation its state, too, which is a revision, 0 for a tombstone, or null,
  /// and its digest, if that is known: 32 hexadecimal digits at most, and whether the memo was in the trash.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if let base {
      writer.name("base")
      writer.beginObject()
      writer.name("seq")
      writer.value(base.seq)
      writer.name("operation")
      writer.value(Int(base.operation.value))
      writer.endObject()
    }
    writer.name("operations")
    writer.beginArray()
    for held in operations {
      writer.beginArray()
      writer.value(Int(held.operation.value))
      switch held.state {
      case .revision(let revision): writer.value(revision)
      case .dead: writer.value(0)
      case .unknown, .arriving: writer.null()
      }
      if let digest = held.digest {
        writer.value(digest.digits)
        writer.value(digest.isTrashed)
      }
      writer.endArray()
    }
    writer.endArray()
    if !ancestors.isEmpty {
      writer.name("ancestors")
      ancestors.write(to: &writer)
    }
    if !isTold {
      writer.name("isTold")
      writer.value(false)
    }
    if isAside {
      writer.name("isAside")
      writer.value(true)
    }
    if !unknown.isEmpty {
      writer.name("unknown")
      unknown.write(to: &writer)
    }
    writer.endObject()
  }
}

extension SyncDigest {
  /// The hash in hexadecimal digits, by halves: 128 bits at once take longer than all else of a row.
  fileprivate var digits: String {
    let (high, low) = (UInt64(truncatingIfNeeded: hash >> 64), String(UInt64(truncatingIfNeeded: hash), radix: 16))
    return high == 0 ? low : String(high, radix: 16) + String(repeating: "0", count: 16 - low.utf8.count) + low
  }
}

extension SyncRow.State {
  init?(_ view: JSONView) {
    if view.isNull {
      self = .unknown
    } else if let revision = view.integer {
      self = revision == 0 ? .dead : .revision(revision)
    } else {
      return nil
    }
  }
}
