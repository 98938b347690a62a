import JSON
import MemoText

extension OpenMemo {
  /// The memory that it takes, in bytes, including the engine's and the allocator's overhead. The numbers were measured
  /// with glibc: the growth of a session by memos read, created and edited.
  var memory: Int { 1200 + text.summary.utf8 / 5 * 6 + metadata.properties.memory }
}

extension JSONObject {
  fileprivate var memory: Int {
    isEmpty ? 0 : 200 + members.reduce(0) { $0 + 150 + $1.name.utf8.count + $1.value.memory }
  }
}

extension JSONValue {
  fileprivate var memory: Int {
    switch self {
    case .null, .bool: 0
    // Strings of up to 15 bytes need no memory of their own.
    case .number(let text), .string(let text): text.utf8.count > 15 ? 48 + text.utf8.count : 0
    case .array(let elements): 48 + elements.reduce(0) { $0 + 24 + $1.memory }
    case .object(let object): object.memory
    }
  }
}
