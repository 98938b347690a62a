import Platform
import TestSupport

/// A PostgreSQL server that all tests share; it ends with them.
enum HubServer {
  /// The URL of one of its databases for a login.
  static func url(_ login: String, database: String) throws -> String {
    "postgresql://\(login)@/\(database)?host=\(try folder.get())"
  }

  /// Where its socket is.
  static let folder = Result { try start() }

  private static func start() throws -> String {
    let script = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined() + "/Tools/hub.sh"
    var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    try require(pipe(&input) == 0 && pipe(&output) == 0, "no pipes: \(errno)")
    for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = try ChildProgram(["/bin/sh", script], input: input[0], output: output[1])
    // The other end of its input stays open for as long as this process lives.
    close(input[0])
    close(output[1])
    let line = Descriptors.readLine(output[0]) ?? ""
    guard let folder = line.split(separator: "=").last, line.hasPrefix("postgresql://") else {
      throw Mismatch("no server started: \(line)")
    }
    return String(folder)
  }
}
