import MemoModel
import Testing

@Suite("Identifiers")
struct MemoIDTests {
  @Test("have ASCII letters, digits, full stops, low lines and hyphens, and nothing else")
  func characters() {
    let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".unicodeScalars)
    for scalar in (0..<0x250).compactMap(Unicode.Scalar.init) {
      let text = "a\(Character(scalar))z"
      #expect(MemoID(text)?.description == (allowed.contains(scalar) ? text : nil), "\(scalar.value)")
    }
    #expect(MemoID("a한z") == nil)
  }

  @Test("have 1 to 128 characters")
  func length() {
    #expect(MemoID("") == nil)
    #expect(MemoID("x") != nil)
    #expect(MemoID(String(repeating: "x", count: 128)) != nil)
    #expect(MemoID(String(repeating: "x", count: 129)) == nil)
  }
}
