import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("What a link leads to", .timeLimit(.minutes(10)))
struct LinkProblemTests {
  /// A link's outcome in short: `id`, `problem`, or `problem: candidates`.
  private func outcome(_ link: JSONValue) -> String {
    let candidates = link.list("candidates").map { "\($0["id"]?.string ?? "-")=\($0["title"]?.string ?? "-")" }
    let parts = [
      link["id"]?.string, link["problem"]?.string, candidates.isEmpty ? nil : candidates.joined(separator: " "),
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  private func outcomes(_ client: SessionClient, _ text: String) async throws -> [String] {
    try await client.outline(text).list("links").map(outcome)
  }

  /// Has a client look twice: before all is saved, and after.
  private func check(_ client: SessionClient, _ links: KeyValuePairs<String, String>) async throws {
    let text = links.map { "\($0.key)\n\n" }.joined()
    for state in ["unsaved", "saved"] {
      let outcomes = try await outcomes(client, text)
      try #require(outcomes.count == links.count, "\(outcomes)")
      for (link, outcome) in zip(links, outcomes) { #expect(outcome == link.value, "\(link.key), \(state)") }
      _ = try await client.request("flush")
    }
  }

  @Test("is a memo of that id, title, alias or slug, in this order")
  func rules() async throws {
    let client = try SessionClient()
    try await client.make([
      "one": "# My Plan!", "two": "---\naliases: [one, Other, my-plan]\n---\nThree", "three": "Other",
      "four": "---\naliases: four times\n---\none", "five": "x & y",
    ])
    try await check(
      client,
      [
        "[[one]]": "one", "[[ONE]]": "one", "[[memo:one]]": "one", "[a](memo:one)": "one", "[a](one)": "one",
        "[[My Plan!]]": "one", "[[my-plan]]": "two", "[[Other]]": "three", "[[Three]]": "three",
        "[[memo:Other]]": "broken", "[[four times]]": "four", "[[x--y]]": "five", "[[x & y]]": "five",
      ])
  }

  @Test("compares names canonically, without case, white space as one space, and whole")
  func forms() async throws {
    let client = try SessionClient()
    try await client.make(["s": "Die  Straße\tÉcole", "k": "한글 제목", "l": "Longer title"])
    try await check(
      client,
      [
        "[[die strasse e\u{301}cole]]": "s", "[[ DIE\u{a0}STRASSE École ]]": "s",
        "[[\u{1112}\u{1161}\u{11ab}글 제목]]": "k", "[a](%ED%95%9C%EA%B8%80%20제목)": "k", "[a](<한글 제목>)": "k",
        "[[Longer]]": "broken", "[[title]]": "broken", "[[Longer title s]]": "broken",
      ])
  }

  @Test("is ambiguous where one rule finds several, and all are told")
  func ambiguous() async throws {
    let client = try SessionClient()
    try await client.make(["b": "# Plan", "a": "plan", "c": "---\naliases: Plan\n---\nOther"])
    try await check(client, ["[[PLAN]]": "ambiguous a=plan b=Plan", "[[Plan#x]]": "ambiguous a=plan b=Plan"])
  }

  @Test("is told of a memo in the trash only if no other is called so")
  func trashed() async throws {
    let client = try SessionClient()
    try await client.make(["a": "Plan", "b": "Alone\n# There", "c": "---\naliases: Plan\n---\nOther"])
    for id in ["a", "b"] { _ = try await client.request("delete", #"{"id":"\#(id)"}"#) }
    try await check(client, ["[[Plan]]": "c", "[[Alone]]": "b trashed", "[[b#nowhere]]": "b trashed"])
    _ = try await client.request("restore", #"{"id":"b"}"#)
    try await check(client, ["[[Alone]]": "b", "[[Alone#There]]": "b", "[[Alone#nowhere]]": "b fragment"])
    _ = try await client.request("delete", #"{"id":"b","permanent":true}"#)
    try await check(client, ["[[Alone]]": "broken"])
  }

  @Test("is told as renamed where a memo once had that title")
  func renamed() async throws {
    let client = try SessionClient()
    try await client.make(["a": "Old name\nrest", "b": "Never saved as such"])
    _ = try await client.request("flush", #"{"id":"a"}"#)
    for id in ["a", "b"] {
      _ = try await client.request("updateMemo", #"{"id":"\#(id)","contentChanges":[{"text":"New \#(id)"}]}"#)
    }
    try await check(
      client, ["[[old  name]]": "renamed a=New a", "[[New a]]": "a", "[[Never saved as such]]": "broken"])
    try await client.make(["c": "Old Name"])
    try await check(client, ["[[old name]]": "c"])
  }

  @Test("has the heading or block that it names, or only that part is wrong")
  func fragments() async throws {
    let client = try SessionClient()
    try await client.make(["a": "# Plan\n## Zwei Straßen\n## Two\n## Two\nwords ^end\n\nmore ^straße\n"])
    try await check(
      client,
      [
        "[[Plan#^STRASSE]]": "a", "[[Plan#^straße]]": "a",
        "[[Plan#zwei strassen]]": "a", "[[Plan#zwei-straßen]]": "a", "[[a#two-1]]": "a", "[[Plan#^end]]": "a",
        "[[Plan#Plan]]": "a", "[x](Plan#Zwei%20%20Straßen)": "a", "[[Plan#three]]": "a fragment",
        "[[Plan#^two]]": "a fragment", "[[Plan#end]]": "a fragment", "[[Plan#two-2]]": "a fragment",
      ])
  }

  @Test("is no memo where it is an address of another kind")
  func addresses() async throws {
    let client = try SessionClient()
    try await client.make(["a": "https://example.org"])
    try await check(
      client,
      [
        "[x](https://example.org)": "", "<https://example.org>": "", "<mailto:a@example.org>": "", "[x](tel:1)": "",
        "![x](data:image/png,0)": "",
      ])
  }

  @Test("is seen from another session once it is saved")
  func sessions() async throws {
    let folder = try TemporaryFolder()
    let here = try SessionClient(SessionSettings(.file(folder.database)))
    try await here.make(["a": "Plan\n[[Plan]]"])
    _ = try await here.request("flush")
    #expect(try await here.finish() == 0)
    let there = try SessionClient(SessionSettings(.file(folder.database)))
    #expect(try await outcomes(there, "[[plan]]") == ["a"])
    #expect(try await there.outline(of: "a").list("links").map(outcome) == ["a"])
  }
}
