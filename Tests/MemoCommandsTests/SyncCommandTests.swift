import MemoHost
import MemoSync
import Testing

@testable import MemoCommands

@Suite("The command line of sync")
struct SyncCommandTests {
  private let stage = Stage()

  @Test(
    "says what is wrong with it",
    arguments: [
      ("frobnicate", "there is no action frobnicate; there are hub"), ("stauts", "status"),
      ("hub", "create or login is missing after hub\n"),
      ("hub drop u", "can create and login, not drop"), ("hub create", "URL is missing after hub create\n"),
      ("hub login u", "NAME is missing after hub login URL\n"),
      ("hub login u n --grants", "--grants goes with hub create only"), ("join u --grants", "does not go with"),
      ("hub create u v", "unexpected argument: v"), ("join", "URL is missing after join\n"),
      ("join a b", "unexpected argument: b"),
      ("revoke", "DEVICE is missing after revoke\n"), ("status x", "unexpected argument: x"),
      ("leave --confirm", "does not go with"),
      ("join u --watch", "does not go with memo-ls sync join"),
      ("--account a", "--account does not go with memo-ls sync"),
      ("--yes", "--yes does not go with memo-ls sync"), ("--watch --json", "--json does not go with --watch"),
      ("--until-eof", "goes with --watch only"), ("hub create u --store s", "about no store"),
      ("join u --key-command", "a command that prints the passphrase"),
      ("join http://a:secret@h", "that is no URL of a hub: postgresql://"), ("move h", "no URL of a hub"),
      ("hub create h", "no URL of a hub"), ("hub login mysql://h n", "no URL of a hub"),
    ])
  func wrong(line: String, words: String) async {
    #expect(await stage.run(["sync"] + line.split(separator: " ").map(String.init)) == 64)
    #expect(stage.errors.contains(words) && stage.output.isEmpty, "\(stage.errors)")
  }

  @Test(
    "takes no empty word for anything",
    arguments: [["join", ""], ["join", " "], ["revoke", ""], ["hub", "create", ""], [""]])
  func empty(words: [String]) async {
    #expect(await stage.run(["sync"] + words) == 64)
  }

  @Test("fails where the store can't be synced, or the hub is not there")
  func failures() async {
    for words in [["status"], ["leave"], []] as [[String]] { #expect(await stage.run(["sync"] + words) == 1) }
    #expect(await stage.run(["sync", "hub", "create", "postgresql://x"]) == 1)
    #expect(stage.errors == "memo-ls sync: no hub is here\n")
  }

  @Test(
    "never shows a password",
    arguments: [
      ("postgresql://a:secret@host/db", "postgresql://a:…@host/db"),
      ("postgresql://a:se:c@ret@host/db?x=1", "postgresql://a:…@host/db"),
      ("postgresql:///db?host=/x&password=secret&y=1", "postgresql:///db?host=/x"),
      ("postgresql:///db?user=a&host=/x&%70assword=secret&sslpassword=y", "postgresql:///db?host=/x"),
      ("postgresql://a@host/db", "postgresql://a@host/db"), ("nonsense", "nonsense"),
      ("postgresql://a:secret@", "postgresql://a:…@"),
    ])
  func passwords(url: String, shown: String) { #expect((HubURL(url)?.shown ?? url) == shown) }

  @Test(
    "says for another login all that led to the database",
    arguments: [
      ("postgresql://a@h/d", "postgresql://b:p@h/d?port=7"), ("postgresql://a@h:7/d", "postgresql://b:p@h:7/d"),
      ("postgresql:///d?host=/x&user=a", "postgresql://b:p@/d?host=/x&port=7"),
      ("postgresql://a@", "postgresql://b:p@?host=/run%20x&port=7&dbname=o%26%c3%a9"),
      ("postgresql://a@/?hostaddr=::1&port=8", "postgresql://b:p@/?hostaddr=::1&port=8&dbname=o%26%c3%a9"),
      ("postgresql://a@[::1]", "postgresql://b:p@[::1]?port=7&dbname=o%26%c3%a9"),
      ("postgresql://a@:8?dbname=d&sslmode=disable", "postgresql://b:p@:8?dbname=d&sslmode=disable&host=/run%20x"),
    ])
  func logins(url: String, other: String) {
    let reached = ("/run x", "7", "o&é")
    #expect(HubURL(url)?.with(login: "b", password: "p", reached: reached) == other)
  }

  @Test("shows none in a message about an address either, even where that is none")
  func messages() {
    let url = "postgresql://lap:SECRET/x@127.0.0.1/y"
    #expect(HubURL.redacted("no port SECRET in \(url)", url) == "no port … in postgresql://lap:…@127.0.0.1/y")
    #expect(HubURL.redacted("fine", "postgresql://a@b") == "fine")
  }

  @Test("wakes tell all that happened once, and an alarm that is set is set once")
  func wakes() async {
    let wakes = SyncWakes()
    wakes.tell(.saved)
    wakes.tell(.news)
    wakes.tell(.saved)
    #expect(await wakes.next() == [.saved, .news])
    #expect(wakes.tellDue(after: .milliseconds(1)))
    #expect(!wakes.tellDue(after: .seconds(3600)))
    #expect(await wakes.next() == [.due])
    wakes.tellDue(after: .milliseconds(1))
    #expect(await wakes.next() == [.due])
    wakes.tell(.end)
    #expect(await wakes.next() == [.end])
  }

  @Test("a watch beside a server is begun again after a pause that grows, until one has lasted for a minute")
  func pauses() {
    var pauses = SyncPauses()
    #expect((0..<8).map { _ in pauses.next(after: .seconds(59)) } == [1, 2, 4, 8, 16, 32, 60, 60])
    #expect([60, 0].map { pauses.next(after: .seconds($0)) } == [1, 2])
  }

  @Test("what a watch says that ends as the one before it did is passed on once")
  func words() {
    var words = SyncWords()
    var passed: [[Bool]] = []
    for lines in [["a", "b"], ["a", "b"], ["a", "c", "a"], ["a  b"]] {
      passed.append(lines.map { words.isNew($0) })
      words.end()
    }
    #expect(passed == [[true, true], [false, false], [false, true, true], [true]])
  }

  @Test("what a watch logs keeps its level in the server's log, and why it has ended is a warning there")
  func levels() {
    let meanings = [
      "memo-ls: info: sent 1", "memo-ls: warning: trying again", "memo-ls sync: there is no store", "killed",
    ].map(SyncWords.meaning)
    #expect(meanings.map(\.level) == [.info, .warning, .warning, .warning])
    #expect(
      meanings.map(\.message) == ["sync: sent 1", "sync: trying again", "sync: there is no store", "sync: killed"])
  }
}
