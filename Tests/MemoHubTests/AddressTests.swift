import Testing

@testable import MemoHub

@Suite("A hub's address")
struct AddressTests {
  /// A URL, what the environment says, and the `sslmode` that follows; nil if it is refused.
  private static let addresses: [(url: String, environment: [String: String], mode: String?)] = [
    ("postgres://anna@hub.example/memos", [:], "verify-full"),
    ("postgresql://anna@hub.example:6432/memos?sslmode=verify-full", [:], "verify-full"),
    ("postgres://hub.example/memos", ["sslmode": "disable"], "verify-full"),
    ("postgres://localhost/memos", ["hostaddr": "10.0.0.1"], "verify-full"),
    ("postgres:///memos", ["host": "hub.example"], "verify-full"),
    ("postgres://localhost/memos", [:], "verify-full"),
    ("postgres://127.0.0.1:5433/memos", [:], "verify-full"),
    ("postgres://[::1]/memos", ["sslmode": "disable"], "verify-full"),
    ("postgresql:///memos?host=/var/run/postgresql", [:], ""),
    ("postgresql:///memos", [:], ""),
    ("postgresql:///memos?host=/var/run/postgresql&sslmode=disable", [:], "disable"),
    ("postgresql:///memos?host=/var/run/postgresql,localhost", [:], "verify-full"),
    ("postgres://localhost,hub.example/memos", [:], "verify-full"),
    ("postgres://localhost/memos?sslmode=require", [:], nil),
    ("postgres://127.8.9.1/memos?sslmode=disable", [:], nil),
    ("postgres://[::1]/memos?sslmode=prefer", [:], nil),
    ("postgres://hub.example/memos?sslmode=require", [:], nil),
    ("postgres://hub.example/memos?sslmode=verify-ca", [:], nil),
    ("postgres://hub.example/memos?sslmode=disable", [:], nil),
    ("postgres://hub.example/memos?ssl=true", [:], nil),
    ("postgres://localhost,hub.example/memos?sslmode=prefer", [:], nil),
    ("postgres://localhost/memos?hostaddr=10.0.0.1&sslmode=prefer", [:], nil),
    ("postgres://127.evil.example/memos?sslmode=disable", [:], nil),
    ("postgres://127.0.0.1.evil.example/memos?sslmode=disable", [:], nil),
    ("postgres:///memos?sslmode=disable", ["host": "hub.example"], nil),
    ("postgres://localhost/memos?service=other", [:], nil),
    ("postgres://localhost/memos?nothing=1", [:], nil),
    ("host=localhost dbname=memos", [:], nil),
    ("mysql://localhost/memos", [:], nil),
    ("", [:], nil),
  ]

  @Test("is one of a socket, or of a server that proves who it is, on this machine, too", arguments: addresses.indices)
  func rules(index: Int) throws {
    let (url, environment, mode) = Self.addresses[index]
    guard let mode else {
      let error = #expect(throws: HubError.self, "\(url)") { try HubAddress(url, defaults: environment) }
      guard case .insecure? = error else {
        Issue.record("\(url): \(error as Any)")
        return
      }
      return
    }
    let options = try HubAddress(url, defaults: environment).options
    #expect((options["sslmode"] ?? "") == mode, "\(url)")
    #expect(options["gssencmode"] == "disable")
  }

  @Test("never shows its password, whatever is wrong with it")
  func passwords() throws {
    let address = try HubAddress("postgres://anna:hush%20hush@hub.example/memos", defaults: [:])
    #expect(address.options["password"] == "hush hush")
    #expect(address.description == "postgresql://anna@hub.example/memos")
    #expect(address.redacted("no \"hush hush\" here") == "no \"…\" here")
    for url in ["postgres://anna:hush@hub.example:x/memos?a", "anna:hush@hub"] {
      let error = #expect(throws: HubError.self) { try HubAddress(url, defaults: [:]) }
      #expect(error?.description.contains("hush") == false, "\(url)")
    }
  }
}
