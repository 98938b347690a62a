import MemoSync

/// The reason why a statement was not carried out, or nobody knows whether it was.
enum PostgresFailure: Error {
  /// The connection is gone, or did not come about.
  case lost(String)
  /// The server does not prove who it is.
  case untrusted(String)
  /// No answer came in time.
  case silent
  /// The answer is longer than any may be.
  case endless
  /// The server says no; the state is one of PostgreSQL's error codes, or one of the hub's tables.
  case refused(state: String, String)
  /// The task was cancelled.
  case cancelled

  /// No error code of PostgreSQL's: the connection was refused.
  static let login = "LOGIN"

  /// The state of a connection to a database that the server does not have.
  static let noDatabase = "3D000"

  /// The state of a statement that calls a function which is not there.
  static let noFunction = "42883"

  /// The state of a statement whose lock is somebody else's still, after waiting.
  static let locked = "55P03"

  /// The state of a write to what is, for the time being, only read, as by a server that another takes over from.
  static let readOnly = "25006"

  /// The states of what could not be carried out beside what others do at the same time.
  private static let crowded: Set = ["40001", "40P01"]

  /// Whether the same may go well a moment later.
  var mayPass: Bool {
    switch self {
    case .lost: true
    case .refused(let state, _): Self.crowded.union([Self.locked, Self.readOnly]).contains(state)
    case .untrusted, .silent, .endless, .cancelled: false
    }
  }

  /// Whether the server says that it does not do it.
  var isRefusal: Bool { if case .refused = self { true } else { false } }

  /// The meaning for whoever uses the hub.
  var meaning: HubError {
    switch self {
    case .lost(let message): .unreachable(message)
    case .untrusted(let what): .untrusted(what)
    case .silent: .unreachable("no answer came in time")
    case .endless: .endlessAnswer
    case .cancelled: .cancelled
    case .refused(let state, let message):
      switch state {
      case Self.login: .refusedLogin(message)
      case Self.noDatabase: .noDatabase(message)
      case TableFunctions.notMember:
        .refusedLogin(
          "\(message); `memo-ls sync leave --yes`, then `memo-ls sync join`, make it a new one: with another login, if "
            + "another device has joined with this one")
      case TableFunctions.loginTaken:
        .refusedLogin(
          "\(message); `memo-ls sync hub login URL NAME` makes one. One that was made by hand, and is called as "
            + "another that was dropped, is set free by the hub's owner: "
            + "DELETE FROM memo_sync.device WHERE login = 'NAME'")
      case TableFunctions.revoked: .revoked
      case Self.locked:
        .unreachable("another login has had for long what this waits for; the hub's owner finds it in pg_stat_activity")
      case Self.readOnly: .unreachable("its database takes nothing in for the time being (\(message))")
      case _ where Self.crowded.contains(state):
        .unreachable("others write to its database at the same time (\(message))")
      // No room, or a statement that took too long: the database, or whoever uses it, may be busy only now.
      case _ where state.hasPrefix("53") || state == "57014" || state.hasPrefix("58"):
        .unreachable("its database can't answer now: \(message) (\(state))")
      // No schema, table or function, or no right to see it.
      case "3F000", "42P01", Self.noFunction, "42501": .notAHub
      default: .database("\(message) (\(state))")
      }
    }
  }
}

extension HubError {
  /// Takes any error of a request for what it means.
  init(_ error: any Error) {
    switch error {
    case let error as HubError: self = error
    case let error as PostgresFailure: self = error.meaning
    case let error as SyncError: self = .database(error.description)
    case is CancellationError: self = .cancelled
    default: self = .database("\(error)")
    }
  }
}
