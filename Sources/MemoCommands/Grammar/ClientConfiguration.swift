import MemoEngine

/// The clients of agents, by the format of their settings.
enum ClientConfiguration: String, CaseIterable {
  case claude, vscode, zed, cursor

  /// The text for the client's settings.
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

  /// The client's name for its list of servers.
  private var list: String {
    switch self {
    case .claude, .cursor: "mcpServers"
    case .vscode: "servers"
    case .zed: "context_servers"
    }
  }
}
