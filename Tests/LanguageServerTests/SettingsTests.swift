import JSON
import JSONRPC
import Testing

@testable import LanguageServer

@Suite("A setting")
struct SettingsTests {
  private func settings(_ section: String, over others: Settings = Settings()) throws -> Settings {
    Settings(json: try JSONDocument(Array(section.utf8)).root, over: others)
  }

  @Test("that is written wrongly, or as null, counts as not made", arguments: ["null", #""off""#, "0", "{}"])
  func wrong(value: String) throws {
    let off = try settings(#"{"codeLens":false,"inlayHints":false}"#)
    #expect(!off.hasCodeLens && !off.hasInlayHints)
    let later = try settings(#"{"codeLens":\#(value),"inlayHints":\#(value)}"#, over: off)
    #expect(!later.hasCodeLens && !later.hasInlayHints)
    let on = try settings(#"{"codeLens":\#(value),"inlayHints":\#(value)}"#)
    #expect(on.hasCodeLens && on.hasInlayHints)
  }
}
