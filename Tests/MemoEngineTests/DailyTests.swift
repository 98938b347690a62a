import JSON
import MemoEngine
import MemoModel
import TestDoubles
import Testing

@Suite("The memo of a day")
struct DailyTests {
  private let noon = Timestamp(reading: "2026-11-22T12:34:56", in: .local)

  @Test("is made on first use, stored at once, and the same ever after")
  func made() async throws {
    let fixture = await Fixture(startingAt: noon)
    let memo = try await fixture.engine.daily()
    #expect(memo.metadata.id.description == "daily-2026-11-22" && memo.metadata.version == 1)
    #expect(memo.text.string == "2026-11-22\n" && memo.isSaved)
    #expect(fixture.saves == 1 && fixture.journal.records.isEmpty)
    try await fixture.type("x", into: "daily-2026-11-22", at: 10..<10)
    let typed = try await fixture.engine.daily()
    #expect(typed.text.string == "2026-11-22x\n" && typed.isSaved)
    #expect(try await fixture.engine.daily(CalendarDay("2026-11-22")).metadata.version == 2)
    #expect(try await fixture.engine.list().page(.newest).memos.count == 1)
  }

  @Test("is not made, nor one of a template, if that is cancelled before")
  func cancelled() async throws {
    let fixture = await Fixture(startingAt: noon)
    try await fixture.create("t", "#template")
    await #expect(throws: EngineError.self) { try await fixture.engine.daily { throw CancellationError() } }
    await #expect(throws: EngineError.self) {
      try await fixture.engine.createMemo(id: nil, from: TemplateUse("memo:t"), properties: JSONObject()) {
        throw CancellationError()
      }
    }
    #expect(try await fixture.engine.list().page(.newest).memos.count == 1)
  }

  @Test("may be another day's, and has its title in the format that is configured")
  func format() async throws {
    let fixture = await Fixture(configuration: EngineConfiguration(dailyFormat: "%A, %d %B %Y"), startingAt: noon)
    let memo = try await fixture.engine.daily(CalendarDay("2024-02-29"))
    #expect(memo.metadata.id.description == "daily-2024-02-29")
    #expect(memo.text.string == "Thursday, 29 February 2024\n")
  }

  @Test(
    "is called by the last name where the format says where days lie",
    arguments: [
      ("Days/%Y/%d.%m.", DailyFiles.Format.strftime("Days/%Y/%d.%m."), "22.11."),
      ("Days/%d.%m.", .moment("YYYY-MM-DD"), "Days/22.11."), ("%d.%m.", .moment("DD"), "22.11."),
    ])
  func placedFormat(format: String, files: DailyFiles.Format, title: String) async throws {
    let files = DailyFiles(folder: "", format: files)
    let configuration = EngineConfiguration(dailyFormat: format, dailyFiles: files)
    let fixture = await Fixture(configuration: configuration, startingAt: noon)
    #expect(try await fixture.engine.daily().text.string == "\(title)\n")
  }

  @Test("has a year of four digits, also the first ones", arguments: ["0000-02-29", "0001-01-01", "0999-12-31"])
  func firstYears(day: String) async throws {
    for format in ["%Y-%m-%d", "%F"] {
      let fixture = await Fixture(configuration: EngineConfiguration(dailyFormat: format), startingAt: noon)
      #expect(try await fixture.engine.daily(CalendarDay(day)).text.string == "\(day)\n")
    }
    let fixture = await Fixture(configuration: EngineConfiguration(dailyFormat: "%%Y %Y%%F"), startingAt: noon)
    #expect(try await fixture.engine.daily(CalendarDay(day)).text.string == "%Y \(day.prefix(4))%F\n")
  }

  @Test("is made of a template, whose dates are the day's, but only the first time")
  func template() async throws {
    let fixture = await Fixture(startingAt: noon)
    try await fixture.create(
      "t", "# {{title}}\n{{date:%a}} {{date}} {{time}}{{cursor}}", properties: #"{"tags":["template","diary"]}"#)
    let memo = try await fixture.engine.daily(CalendarDay("2026-11-23"), template: "t")
    #expect(memo.text.string == "# 2026-11-23\nMon 2026-11-23 12:34")
    #expect(memo.metadata.properties.tags == ["diary"])
    #expect(try await fixture.engine.daily(CalendarDay("2026-11-23"), template: "gone").text.isIdentical(to: memo.text))
  }

  @Test("comes back from the trash, and is made anew once it is destroyed")
  func trash() async throws {
    let fixture = await Fixture(startingAt: noon)
    let id = try await fixture.engine.daily().metadata.id
    try await fixture.type("mine ", into: id.description)
    _ = try await fixture.engine.trashMemo(id, baseVersion: nil)
    let restored = try await fixture.engine.daily()
    #expect(restored.text.string == "mine 2026-11-22\n" && !restored.metadata.isTrashed && restored.isSaved)
    _ = try await fixture.engine.destroyMemo(id, baseVersion: nil)
    let anew = try await fixture.engine.daily()
    #expect(anew.text.string == "2026-11-22\n" && anew.metadata.version == 1)
  }

  @Test("is made once, whoever asks at the same time, whatever each would have made")
  func atOnce() async throws {
    let shelf = TestStore.Shelf()
    let first = await Fixture(on: shelf, startingAt: noon)
    let second = await Fixture(configuration: EngineConfiguration(dailyFormat: "other %F"), on: shelf, startingAt: noon)
    // Both look for it before one of them has made it.
    let memos = try await withThrowingTaskGroup(of: MemoSnapshot.self) { group in
      for engine in [first.engine, second.engine] {
        for _ in 0..<8 { group.addTask { try await engine.daily() } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(memos.map(\.text.string)).count == 1)
    for fixture in [first, second] {
      await fixture.engine.pullExternalChanges()
      #expect(try await fixture.engine.list().page(.newest).memos.count == 1)
    }
  }

  @Test("is what another made meanwhile, also if that is in the trash")
  func madeByOther() async throws {
    let shelf = TestStore.Shelf()
    let first = await Fixture(on: shelf, startingAt: noon)
    let second = await Fixture(on: shelf, startingAt: noon)
    _ = try await second.engine.list().page(.newest)
    let id = try await first.engine.daily().metadata.id
    _ = try await first.engine.trashMemo(id, baseVersion: nil)
    _ = try await first.engine.flush(nil)
    #expect(try await !second.engine.daily().metadata.isTrashed)
    _ = try await second.engine.flush(nil)
    #expect(try await second.engine.list().page(.newest).memos.count == 1)
  }

  @Test("is the one memo that has the day as its title, if people kept it by hand")
  func byHand() async throws {
    let fixture = await Fixture(startingAt: noon)
    try await fixture.create("mine", "# 2026-11-22\nby hand")
    let mine = try await fixture.engine.daily()
    #expect(mine.metadata.id.description == "mine" && mine.isSaved && fixture.saves == 1)
    try await fixture.create("twin", "2026-11-22")
    #expect(try await fixture.engine.daily().metadata.id.description == "daily-2026-11-22")
    #expect(try await fixture.engine.daily(CalendarDay("2026-11-21")).text.string == "2026-11-21\n")
  }

  @Test(
    "is never another day's, though its title may be",
    arguments: [
      ("%d", "2026-10-22"), ("%d %B", "2025-11-22"), ("%A", "2026-11-15"), ("%A %d", "2026-03-22"),
      ("%A %d %B", "2020-11-22"), ("week %V", "2026-11-21"),
    ])
  func repeatedTitle(format: String, day: String) async throws {
    let fixture = await Fixture(configuration: EngineConfiguration(dailyFormat: format), startingAt: noon)
    let now = try #require(noon)
    let title = try #require(CalendarTime(now, on: CalendarDay(day)).text(format))
    try #require(title == CalendarTime(now).text(format))
    try await fixture.create("other", "\(title)\nkept by hand")
    #expect(try await fixture.engine.daily().metadata.id.description == "daily-2026-11-22")
  }

  @Test(
    "is the one in the day's file, whatever else is called so, also in other folders",
    arguments: [
      ("Daily", "YYYY-MM-DD", "Daily/2026-11-22.md", true), ("", "YYYY/MM/DD", "2026/11/22.md", true),
      ("", "YYYY/MM/DD", "2026/10/22.md", false), ("Daily", "YYYY-MM-DD", "Daily/2026-11-22.txt", true),
      ("Daily", "YYYY-MM-DD", "work/2026-11-22.md", true), ("Daily", "DD", "work/22.md", false),
      ("", "YYYY", "2026.md", false),
    ] as [(String, String, String, Bool)])
  func filed(folder: String, format: String, path: String, isFound: Bool) async throws {
    let files = DailyFiles(folder: folder, format: format)
    let fixture = await Fixture(configuration: EngineConfiguration(dailyFiles: files), startingAt: noon)
    try await fixture.create("mine", "words")
    _ = try await fixture.engine.flush(nil)
    try file("mine", path, in: fixture)
    await fixture.engine.pullExternalChanges()
    let id = try await fixture.engine.daily().metadata.id.description
    #expect(id == (isFound ? "mine" : "daily-2026-11-22"))
  }

  @Test("is the one in the day's file, not one of the same name nearer the top")
  func twins() async throws {
    let files = DailyFiles(folder: "Daily", format: "YYYY-MM-DD")
    let fixture = await Fixture(configuration: EngineConfiguration(dailyFiles: files), startingAt: noon)
    for (id, path) in [("a", "2026-11-22.md"), ("b", "Daily/2026-11-22.md"), ("c", "Work/2026-11-22.md")] {
      try await fixture.create(id, "words")
      _ = try await fixture.engine.flush(nil)
      try file(id, path, in: fixture)
    }
    await fixture.engine.pullExternalChanges()
    #expect(try await fixture.engine.daily().metadata.id.description == "b")
  }

  @Test("is told to the others who use the engine")
  func told() async throws {
    let fixture = await Fixture(startingAt: noon)
    _ = try await fixture.engine.daily(by: ChangeOrigin())
    _ = try await fixture.engine.daily(by: ChangeOrigin())
    #expect(fixture.events.others == ["created daily-2026-11-22"])
  }

  @Test("is not made where it can't be stored")
  func unstored() async throws {
    let fixture = await Fixture(startingAt: noon)
    _ = try await fixture.engine.list().page(.newest)
    fixture.store.failNext([StoreError(.full, "no room")])
    await #expect(throws: EngineError.self) { try await fixture.engine.daily() }
    #expect(try await fixture.engine.daily().isSaved)
  }
}
