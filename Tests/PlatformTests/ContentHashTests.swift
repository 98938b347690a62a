import Platform
import Testing

@Suite("The hash of what was read before")
struct ContentHashTests {
  @Test(
    "is that of the draft, since stores keep it, whatever kind of sequence the bytes are",
    arguments: [
      ("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964"),
      ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
    ])
  func known(text: String, digits: String) {
    var (whole, single) = (ContentHash(), ContentHash())
    whole.add(Array(text.utf8))
    for byte in text.utf8 { single.add(AnySequence([byte])) }
    #expect(whole.digits == digits && single.digits == digits)
    #expect(ContentHash.of(Array(text.utf8)) == whole.value)
  }
}
