/// A parameter of a statement, as PostgreSQL's binary format has it.
struct PostgresValue: Sendable {
  /// The type's number in every PostgreSQL.
  let type: UInt32
  /// The bytes; nil for NULL.
  let bytes: [UInt8]?

  static func uuid(_ value: HubID?) -> Self { Self(type: 2950, bytes: value?.bytes) }
  static func int(_ value: Int) -> Self { Self(type: 20, bytes: Int64(value).bytes) }
  static func int4(_ value: Int) -> Self { Self(type: 23, bytes: Int32(clamping: value).bytes) }
  static func text(_ value: String) -> Self { Self(type: 25, bytes: Array(value.utf8)) }
  static func bytea(_ value: [UInt8]?) -> Self { Self(type: 17, bytes: value) }
  static func bytea(_ secret: SecretBytes) -> Self { Self(type: 17, bytes: secret.copy) }

  static func ints(_ values: [Int]) -> Self {
    Self(type: 1016, bytes: array(of: 20, values.lazy.map { Int64($0).bytes }))
  }

  static func bools(_ values: [Bool]) -> Self {
    Self(type: 1000, bytes: array(of: 16, values.lazy.map { [$0 ? 1 : 0] }))
  }
  static func byteas(_ values: [[UInt8]]) -> Self { Self(type: 1001, bytes: array(of: 17, values)) }

  /// An array of one dimension, counted from 1, without NULLs.
  private static func array(of type: UInt32, _ elements: some Collection<[UInt8]>) -> [UInt8] {
    let head: [UInt32] = [1, 0, type, UInt32(clamping: elements.count), 1]
    var bytes = head.flatMap(\.bytes)
    bytes.reserveCapacity(bytes.count + elements.reduce(0) { $0 + 4 + $1.count })
    for element in elements {
      bytes += UInt32(clamping: element.count).bytes
      bytes += element
    }
    return bytes
  }
}
