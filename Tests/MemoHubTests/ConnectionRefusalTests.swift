import Testing

@testable import MemoHub

@Suite("What libpq says where no connection comes about")
struct ConnectionRefusalTests {
  @Test(
    "is known by the server's codes, in whatever language the rest is",
    arguments: [
      ("failed: FATAL:  3D000: Datenbank »x« existiert nicht\nORT:  InitPostgres, postinit.c:1019\n", ["3D000"], false),
      ("FATAL:  28P01: Passwort-Authentifizierung fehlgeschlagen", ["28P01"], false),
      ("FATAL:  57P03: das Datenbanksystem startet", ["57P03"], true),
      ("FATAL:  53300: tut mir leid, schon zu viele Verbindungen", ["53300"], true),
      ("one: FATAL:  28000: no\ntwo: FATAL:  57P03: no", ["28000", "57P03"], true),
      ("connection to server at \"h\" failed: Connection refused", [], true),
      ("", [], true),
    ])
  func codes(text: String, states: [String], mayPass: Bool) {
    let refusal = ConnectionRefusal(text)
    #expect(refusal.states == states && refusal.mayPass == mayPass)
  }

  @Test("is told without codes, and without places in the server's source")
  func words() {
    let told = "failed: FATAL:  Datenbank »x« existiert nicht\nTIPP:  keiner"
    let verbose = told.replacing("FATAL:  ", with: "FATAL:  3D000: ") + "\nORT:  InitPostgres, postinit.c:1019\n"
    #expect(ConnectionRefusal(verbose).message == told)
  }
}
