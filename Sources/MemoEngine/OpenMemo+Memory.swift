import JSON
import MemoText

extension OpenMemo {
  /// About how much memory it takes, in bytes, with what the engine and the allocator need for it. The numbers were
  /// measured: the growth of a session, with glibc, by memos read, made and edited.
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
    // Up to 15 bytes of a string stand in the value itself.
    case .number(let text), .string(let text): text.utf8.count > 15 ? 48 + text.utf8.count : 0
    case .array(let elements): 48 + elements.reduce(0) { $0 + 24 + $1.memory }
    case .object(let object): object.memory
    }
  }
}
