internal import CSQLite
import MemoModel

/// A value bound to a statement.
package enum SQLiteValue {
  /// No value.
  case null
  /// An integer.
  case integer(Int)
  /// A text.
  case text(String)
  /// Bytes.
  case blob([UInt8])

  /// A text, or no value.
  static func optional(_ text: String?) -> SQLiteValue { text.map(SQLiteValue.text) ?? .null }
}

/// A compiled statement and its current row.
package final class SQLiteStatement {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  /// Binds all parameters in order. Lengths are given in bytes, so that a NUL is a character like any other.
  func bind(_ values: [SQLiteValue]) {
    for (index, value) in zip(Int32(1)..., values) {
      switch value {
      case .null: sqlite3_bind_null(handle, index)
      case .integer(let integer): sqlite3_bind_int64(handle, index, Int64(integer))
      case .text(var text):
        text.withUTF8 { utf8 in
          utf8.withMemoryRebound(to: CChar.self) { characters in
            // An empty buffer has no address, and a null address would bind NULL.
            _ = sqlite3_bind_text64(
              handle, index, characters.baseAddress ?? emptyText, UInt64(characters.count),
              memo_sqlite_transient(), UInt8(SQLITE_UTF8)
            )
          }
        }
      case .blob(let bytes):
        if bytes.isEmpty {
          sqlite3_bind_zeroblob(handle, index, 0)
        } else {
          bytes.withUnsafeBytes {
            _ = sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), memo_sqlite_transient())
          }
        }
      }
    }
  }

  /// Goes to the next row: `SQLITE_ROW`, `SQLITE_DONE` or an error code.
  func step() -> Int32 { sqlite3_step(handle) }

  /// Gives back locks and bound memory; the statement can be bound again.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// A column's integer.
  package func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  /// A column's integer, clamped to a range: whatever a file says, it can be calculated with.
  func integer(_ column: Int32, in range: ClosedRange<Int>) -> Int {
    min(max(integer(column), range.lowerBound), range.upperBound)
  }

  /// A column's integer; nil if it has no value.
  package func optionalInteger(_ column: Int32) -> Int? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
  }

  package func text(_ column: Int32) -> String { withBytes(column) { String(decoding: $0, as: UTF8.self) } }

  /// A column's text; nil if it has no value.
  func optionalText(_ column: Int32) -> String? { optionalBytes(column).map { String(decoding: $0, as: UTF8.self) } }

  /// A column's name of an agent; nil if it has no value, or an invalid one.
  func agent(_ column: Int32) -> String? {
    optionalBytes(column).flatMap { Authorship.name(String(decoding: $0, as: UTF8.self)) }
  }

  func optionalBytes(_ column: Int32) -> [UInt8]? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : bytes(column)
  }

  /// A column's bytes.
  package func bytes(_ column: Int32) -> [UInt8] { withBytes(column) { Array($0) } }

  /// Hands over a column's bytes without copying them.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = sqlite3_column_blob(handle, column)
    return body(
      UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))))
  }

  private var emptyText: UnsafePointer<CChar>? {
    // Any address that is not null will do for an empty text.
    UnsafePointer(bitPattern: 1)
  }
}
