import MemoEngine
import MemoFolder

/// `memo-ls sync`: exchanges memos with other devices through a hub.
struct SyncCommand: Command {
  /// The action; without one memos are exchanged.
  enum Action: String, CaseIterable {
    case hub, join, status, devices, revoke, passphrase, move, leave
  }

  static let account = Option(
    "--account", nil, .text("NAME", like: "the name of an account"), "with join: the account, if it is not notes")
  static let device = Option(
    "--device", nil, .text("NAME", like: "a name for this device"), "with join: what to call this device")
  static let keyCommand = Option(
    "--key-command", nil, .text("COMMAND", like: "a command that prints the passphrase"),
    "with join: a command that prints the passphrase, for then no key is kept in a file")
  static let newKeyCommand = Option(
    "--new-key-command", nil, .text("COMMAND", like: "a command that prints the new passphrase"),
    "with passphrase: a command that prints the new one")
  static let watch = Option("--watch", nil, nil, "go on, and exchange whatever is new on either side, until Ctrl-C")
  static let untilEnd = Option(
    "--until-eof", nil, nil, "with --watch: end when stdin ends, for a program that starts it")
  static let confirm = Option(
    "--confirm", nil, nil, "let many memos go that were destroyed on another device, without being asked")
  static let grants = Option(
    "--grants", nil, nil, "with hub create: print only the SQL that lets a login in which you make yourself")
  static let yes = Option("--yes", "y", nil, "with revoke and leave: do not ask")

  /// The status where many memos would go.
  static let toConfirm: Int32 = 3
  /// The status of a watch that ends with its input where another process watches already.
  static let taken: Int32 = 75

