import JSONRPC

/// Introduces the server to a client of the modern era.
enum Discover: ContextRequest {
  static let method: StaticString = "server/discover"
  typealias Params = NoParams

  struct Result: ContextResult {
    static var lifetime: Int? { ToolTable.lifetime }
    let instructions: String

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("supportedVersions", [ContextProtocol.modern])
      writer.member("capabilities", Capabilities(.modern))
      writer.member("instructions", instructions)
    }
  }
}

extension ContextSession {
  func discover() -> Discover.Result { Discover.Result(instructions: Instructions.text(access)) }
}
