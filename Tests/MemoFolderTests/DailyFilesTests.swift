import Foundation
import MemoEngine
import MemoModel
import TestDoubles
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("The notes of days in a folder")
struct DailyFilesTests {
  private let kept: KeptFolder

  init() throws { kept = try KeptFolder() }

  private static let day = CalendarDay("2026-11-02")

  @Test(
    "they lie where Obsidian puts them, and are called as it calls them",
    arguments: [
      (nil, "2026-11-02.md"), ("{}", "2026-11-02.md"), ("no JSON", "2026-11-02.md"),
      (#"{"folder":"Daily/Notes/","format":""}"#, "Daily/Notes/2026-11-02.md"),
      (#"{"folder":"/","format":"YYYY/MM-MMMM/YYYY-MM-DD-dddd"}"#, "2026/11-November/2026-11-02-Monday.md"),
      (#"{"format":"[Day] D.M.YY 100%"}"#, "Day 2.11.26 100%.md"), (#"{"folder":"../x"}"#, "x/2026-11-02.md"),
      (#"{"folder":7}"#, "2026-11-02.md"), (#"{"format":"MMMM Do, YYYY"}"#, "November 2nd, 2026.md"),
      (#"{"format":"dd D MMM"}"#, "Mo 2 Nov.md"), (#"{"format":"YYYY-DDD"}"#, "2026-306.md"),
      (#"{"format":"GGGG-[W]WW-E"}"#, "2026-W45-1.md"), (#"{"format":"gggg-[w]ww-d"}"#, "2026-w45-1.md"),
      (#"{"format":"[Q]Q Qo wo"}"#, "Q4 4th 45th.md"),
    ] as [(String?, String)])
  func settings(json: String?, path: String) throws {
    if let json { try kept.write(json, ".obsidian/daily-notes.json") }
    let files = DailyFiles(in: kept.folder)
    let day = try #require(Self.day)
    #expect(files.path(of: day, now: .now) == path)
    #expect(path.hasSuffix("\(files.title(of: day, now: .now)).md"))
  }

  @Test(
    "ordinals and weeks are right at the edges",
    arguments: [
      ("2026-01-01", "1st 2026-01 2026-01 001"), ("2026-12-31", "31st 2026-53 2027-01 365"),
      ("2027-01-01", "1st 2026-53 2027-01 001"), ("2024-12-29", "29th 2024-52 2025-01 364"),
      ("2022-12-31", "31st 2022-52 2022-53 365"), ("2024-02-11", "11th 2024-06 2024-07 042"),
      ("2023-01-03", "3rd 2023-01 2023-01 003"),
    ])
  func edges(day: String, name: String) throws {
    let files = DailyFiles(folder: "", format: "Do GGGG-WW gggg-ww DDDD")
    #expect(files.title(of: try #require(CalendarDay(day)), now: .now) == name)
  }

  @Test("as long as the settings can't be read the former ones stay; without any the days lie at the top again")
  func former() throws {
    let former = DailyFiles(folder: "Daily", format: "D")
    for (json, path) in [("{", "Daily/2.md"), (#"{"folder":"x"}"#, "x/2026-11-02.md"), (nil, "2026-11-02.md")] {
      if let json { try kept.write(json, ".obsidian/daily-notes.json") } else { try kept.remove(".obsidian") }
      let files = DailyFiles(in: kept.folder, after: former)
      #expect(files.path(of: try #require(Self.day), now: .now) == path)
    }
  }

  @Test(
    "they lie where a format of strftime says that has a slash, whatever Obsidian's settings are",
    arguments: [
      ("Days/%Y/%d.%m.", "Days/2026/02.11..md"), ("/%Y-%m-%d/", "2026-11-02.md"), ("../%Y", "2026.md"),
      ("%d.%m.%Y", "Daily/2.md"),
    ])
  func format(format: String, path: String) throws {
    try kept.write(#"{"folder":"Daily","format":"D","template":"t"}"#, ".obsidian/daily-notes.json")
    let files = DailyFiles(in: kept.folder, format: format)
    #expect(files.path(of: try #require(Self.day), now: .now) == path && files.template == "t")
  }

  @Test("a day's memo becomes its file there", arguments: [nil, "Daily/%Y-%m-%d"])
  func made(format: String?) throws {
    if format == nil { try kept.write(#"{"folder":"Daily"}"#, ".obsidian/daily-notes.json") }
    kept.keeper.dailyFormat = format
    try kept.save("2026-11-02\n", in: .daily(try #require(Self.day)))
    try kept.reconcile()
    #expect(kept.files["Daily/2026-11-02.md"] == "2026-11-02\n")
    #expect(try kept.reconcile().isQuiet)
  }

  @Test("where the folder of days is a link nothing is made by it, which is told, and once it is none the file is made")
  func linked() throws {
    let outside = try TemporaryFolder()
    try kept.write(#"{"folder":"Daily"}"#, ".obsidian/daily-notes.json")
    symlink(outside.path, "\(kept.path)/Daily")
    try kept.save("2026-11-02\n", in: .daily(try #require(Self.day)))
    let report = try kept.reconcile()
    #expect(report.problems["Daily/2026-11-02.md"]?.contains("links are not followed") == true, "\(report.problems)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).isEmpty)
    #expect(kept.files.keys.allSatisfy { $0.hasPrefix(".obsidian") })
    unlink("\(kept.path)/Daily")
    kept.wait(milliseconds: 6_000)
    try kept.reconcile()
    #expect(kept.files["Daily/2026-11-02.md"] == "2026-11-02\n")
  }
}
