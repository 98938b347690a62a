import MemoModel
import TestSupport

/// A name that memos have or links lead by. That two of them are one, and what an address calls them, is written down
/// here rather than worked out.
struct ModelName: Sendable {
  let text: String
  let key: String
  let slug: String

  private init(_ text: String, _ key: String, slug: String) {
    self.text = text
    self.key = key
    self.slug = slug
  }

  static let all = [
    ModelName("Plan", "plan", slug: "plan"), ModelName("PLAN", "plan", slug: "plan"),
    ModelName("Plan B", "plan b", slug: "plan-b"), ModelName("plan  b", "plan b", slug: "plan--b"),
    ModelName("plan-b", "plan-b", slug: "plan-b"), ModelName("What? Now", "what", slug: "what-now"),
    ModelName("what-now", "what-now", slug: "what-now"), ModelName("\u{C9}cole", "école", slug: "école"),
    ModelName("E\u{301}COLE", "école", slug: "école"), ModelName("Straße", "strasse", slug: "straße"),
    ModelName("STRASSE", "strasse", slug: "strasse"), ModelName("두부", "두부", slug: "두부"),
    ModelName("m2", "m2", slug: "m2"),
  ]
  /// What no memo is ever called.
  static let unknown = ModelName("Nowhere", "nowhere", slug: "nowhere")
}

/// A tag, and the forms of those that a memo which has it has.
struct ModelTag: Sendable {
  let text: String
  let forms: [String]

  static let all = [
    ModelTag(text: "work", forms: ["work"]), ModelTag(text: "Work", forms: ["work"]),
    ModelTag(text: "work/home", forms: ["work/home", "work"]),
    ModelTag(text: "WORK/home/attic", forms: ["work/home/attic", "work/home", "work"]),
    ModelTag(text: "home", forms: ["home"]), ModelTag(text: "\u{E9}t\u{E9}", forms: ["\u{E9}t\u{E9}"]),
    ModelTag(text: "E\u{301}te\u{301}", forms: ["\u{E9}t\u{E9}"]),
  ]
}

/// A link of a text.
struct ModelLink: Sendable {
  enum Target: Sendable {
    case name(ModelName)
    /// An identifier; if `isSure`, it is written so that it can be nothing else.
    case id(String, isSure: Bool)
  }

  let target: Target
  let source: String
  /// The heading that it leads to, as ``ModelText/headings`` has them; nil for none.
  let heading: String?
}

/// What a text says, from which its words are made: nothing that is judged by it was read from the words.
struct ModelText: Sendable {
  var title: ModelName
  /// What addresses call the title. In a header white space runs as one space.
  var slug: String
  var aliases: [ModelName] = []
  var tags: [ModelTag] = []
  var links: [ModelLink] = []
  var headings: [String] = []
  var hasTask = false
  /// The words themselves.
  var words = ""

  static let headingNames = ["Steps", "Ideas", "두 부"]

  /// A random text.
  init(_ random: inout SeededGenerator) {
    title = ModelName.all.randomElement(using: &random) ?? .unknown
    let isInHeader = random.chance(25)
    slug = isInHeader ? title.slug.replacing("--", with: "-") : title.slug
    if isInHeader || random.chance(20) { writeHeader(hasTitle: isInHeader, &random) }
    if !isInHeader { words += "\(random.chance(50) ? "# " : "")\(title.text)\n\n" }
    for _ in 0..<Int.random(in: 0...4, using: &random) { writeLine(&random) }
  }

  private mutating func writeHeader(hasTitle: Bool, _ random: inout SeededGenerator) {
    words += "---\n"
    if hasTitle { words += "title: \"\(title.text)\"\n" }
    if random.chance(60) {
      aliases = (0..<Int.random(in: 1...2, using: &random)).compactMap { _ in
        ModelName.all.randomElement(using: &random)
      }
      words += "aliases: [\(aliases.map { "\"\($0.text)\"" }.joined(separator: ", "))]\n"
    }
    if random.chance(40), let tag = ModelTag.all.randomElement(using: &random) {
      tags.append(tag)
      words += "tags:\n  - \(tag.text)\n"
    }
    words += "---\n"
  }

  private mutating func writeLine(_ random: inout SeededGenerator) {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...4:
      let link = Self.link(&random)
      links.append(link)
      words += "see \(link.source) there\n\n"
    case 5, 6:
      guard let tag = ModelTag.all.randomElement(using: &random) else { return }
      tags.append(tag)
      words += "words #\(tag.text) words\n\n"
    case 7:
      let heading = Self.headingNames.randomElement(using: &random) ?? ""
      headings.append(heading)
      words += "## \(heading)\n\n"
    case 8:
      hasTask = true
      words += "- [\(random.chance(50) ? "x" : " ")] to do\n\n"
    default:
      words += Self.nothing.randomElement(using: &random) ?? ""
    }
  }

  /// Words that look like links and tags and are neither.
  private static let nothing = [
    "`[[Plan]] #work`\n\n", "```\n[[Plan]]\n#work\n```\n\n", "\\[[Plan]] \\#work\n\n", "<!-- [[Plan]] #work -->\n\n",
    "https://example.org/#work [x](https://example.org/Plan)\n\n", "a#work #123\n\n", "[ ] [[Pl\nan]]\n\n",
  ]

  private static func link(_ random: inout SeededGenerator) -> ModelLink {
    let heading = random.chance(25) ? headingNames.randomElement(using: &random) : nil
    let fragment = heading.map { "#\($0)" } ?? ""
    let target: ModelLink.Target
    let text: String
    if random.chance(25) {
      let id = ["m0", "m1", "m2", "M3", "m9"].randomElement(using: &random) ?? ""
      let isSure = random.chance(40)
      (target, text) = (.id(id, isSure: isSure), (isSure ? "memo:" : "") + id)
    } else {
      let name = random.chance(10) ? .unknown : ModelName.all.randomElement(using: &random) ?? .unknown
      (target, text) = (.name(name), name.text)
    }
    let source =
      switch Int.random(in: 0..<5, using: &random) {
      case 0: "[[\(text)\(fragment)|shown]]"
      case 1: "![[\(text)\(fragment)]]"
      case 2: "[shown](<\(text)\(fragment)>)"
      case 3:
        "[shown](\((text + fragment).replacing("?", with: "%3F").replacing(" ", with: "%20")))"
      default: "[[\(text)\(fragment)]]"
      }
    return ModelLink(target: target, source: source, heading: heading)
  }
}

