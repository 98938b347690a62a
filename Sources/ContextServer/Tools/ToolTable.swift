import JSONRPC

/// The tools that agents have: what they are told of them, what their calls are held against and who carries them out
/// all comes from here.
struct ToolTable: Sendable {
  /// A tool whose arguments' type nobody needs to know.
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

  /// In the order in which agents are told of them.
  private static let reading: [any Tool.Type] = [
    SearchMemosTool.self, ReadMemoTool.self, ListMemosTool.self, ListLinksTool.self, MemoHistoryTool.self,
  ]

  private static let writing: [any Tool.Type] = [
    CreateMemoTool.self, AppendToMemoTool.self, EditMemoTool.self, SetTagsTool.self, TrashMemoTool.self,
    RestoreMemoTool.self, UndoMemoTool.self,
  ]

  /// How long, in milliseconds, clients may use what they are told of the server: as long as it runs it is the same.
  static let lifetime = 3_600_000

  private let entries: [String: Entry]
  /// What clients are told of the tools.
  let list: ListTools.Result

  init(_ access: Access) {
    func entry(_ type: any Tool.Type) -> Entry { Entry(type, access) }
    let entries = (Self.reading + (access.allowsWriting ? Self.writing : [])).map(entry)
    self.entries = Dictionary(entries.map { ($0.usage.name, $0) }) { first, _ in first }
    list = ListTools.Result(json: entries.map(\.usage).json)
  }

  subscript(name: String) -> Entry? { entries[name] }

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
