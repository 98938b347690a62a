import MemoText
import Testing

@testable import MemoMarkup

/// Names of one letter with a hundred thousand marks, of two classes in turn, which must change places to be compared.
@Suite("A name with many marks on one letter", .timeLimit(.minutes(10)))
struct MarkedNameTests {
  private static func name(_ marks: Int) -> String { "a" + String(repeating: "\u{301}\u{323}", count: marks / 2) }

  /// A text in which a name stands, and what of its outline says it.
  private static let places: [(before: String, after: String, longest: Int, said: @Sendable (Outline) -> String?)] = [
    ("[[", "]]", 400_000, { $0.links.first?.target }),
    ("[[x#", "]]", 400_000, { $0.links.first?.fragment }),
    ("[x](", ")", 400_000, { $0.links.first?.target }),
    ("[x](<y#", ">)", 400_000, { $0.links.first?.fragment }),
    ("[x]\n\n[x]: ", "\n", 400_000, { $0.links.first?.target }),
    ("# ", "\n", 400_000, { $0.headings.first?.text }),
    ("- [ ] ", "\n", 400_000, { $0.tasks.first?.text }),
    ("---\naliases: [", "]\n---\n", 100_000, { $0.aliases.first }),
    ("---\ntags: [", "]\n---\n", 100_000, { $0.headerTags.first }),
    ("---\ntitle: ", "\n---\n", 100_000, { $0.headerTitle }),
    ("+++\naliases = ['", "']\n+++\n", 100_000, { $0.aliases.first }),
    ("{\"aliases\": [\"", "\"]}\nx", 100_000, { $0.aliases.first }),
  ]

  @Test("is read, and is the same name in order", arguments: places.indices)
  func read(index: Int) throws {
    let place = Self.places[index]
    let name = Self.name(place.longest)
    let outline = Outline(of: Rope(place.before + name + place.after))
    let said = try #require(place.said(outline))
    #expect(said.utf8.elementsEqual(name.withOrderedMarks.utf8))
    #expect(Set([said, said + "b"]).count == 2)
  }

  @Test("has an address in order, also where signs stood between the marks")
  func slug() {
    let slug = Slug.of("a" + String(repeating: "\u{301}.\u{323}.", count: 200_000))
    #expect(slug.utf8.elementsEqual(Self.name(400_000).withOrderedMarks.utf8))
    #expect(Set([slug, slug + "b"]).count == 2)
  }
}