/// A memo as somebody sees it.
struct ModelMemo: Sendable {
  let id: String
  var text: ModelText
  /// The tags of its properties.
  var tags: [ModelTag]
  var isTrashed = false

  /// Its tags and those that they are in.
  var tagForms: Set<String> { Set((text.tags + tags).flatMap(\.forms)) }
}

/// All memos as somebody sees them, and what is to be answered to questions about them.
struct ModelWorld: Sendable {
  let memos: [ModelMemo]

  var live: [ModelMemo] { memos.filter { !$0.isTrashed } }

  /// The memos that a target leads to, and whether these are in the trash.
  func destination(of target: ModelLink.Target) -> (ids: Set<String>, areTrashed: Bool) {
    for areTrashed in [false, true] {
      let found = destination(of: target, among: memos.filter { $0.isTrashed == areTrashed })
      if !found.isEmpty { return (found, areTrashed) }
    }
    return ([], false)
  }

  private func destination(of target: ModelLink.Target, among memos: [ModelMemo]) -> Set<String> {
    let rules: [(ModelMemo) -> Bool]
    switch target {
    case .id(let id, isSure: true): rules = [{ $0.id == id }, { $0.id == id.lowercased() }]
    case .id(let id, isSure: false):
      // An identifier may be a name as well.
      let key = id.lowercased()
      rules = [{ $0.id == id }, { $0.id == key }] + names(key: key)
    case .name(let name): rules = [{ $0.id == name.text }, { $0.id == name.key }] + names(key: name.key)
    }
    for rule in rules {
      let found = memos.filter(rule)
      if !found.isEmpty { return Set(found.map(\.id)) }
    }
    return []
  }

  private func names(key: String) -> [(ModelMemo) -> Bool] {
    [
      { $0.text.title.key == key }, { memo in memo.text.aliases.contains { $0.key == key } },
      { $0.text.slug == key },
    ]
  }

  /// What is wrong with a link, in a word; nil if nothing is.
  func problem(of link: ModelLink) -> String? {
    let (ids, areTrashed) = destination(of: link.target)
    guard let id = ids.first, !areTrashed else { return areTrashed ? "trashed" : "broken" }
    if ids.count > 1 { return "ambiguous" }
    guard let heading = link.heading, let memo = memos.first(where: { $0.id == id }) else { return nil }
    return memo.text.hasHeading(heading) ? nil : "fragment"
  }

  /// The living memos with links that are meant, and these links' sources.
  func memos(_ isMeant: (ModelLink) -> Bool) -> [String: [String]] {
    let found = live.map { ($0.id, $0.text.links.filter(isMeant).map(\.source)) }
    return Dictionary(uniqueKeysWithValues: found.filter { !$1.isEmpty })
  }

  func backlinks(of id: String) -> [String: [String]] { memos { destination(of: $0.target).ids.contains(id) } }

  var orphans: Set<String> {
    Set(live.filter { $0.text.links.isEmpty && backlinks(of: $0.id).isEmpty }.map(\.id))
  }

  /// How many living memos have each tag.
  var tags: [String: Int] {
    live.reduce(into: [:]) { counts, memo in for form in memo.tagForms { counts[form, default: 0] += 1 } }
  }
}

extension ModelText {
  /// The title is a heading where it is written as one.
  func hasHeading(_ name: String) -> Bool { headings.contains(name) }
}
