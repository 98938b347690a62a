public import MemoModel
import Synchronization

/// Reads, each on a connection that is open and not in use.
extension SQLiteStore {
  /// The stored data. Reads of each length have a connection of their own.
  public func read<Value: Sendable>(
    _ length: ReadLength, _ body: @Sendable (any StoreReading) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    // A switch with three bodies, since a mutex can't be copied into a variable.
    switch length {
    case .short: try reading(reader) { stored throws(StoreError) in try body(stored) }
    case .long: try reading(longReader) { stored throws(StoreError) in try body(stored) }
    case .longest: try reading(longestReader) { stored throws(StoreError) in try body(stored) }
    }
  }

  /// Runs a body that reads no more than so much, and may have to wait for nobody.
  public func reading<Value>(
    atMost bytes: Int, mayWait: Bool, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value { try Patience.limited(to: bytes, mayWait: mayWait, body) }

  /// As the port says.
  public func writing<Value>(
    until deadline: ContinuousClock.Instant, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value { try WriteDeadline.limited(to: deadline, body) }

  /// The stored data, on a connection of its own.
  public func withSnapshot<Value: Sendable>(
    _ body: @Sendable (any StoreSnapshot) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try reading(snapshotReader) { stored throws(StoreError) in try body(stored) }
  }

  func reading<Result: Sendable>(
    _ slot: borrowing Mutex<SQLiteConnection?>, _ body: @Sendable (SQLiteSnapshot) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard Patience.isThere else { return try readingAtOnce(slot, body) }
    return try mended { () throws(StoreError) in
      try slot.withLock { connection throws(StoreError) in
        if connection?.hasNoFile == true, try !isMissing { connection = nil }
        if connection == nil { connection = try isMissing ? .empty(path) : openForReading() }
        guard let connection else { throw StoreError(.other, "the store is closed") }
        return try read(connection, body)
      }
    }
  }

  /// Reads on a connection that is open and free; what needs more is left to a read that may wait.
  private func readingAtOnce<Result: Sendable>(
    _ slot: borrowing Mutex<SQLiteConnection?>, _ body: @Sendable (SQLiteSnapshot) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try checkFiles()
    let result = slot.withLockIfAvailable { connection -> Swift.Result<Result, StoreError>? in
      guard let connection, !connection.hasNoFile else { return nil }
      return Swift.Result { () throws(StoreError) in try read(connection, body) }
    }
    guard let found = result ?? nil else { throw StoreError(.locked, "\(path) is not open, or being read; try again") }
    return try found.get()
  }

  private func read<Result>(
    _ connection: SQLiteConnection, _ body: (SQLiteSnapshot) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let snapshot = SQLiteSnapshot(connection: connection, writer: identifier)
    let result = Swift.Result { () throws(StoreError) in
      try Patience.limitingValues(of: connection) { () throws(StoreError) in
        try connection.snapshot { () throws(StoreError) in try body(snapshot) }
      }
    }
    // Data read from files that were removed meanwhile may be anything.
    try checkFiles()
    return try result.get()
  }
}
