import MemoEngine

/// An agent's client, by what its settings must have to start a server.
enum ClientConfiguration: String, CaseIterable {
  case claude, vscode, zed, cursor

  /// What goes into the client's settings.
  ///
  /// - Parameter command: the program and its arguments.
  func text(command: [String]) -> String {
    let words = command.map { String(decoding: $0.json, as: UTF8.self) }
    var members = [
      #""command": \#(words[0])"#, #""args": [\#(words.dropFirst().joined(separator: ", "))]"#,
    ]
    switch self {
    case .claude, .cursor: break
    case .vscode: members.insert(#""type": "stdio""#, at: 0)
    case .zed: members.insert(#""source": "custom""#, at: 0)
    }
    return """
      {
        "\(list)": {
          "memo-ls": {
            \(members.joined(separator: ",\n      "))
          }
        }
      }

      """
  }

  /// What the client calls its servers.
  private var list: String {
    switch self {
    case .claude, .cursor: "mcpServers"
    case .vscode: "servers"
    case .zed: "context_servers"
    }
  }
}
