import MemoEngine
import Testing

@testable import MemoCommands

@Suite("The memo of the day, and templates")
struct TodayTests {
  private let stage = Stage()

  private func text(_ id: String) async -> String {
    #expect(await stage.run("show", id) == 0)
    return stage.output
  }

  @Test("what is added to a day stands in the day's one memo")
  func add() async {
    #expect(await stage.run("today", "--date", "2026-11-22", "--add", "one") == 0)
    #expect(stage.output == "saved daily-2026-11-22  2026-11-22\n")
    #expect(await stage.run("today", "--date", "2026-11-22", "--add", "two") == 0)
    #expect(await text("daily-2026-11-22") == "2026-11-22\none\ntwo\n")
    #expect(await stage.run("today", "-d", "2026-11-22", "--add", "three", "--heading", "Log") == 0)
    #expect(await text("2026-11-22") == "2026-11-22\none\ntwo\n\n## Log\nthree\n")
  }

  @Test("a day's memo that is there needs no template, and where it was in the trash it is said that it is back")
  func present() async {
    let day = ["today", "--date", "2026-11-22", "--template", "Nope", "--add"]
    #expect(await stage.run(day + ["one"]) == 1 && stage.errors.contains("Nope"))
    #expect(await stage.run("list", "--ids") == 0 && stage.output.isEmpty)
    #expect(await stage.run("today", "--date", "2026-11-22", "--add", "one") == 0 && stage.errors.isEmpty)
    #expect(await stage.run(day + ["two"]) == 0 && stage.errors.isEmpty)
    #expect(await stage.run("delete", "daily-2026-11-22") == 0)
    #expect(await stage.run(day + ["three"]) == 0)
    #expect(stage.errors == "memo-ls today: daily-2026-11-22 was in the trash, and was brought back\n")
    #expect(await text("daily-2026-11-22") == "2026-11-22\none\ntwo\nthree\n")
    #expect(await stage.run("new", "2026-11-21") == 0)
    #expect(await stage.run("today", "--date", "2026-11-21", "--template", "Nope", "--add", "x") == 0)
    #expect(stage.output.hasSuffix("2026-11-21\n") && !stage.output.contains("daily-"))
  }

  @Test("without words to add it is edited, and stays when nothing was written")
  func edit() async {
    #expect(await stage.run("today", "--date", "2026-11-22", writes: { _ in .exited(0) }) == 0)
    #expect(stage.errors == "nothing was changed\n")
    #expect(await text("daily-2026-11-22") == "2026-11-22\n")
    #expect(await stage.run("today", "--date", "2026-11-22", writes: { _ in .exited(3) }) == 1)
    #expect(stage.errors.contains("status 3"))
  }

  @Test(
    "what can't be meant makes no memo",
    arguments: [
      ["--add", ""], ["--add", " "], ["--date", "", "--add", "x"], ["--date", "soon", "--add", "x"],
      ["-d", "2026", "--add", "x"], ["-d", "2026-11", "--add", "x"],
      ["--heading", "Log"], ["--add", "x", "--heading", "a\nb"], ["words"],
    ])
  func refused(arguments: [String]) async {
    #expect(await stage.run(["today"] + arguments) == 64)
    #expect(await stage.run("list") == 0 && stage.output.isEmpty)
  }

  @Test("a template is named by its title, and its names give way to values and the words")
  func template() async {
    #expect(await stage.run("new", "--tag", "template", "# Meeting\n{{title}} with {{who}}, {{none}}{{cursor}}") == 0)
    #expect(await stage.run("new", "--template", "meeting", "--value", "who=A=B", "-t", "x", "Weekly", "sync") == 0)
    let id = String(stage.output.dropLast())
    #expect(await text(id) == "# Meeting\nWeekly sync with A=B, {{none}}")
    #expect(await stage.run("list", "--tag", "x") == 0 && stage.output.contains("\tMeeting\t#x\n"))
    #expect(await stage.run("today", "--date", "2026-11-21", "--template", "meeting", "--add", "x") == 0)
    #expect(await text("daily-2026-11-21") == "# Meeting\n2026-11-21 with {{who}}, {{none}}\nx\n")
    #expect(await stage.run("new", "--tag", "template/weekly", "# Meeting\n") == 0)
    #expect(await stage.run("today", "--date", "2026-11-20", "--template", "meeting", "--add", "x") == 1)
    #expect(stage.errors.contains("several memos are called meeting: ") && stage.errors.contains(" weekly; "))
  }

  @Test("what waits on stdin while a template is filled in is not read, and that is said")
  func templateInPipe() async {
    #expect(await stage.run("new", "--tag", "template", "# Meeting {{title}}") == 0)
    for words in [[], ["Weekly"]] {
      #expect(await stage.run(["new", "--template", "Meeting {{title}}"] + words, input: "words\n") == 0)
      #expect(
        stage.errors
          == "memo-ls new: stdin was not read; the title of a memo made of a template is what follows its name\n")
      #expect(await stage.run(["new", "--template", "Meeting {{title}}"] + words) == 0 && stage.errors.isEmpty)
    }
  }

  @Test(
    "what is no template, or no value, makes no memo",
    arguments: [
      (["--template", "plain"], 1), (["--template", "nothing"], 1), (["--template", ""], 64), (["--value", "a=b"], 64),
      (["--template", "plain", "--value", "a"], 64), (["--template", "plain", "--value", "=b"], 64),
      (["--template", "plain", "x", "-"], 64),
    ] as [([String], Int32)])
  func noTemplate(arguments: [String], status: Int32) async {
    #expect(await stage.run("new", "plain") == 0)
    #expect(await stage.run(["new"] + arguments) == status)
    #expect(stage.output.isEmpty)
    #expect(await stage.run("list", "--ids") == 0 && stage.output.split(separator: "\n").count == 1)
  }
}
