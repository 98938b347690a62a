import CPostgreSQL
import MemoSync

/// The answer to a statement, in PostgreSQL's binary format.
final class PostgresRows {
  /// One for each row, as they came.
  private var results: [OpaquePointer] = []

  deinit { for result in results { PQclear(result) } }

  /// Takes over a result that is one row.
  func take(_ row: OpaquePointer) { results.append(row) }

  /// The number of rows.
  var count: Int { results.count }

  /// Whether the rows have a column of this index.
  func hasColumn(_ column: Int32) -> Bool { results.first.map { column < PQnfields($0) } ?? false }

  /// A value's bytes, for as long as the rows live; nil for NULL and for what isn't there.
  func value(_ row: Int, _ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    guard row < count else { return nil }
    let result = results[row]
    guard column < PQnfields(result), PQgetisnull(result, 0, column) == 0 else { return nil }
    let count = Int(PQgetlength(result, 0, column))
    return PQgetvalue(result, 0, column).map {
      UnsafeBufferPointer(start: UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self), count: count)
    }
  }

  /// Bytes.
  func bytes(_ row: Int, _ column: Int32) throws(SyncError) -> [UInt8] {
    guard let value = value(row, column) else { throw Self.wrong(column, "nothing") }
    return Array(value)
  }

  /// Exactly this many bytes.
  func bytes(_ row: Int, _ column: Int32, count: Int) throws(SyncError) -> [UInt8] {
    let bytes = try bytes(row, column)
    guard bytes.count == count else { throw Self.wrong(column, "\(bytes.count) bytes for \(count)") }
    return bytes
  }

  /// A number of 64, 32 or 16 bits.
  func int(_ row: Int, _ column: Int32) throws(SyncError) -> Int {
    let bytes = try bytes(row, column)
    switch bytes.count {
    case 8: return Int(Int64(bitPattern: UInt64(bytes)))
    case 4: return Int(Int32(bitPattern: UInt32(bytes)))
    case 2: return Int(Int16(bitPattern: UInt16(bytes)))
    default: throw Self.wrong(column, "\(bytes.count) bytes for a number")
    }
  }

  /// A Boolean.
  func bool(_ row: Int, _ column: Int32) throws(SyncError) -> Bool { try bytes(row, column, count: 1) == [1] }

  /// A text.
  func text(_ row: Int, _ column: Int32) throws(SyncError) -> String {
    String(decoding: try bytes(row, column), as: UTF8.self)
  }

  /// A UUID.
  func uuid(_ row: Int, _ column: Int32) throws(SyncError) -> HubID {
    HubID(UInt128(try bytes(row, column, count: 16)))
  }

  /// A push's mark; nil if there is none.
  func mark(_ row: Int, _ column: Int32) throws(SyncError) -> HubMark? {
    guard value(row, column) != nil else { return nil }
    return HubMark(UInt64(try bytes(row, column, count: 8)))
  }

  private static func wrong(_ column: Int32, _ what: String) -> SyncError {
    .badAnswer("column \(column + 1) of it has \(what)")
  }
}
