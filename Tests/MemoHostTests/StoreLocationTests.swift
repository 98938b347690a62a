import Testing

@testable import MemoHost

@Suite("Where the store is")
struct StoreLocationTests {
  @Test(
    "the store is where the flag says, then the variable, then the user's data folder",
    arguments: [
      ("/f", ["MEMO_LS_STORE": "/e"], "/f"),
      ("f", [:], "/cwd/f"),
      (nil, ["MEMO_LS_STORE": "/e", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/e"),
      (nil, ["MEMO_LS_STORE": "e"], "/cwd/e"),
    ] as [(String?, [String: String], String)])
  func location(flag: String?, environment: [String: String], expected: String) throws {
    #expect(try StoreLocation.path(flag: flag, environment: environment, currentFolder: "/cwd") == expected)
  }

  #if !canImport(Darwin)
    @Test(
      "the user's data folder is XDG's, if that is absolute",
      arguments: [
        (["XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/memo-ls/memos.sqlite"),
        (["XDG_DATA_HOME": "x", "HOME": "/h"], "/h/.local/share/memo-ls/memos.sqlite"),
        (["MEMO_LS_STORE": "", "HOME": "/h"], "/h/.local/share/memo-ls/memos.sqlite"),
      ])
    func dataFolder(environment: [String: String], expected: String) throws {
      #expect(try StoreLocation.path(flag: nil, environment: environment, currentFolder: "/cwd") == expected)
    }
  #endif

  @Test("without a home folder the user is told to name a store", arguments: [[:], ["HOME": ""]])
  func homeless(environment: [String: String]) {
    let error = #expect(throws: StoreLocation.Unknown.self) {
      try StoreLocation.path(flag: nil, environment: environment, currentFolder: "/cwd")
    }
    #expect(error?.message.contains("--store") == true)
  }

  @Test(
    "a path that was no UTF-8 is refused, wherever it came from, and only if it is used",
    arguments: [
      ("/caf\u{FFFD}", [:], "/cwd"), (nil, ["MEMO_LS_STORE": "/\u{FFFD}/m"], "/cwd"),
      (nil, ["HOME": "/\u{FFFD}"], "/cwd"),
      ("near", [:], "/\u{FFFD}"),
    ] as [(String?, [String: String], String)])
  func mangled(flag: String?, environment: [String: String], currentFolder: String) throws {
    let error = #expect(throws: StoreLocation.Unknown.self) {
      try StoreLocation.path(flag: flag, environment: environment, currentFolder: currentFolder)
    }
    #expect(error?.message.contains("UTF-8") == true)
    #expect(try StoreLocation.path(flag: "/m", environment: environment, currentFolder: currentFolder) == "/m")
  }
}
