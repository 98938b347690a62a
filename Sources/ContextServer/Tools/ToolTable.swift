import JSONRPC

/// The tools of agents: their descriptions, the checks of calls and the dispatch to each are all derived from this
/// table.
struct ToolTable: Sendable {
  /// A tool without the type of its arguments.
  struct Entry: Sendable {
    let usage: ToolUsage
    let begin: @Sendable (isolated ContextSession, ToolCall) throws -> ToolWork

    init<T: Tool>(_ type: T.Type, _ access: Access) {
      usage = T.usage(access)
      begin = { session, call in
        let arguments: T.Arguments
        do throws(JSONTypeError) {
          arguments = try T.Arguments(json: call.arguments)
        } catch {
          throw ToolFailure("\(error.path.drop { $0 == "." }) \(error.expectation)")
        }
        return try T.begin(arguments, call, in: session)
      }
    }
  }

  /// In the order of the list for agents.
  private static let reading: [any Tool.Type] = [
    SearchMemosTool.self, ReadMemoTool.self, ListMemosTool.self, ListLinksTool.self, MemoHistoryTool.self,
  ]

  private static let writing: [any Tool.Type] = [
    CreateMemoTool.self, AppendToMemoTool.self, EditMemoTool.self, SetTagsTool.self, TrashMemoTool.self,
    RestoreMemoTool.self, UndoMemoTool.self,
  ]

  /// The time for which clients may cache descriptions of the server, in milliseconds: they never change while it runs.
  static let lifetime = 3_600_000

  private let entries: [Entry]
  /// The list of tools for clients.
  let list: ListTools.Result

  init(_ access: Access) {
    func entry(_ type: any Tool.Type) -> Entry { Entry(type, access) }
    let entries = (Self.reading + (access.allowsWriting ? Self.writing : [])).map(entry)
    self.entries = entries
    list = ListTools.Result(json: entries.map(\.usage).json)
  }

  subscript(name: String) -> Entry? { entries.first { $0.usage.name.hasBytes(of: name) } }

  /// What a call is about.
  func concern(of params: CallTool.Params) -> Concern {
    self[params.name]?.usage.concern(of: params.arguments) ?? .nothing
  }

  /// Whether later calls about the same memo wait until a call is done.
  func holds(_ params: CallTool.Params) -> Bool {
    guard let usage = self[params.name]?.usage else { return false }
    return usage.effect != .reads && usage.subject != .unheldMemo
  }
}
