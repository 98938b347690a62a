/// The unit in which `character` counts within a line; the raw values are LSP's `PositionEncodingKind`.
public enum PositionEncoding: String, Sendable, CaseIterable {
  /// Bytes of UTF-8.
  case utf8 = "utf-8"
  /// Code units of UTF-16; a scalar above U+FFFF is two.
  case utf16 = "utf-16"
  /// Unicode scalars.
  case utf32 = "utf-32"

  /// The number of units that the scalar takes whose first UTF-8 byte is `lead`.
  func units(ofLead lead: UInt8) -> Int {
    switch self {
    case .utf8: lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    case .utf16: lead < 0xF0 ? 1 : 2
    case .utf32: 1
    }
  }
}
