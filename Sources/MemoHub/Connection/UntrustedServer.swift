/// The advice for a server that does not prove who it is. libpq says in words alone that this is why it does not
/// connect.
enum UntrustedServer {
  private static let signer = "sslrootcert=FILE in the URL, with the whole path of the certificate that signed its own"

  /// A part of libpq's message, and what to do then.
  private static let advice: [(words: String, advice: String)] = [
    (
      "certificate verify failed",
      "its certificate is signed by nobody whom this machine trusts. If the server is yours, write \(signer)"
    ),
    ("root certificate file", "write \(signer)"),
    (
      "does not match host name",
      "write a name into the URL that its certificate is for, or give it a certificate for the name that is there"
    ),
    (
      "does not support SSL",
      "nothing is sent that others could read. Set ssl = on there, with a certificate for its name, or reach it by its "
        + "socket: ssh -L /FOLDER/.s.PGSQL.5432:localhost:5432 brings one here, for postgresql:///DATABASE?host=/FOLDER"
    ),
  ]

  /// The fault of the server, and what to do; nil if the message is about something else.
  static func meaning(of message: String) -> String? {
    guard let found = advice.first(where: { message.contains($0.words) }) else { return nil }
    // libpq's own advice is to check nothing.
    let what = message.firstRange(of: ". Either provide the file").map { message[..<$0.lowerBound] } ?? message[...]
    return "\(what); \(found.advice)"
  }
}
