import MemoMarkup
import Testing

@Suite("A title that is being typed")
struct TypedTitleTests {
  @Test(
    "is complete once somebody goes on behind its line, whatever is in front of it",
    arguments: [
      ("Pl", "Plan", false), ("Plan", "Plan\n", true), ("Plan", "Plan\r", true), ("Plan", "Plan\r\nx", true),
      ("", "Plan\n\nbody", true), ("Plan\n", "Plans\n", false), ("Plan\n", "Plan\n\n", true),
      (" \n", "  \nPlan", false), ("\n", "\n\nPlan", false), ("\nPlan", "\nPlan\n", true),
      ("# ", "# Plan", false), ("# Plan", "# Plan\nx", true), ("\u{FEFF}Pl", "\u{FEFF}Plan", false),
      ("---\ntags: x\n---\nPl", "---\ntags: x\n---\nPlan", false),
      ("---\ntags: x\n---\nPlan", "---\ntags: x\n---\nPlan\n", true), ("Plan", "---\ntags: x\n---\nPlan", false),
      ("---", "---\ntags: x\n", false), ("---", "---\n\nwords\n", true),
    ])
  func left(former: String, text: String, isLeft: Bool) { expect(text, since: former, isLeft) }

  @Test(
    "is not complete because of what was behind it before",
    arguments: [
      ("---\ntags: x\n---\n\n\n## Agenda\n", "---\ntags: x\n---\nPlan\n\n## Agenda\n", false),
      ("---\ntags: x\n---\nPlan\n\n## Agenda\n", "---\ntags: x\n---\nPlan\n\n\n## Agenda\n", true),
      ("---\ntags: x\n---\nPlan\n\n## Agenda\n", "---\ntags: x\n---\nPlan\n\n## Agenda\n- x\n", true),
      ("# \n\n## Agenda\n", "# Plan\n\n## Agenda\n", false), ("# Pl\n## Agenda", "# Plan\nx\n## Agenda", true),
      ("---\ntitle:\n---\n# Agenda\n", "---\ntitle: Plan\n---\n# Agenda\n", false),
      ("---\ntitle: Plan\n---\n# Agenda\n", "---\ntitle: Plan\n---\n# Agenda\nx", true),
    ])
  func template(former: String, text: String, isLeft: Bool) { expect(text, since: former, isLeft) }

  @Test(
    "is complete in a text that is there at once, unless its place is empty",
    arguments: [
      ("", false), ("Plan", false), ("Plan\nbody", true), ("# Plan\rbody", true), ("\n\n", false), ("#\n\n", false),
      ("---", false), ("---\nta", false), ("---\ntags: x\n---\n", false), ("---\ntags: x\n---\nPlan\nbody", true),
      ("---\ntitle: Plan\n---\n", false), ("---\ntitle: Plan\n---\nbody", true),
      ("---\ntitle:\n---\n# Agenda\n", false), ("---\ntags: x\n---\n\n## Agenda\n", false), ("#\n## Agenda\n", false),
    ])
  func atOnce(text: String, isLeft: Bool) { expect(text, since: nil, isLeft) }

  private func expect(_ text: String, since former: String?, _ isLeft: Bool) {
    #expect(TypedTitle.isLeft(Array(text.utf8), since: former.map { Array($0.utf8) }) == isLeft)
  }
}
