import JSONRPC

extension JSONView {
  /// Whether parameters are too long to be processed while others wait: 5,000 changes take 10 ms.
  var isLong: Bool { byteCount > 256 << 10 }
}
