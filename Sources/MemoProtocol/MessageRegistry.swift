/// What can be told of a message without sending one.
public struct MessageDescription: Sendable, Hashable {
  /// Whether it is answered.
  public enum Kind: String, Sendable {
    /// Answered once.
    case request
    /// Never answered.
    case notification
  }

  /// Who sends it.
  public enum Direction: String, Sendable {
    /// An editor, or another program that uses the service.
    case clientToServer
    /// The service.
    case serverToClient
  }

  /// The method's name on the wire.
  public let method: String
  /// Whether it is answered.
  public let kind: Kind
  /// Who sends it.
  public let direction: Direction
}

/// Every message of the protocol, one line each.
public enum MessageRegistry {
  /// All messages, in the order a session meets them.
  public static let all: [MessageDescription] = [
    request(Initialize.self),
    fromClient(Initialized.self),
    request(Shutdown.self),
    fromClient(Exit.self),
    fromClient(CancelRequest.self),
    request(CreateMemo.self),
    request(GetMemo.self),
    request(UpdateMemo.self),
    request(TitleBodySplitRequest.self),
    request(ListMemos.self),
    request(SearchMemos.self),
    request(DeleteMemo.self),
    request(RestoreMemo.self),
    request(History.self),
    request(Undo.self),
    request(Redo.self),
    request(ExportMemos.self),
    request(ShareMemo.self),
    request(ImportMemos.self),
    request(Flush.self),
    request(Stats.self),
    request(AdvanceClock.self),
    fromServer(DidSaveMemo.self),
    fromServer(DidFailToSaveMemo.self),
    fromServer(DidRejectUpdate.self),
    fromServer(DidCreateMemo.self),
    fromServer(DidDeleteMemo.self),
    fromServer(DidChangeMemo.self),
    fromServer(WorkDoneProgress.self),
    fromServer(LogMessage.self),
  ]

  private static func request(_ type: any RequestType.Type) -> MessageDescription {
    MessageDescription(method: "\(type.method)", kind: .request, direction: .clientToServer)
  }

  private static func fromClient(_ type: any ClientNotificationType.Type) -> MessageDescription {
    MessageDescription(method: "\(type.method)", kind: .notification, direction: .clientToServer)
  }

  private static func fromServer(_ type: any ServerNotificationType.Type) -> MessageDescription {
    MessageDescription(method: "\(type.method)", kind: .notification, direction: .serverToClient)
  }
}