  static let usage = CommandUsage(
    "sync", "exchange memos with other devices through a hub",
    operands: CommandUsage.Operands(
      form: "[ACTION [ARGUMENT]]", count: 0...4,
      kind: .actionAndFolder(
        Action.allCases.map { .init(name: $0.rawValue, words: $0 == .hub ? ["create", "login"] : []) })),
    options: Option.place + [watch, untilEnd, confirm, account, device, keyCommand, newKeyCommand, grants, yes, .json],
    details: [
      "A hub is a PostgreSQL database that nobody has to trust: all that it gets is sealed on the device. Each device "
        + "keeps its own store and works without the hub. Without ACTION memos are exchanged once.",
      """
        hub create URL   makes the hub's tables, as the database's owner, or
                         brings them up to date
        hub login URL NAME
                         makes a login for a device, and prints the URL that it
                         joins with
        join URL         makes an account at the hub, or joins the one that is
                         there, with its passphrase or its recovery key
        status           tells what this store is synced with, and what waits
        devices          lists the account's devices
        revoke DEVICE    shuts a device out, and changes the key for what comes
        passphrase       sets another passphrase
        move URL         goes on with the same hub at another address, or with
                         another password
        leave            ends syncing here; all memos stay
      """,
      "URL is postgresql://LOGIN:PASSWORD@HOST/DATABASE, or postgresql:///DATABASE?host=/FOLDER for a socket. Each "
        + "device has a login of its own.",
    ],
    success: "it is done", failure: "it could not be done; what was exchanged before stays",
    more: [
      (toConfirm, "so many memos would go that --confirm is needed; nothing was changed"),
      (taken, "a watch with --until-eof was not begun: another process watches already"),
      (130, "a watch was ended by Ctrl-C"), (143, "a watch was ended by SIGTERM"),
    ])

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let action = try action()
    try checkOptions(action)
    try checkURL(action)
    let operand = arguments.operands.last
    guard let access = environment.hubs else { return try SyncProgram.run(environment) }
    if action == .hub {
      return try await SyncHubKeeping(arguments).run(access, in: environment)
    }
    if action == .join {
      return try await SyncJoining(
        url: operand ?? "", arguments: arguments, access: access, environment: environment
      ).run()
    }
    return try await SyncedStore.with(arguments, access, in: environment) { store throws(CommandError) in
      switch action {
      case .status: try SyncStatus().run(store)
      case .devices: try await SyncDevices().run(store)
      case .revoke: try await SyncRevocation(device: operand ?? "").run(store)
      case .passphrase: try await SyncPassphrase().run(store)
      case .move: try await SyncMoving(url: operand ?? "").run(store)
      case .leave: try await SyncLeaving().run(store)
      case .hub, .join, nil:
        return arguments.has(Self.watch)
          ? try await SyncWatching(store).run() : try await SyncExchange(store).run()
      }
      return 0
    }
  }

  private func action() throws(CommandError) -> Action? {
    guard let word = arguments.operands.first else { return nil }
    guard let action = Action(rawValue: word) else {
      let words = Action.allCases.map(\.rawValue)
      let advice = Spelling.advice(for: word, among: words) ?? "there are \(words.joined(separator: ", "))"
      throw .usage("\(Arguments.isBlank(word) ? "the action is empty" : "there is no action \(word)"); \(advice)")
    }
    let rest = Array(arguments.operands.dropFirst())
    if rest.contains(where: Arguments.isBlank) {
      throw .usage("an argument is empty; is a variable unset?")
    }
    let expected =
      switch action {
      case .hub where rest.isEmpty: ["create or login"]
      case .hub: rest.first == "login" ? ["login", "URL", "NAME"] : ["create", "URL"]
      case .join, .move: ["URL"]
      case .revoke: ["DEVICE"]
      case .status, .devices, .passphrase, .leave: [String]()
      }
    if action == .hub, let first = rest.first, first != "create", first != "login" {
      throw .usage("hub can create and login, not \(first)")
    }
    if rest.count > expected.count { throw .usage("unexpected argument: \(rest[expected.count])") }
    if rest.count < expected.count {
      let before = ([word] + expected.prefix(rest.count)).joined(separator: " ")
      throw .usage("\(expected[rest.count]) is missing after \(before)")
    }
    return action
  }

  /// Refuses what can be no hub's URL. It is not repeated: it may have a password in it.
  private func checkURL(_ action: Action?) throws(CommandError) {
    let url =
      switch action {
      case .hub: arguments.operands.dropFirst(2).first
      case .join, .move: arguments.operands.last
      default: String?.none
      }
    guard let url, !url.hasPrefix("postgresql://"), !url.hasPrefix("postgres://") else { return }
    throw .usage("that is no URL of a hub: postgresql://LOGIN@HOST/DATABASE, or postgresql:///DATABASE?host=/FOLDER")
  }

  private func checkOptions(_ action: Action?) throws(CommandError) {
    let taken: [(Option, [Action?])] = [
      (Self.watch, [nil]), (Self.confirm, [nil]), (Self.account, [.join]), (Self.device, [.join]),
      (Self.keyCommand, [.join]), (Self.newKeyCommand, [.passphrase]),
      (Self.grants, [.hub]), (Self.yes, [.revoke, .leave]),
    ]
    let word = (["memo-ls sync"] + [action?.rawValue].compactMap(\.self)).joined(separator: " ")
    for (option, actions) in taken where arguments.has(option) && !actions.contains(action) {
      throw .usage("\(option.name) does not go with \(word)")
    }
    if arguments.has(Self.grants), arguments.operands.dropFirst().first != "create" {
      throw .usage("\(Self.grants.name) goes with hub create only")
    }
    if action == .hub, arguments.has(.store) || arguments.has(.folder) {
      throw .usage("\(word) is about no store; leave --store and --folder out")
    }
    if arguments.has(Self.untilEnd), !arguments.has(Self.watch) { throw .usage("--until-eof goes with --watch only") }
    if arguments.has(Self.watch), arguments.has(.json) { throw .usage("--json does not go with --watch") }
  }
}
