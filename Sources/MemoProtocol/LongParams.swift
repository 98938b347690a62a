import JSONRPC

extension JSONView {
  /// Whether parameters have more bytes than are worked on while others wait: 5,000 changes take 10 ms.
  var isLong: Bool { byteCount > 256 << 10 }
}
