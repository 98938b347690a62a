import MemoSync

/// The reason why something could not be done with a hub, and what to do about it.
package enum HubError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No answer comes.
  case unreachable(String)
  /// Whoever answers does not prove to be the hub's server, so nothing is sent.
  case untrusted(String)
  /// The hub's database does not let this login in, or not here.
  case refusedLogin(String)
  /// The server has no database of the name that the address says.
  case noDatabase(String)
  /// The database can't be made a hub.
  case unfitDatabase(String)
  /// A login for a device can't be made.
  case unusableLogin(String)
  /// There are no tables, or none that this login may see.
  case notAHub
  /// The tables are those of a later version of the program.
  case newerProtocol(Int)
  /// The functions of the tables are those of an earlier version of the program.
  case olderFunctions
  /// The functions of the tables are those of a later version of the program, and one that is called is not among them.
  case newerFunctions
  /// A passphrase or recovery key that isn't the account's.
  case wrongSecret
  /// A recovery key was given, or something that is too short for a passphrase.
  case passphraseNeeded
  /// The words that were to be a new passphrase can be none.
  case passphraseUnfit
  /// No account has this name.
  case noSuchAccount(String)
  /// An account has this name already.
  case accountExists(String)
  /// The hub has no row of the account any more.
  case accountLost
  /// No device of the account has this name.
  case noSuchDevice(String)
  /// This device was shut out.
  case revoked
  /// The parameters by which keys are derived, as the hub has them, would be too weak, or too much for this machine.
  case weakKeyParameters(String)
  /// No answer came to a change of the account's keys, so that nobody knows whether it was made; if it was, a new
  /// recovery key holds from then on, if there is one.
  case unanswered(recoveryKey: String?, String)
  /// This device does not have the account's newest keys.
  case keysChanged
  /// The hub has forgotten the account's newest keys; they may be kept on this device.
  case olderKeys(areKept: Bool)
  /// Passwords or texts could be read, or the hub's name be feigned.
  case insecure(String)
  /// The file that the program kept of its membership can't be read.
  case badMembership(String)
  /// The database answers more than anybody could have asked for.
  case endlessAnswer
  /// The database says no to something that it should do.
  case database(String)
  /// The task was cancelled.
  case cancelled

  /// The problem and what to do about it.
  package var description: String {
    switch self {
    case .unreachable(let why): "the hub can't be reached: \(why)"
    case .untrusted(let why): "the hub's server is not trusted: \(why)"
    case .refusedLogin(let why): "the hub refuses this login: \(why)"
    case .noDatabase(let why):
      "the address leads to no database (\(why)): its name stands behind the host, as in postgresql://HOST/DATABASE; "
        + "its owner makes one with CREATE DATABASE, and the hub's tables with `memo-ls sync hub create URL`"
    case .unfitDatabase(let why): "this database can't be a hub: \(why)"
    case .unusableLogin(let why): why
    case .notAHub:
      "this database is no hub, or this login has no rights there: its owner runs `memo-ls sync hub create URL`, and "
        + "makes logins with `memo-ls sync hub login URL NAME`"
    case .newerProtocol(let version):
      "the hub's tables are of version \(version), this program knows \(HubTables.version); "
        + "update memo-ls on this device"
    case .olderFunctions:
      "the hub was made by an earlier memo-ls; its owner brings it up to date with memo-ls sync hub create URL"
    case .newerFunctions:
      "the hub was made by a later memo-ls, which does this otherwise; update memo-ls on this device"
    case .wrongSecret: "this is neither the account's passphrase nor its recovery key"
    case .passphraseNeeded:
      "the passphrase is needed here, which has at least \(Passphrase.leastLength) characters, no recovery key; "
        + "`memo-ls sync passphrase` sets a new one, and takes the recovery key for the old"
    case .passphraseUnfit: Passphrase.expectation
    case .noSuchAccount(let name): "the hub has no account \(name)"
    case .accountExists(let name):
      "the hub has an account \(name) already: join it with its passphrase, or choose another name"
    case .accountLost:
      "the hub has lost this account: restore it from a backup of the hub, or make it anew from the memos here with "
        + "`memo-ls sync leave --yes`, then `memo-ls sync join` with another login"
    case .noSuchDevice(let name): "the account has no device \(name), or it was shut out before"
    case .revoked:
      "this device was shut out of its account; `memo-ls sync leave --yes`, then `memo-ls sync join` with another "
        + "login, make it a new one"
    case .weakKeyParameters(let what):
      "the hub says to derive keys with \(what); that is refused. Check the hub's database"
    case .unanswered(_, let why): "\(why), so nobody knows whether it was done"
    case .keysChanged: "the account's keys were changed: give its passphrase again with `memo-ls sync join`"
    case .olderKeys(let areKept):
      "the hub was restored from a copy that is older than the account's newest keys, and lets in again who was shut "
        + "out since; "
        + (areKept
          ? "run `memo-ls sync passphrase` on this device, then `memo-ls sync revoke` for whom it lets in again"
          : "run `memo-ls sync passphrase` on a device that keeps them in a file. Where none does, `memo-ls sync leave "
            + "--yes`, then `memo-ls sync join`, goes on with the older ones")
    case .insecure(let why): "the address can't be used: \(why)"
    case .badMembership(let what):
      "what is kept of the account can't be read: \(what); `memo-ls sync leave --yes` forgets it, then "
        + "`memo-ls sync join` joins it again"
    case .endlessAnswer:
      "the hub's answer is longer than any may be: it was not read to its end, and nothing of it was taken in. Check "
        + "the hub's database, or restore it"
    case .database(let message): "the hub's database says: \(message)"
    case .cancelled: "the exchange was cancelled"
    }
  }
}
