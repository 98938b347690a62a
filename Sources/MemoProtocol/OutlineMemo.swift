package import JSONRPC
package import MemoEngine

/// Returns the structure of a text as Markdown, and the destinations of its links.
package enum OutlineMemo: RequestType {
  /// `outline`
  package static let method: StaticString = "outline"

  /// The most bytes of an answer's JSON.
  package static let largestAnswer = 64 << 20

  /// The text.
  package typealias Params = TextOrMemo

  /// The structure of the text, each part in the order of the text.
  package struct Result: JSONWritable, Sendable {
    private let json: [UInt8]

    /// Writes the structure as JSON; takes as long as that is. Stops if the task is cancelled.
    ///
    /// - Parameter isRecovering: whether ended processes' journals are still being recovered.
    /// - Throws: ``LimitExceeded``, or `CancellationError`.
    package init(
      _ outline: ResolvedOutline, of text: Rope, _ encoding: PositionEncoding, isRecovering: Bool
    ) throws {
      if outline.outline.isCut {
        let most = Outline.mostRead(inBytes: text.summary.utf8)
        throw LimitExceeded(
          message: "an outline must not have more than about \(most) blocks and signs; make two memos of it",
          limit: most, value: most + 1)
      }
      let places = ContentRanges(text, encoding)
      var writer = OutlineWriter(capacity: 256 + outline.links.count * OutlineWriter.expectedLink)
      writer.json.beginObject()
      writer.json.member("title", outline.title)
      try writer.write("headings", outline.outline.headings) { $1.write($0, in: places) }
      try writer.write("links", zip(outline.outline.links, outline.links)) {
        $1.write($0.0, leadingTo: $0.1, in: places)
      }
      try writer.write("tags", outline.outline.tags) { $1.write(name: $0.name, $0.range, in: places) }
      try writer.write("tasks", outline.outline.tasks) { $1.write($0, in: places) }
      try writer.write("blocks", outline.outline.blocks) { $1.write(name: $0.name, $0.range, in: places) }
      writer.json.member("words", outline.outline.wordCount(of: text))
      writer.json.signs(isIndexing: outline.isIndexing, isRecovering: isRecovering)
      writer.json.endObject()
      json = writer.json.bytes
    }

    /// Writes the JSON.
    package func write(to writer: inout JSONWriter) { writer.raw(json) }
  }
}

/// The ranges of things in a text, in a session's units. Quick for what is asked for in the order of the text.
private final class ContentRanges {
  private var walk: PositionWalk

  init(_ text: Rope, _ encoding: PositionEncoding) { walk = PositionWalk(text, in: encoding) }

  func callAsFunction(_ range: Range<Int>) -> ContentChange.Range { ContentChange.Range(range, by: &walk) }
}

/// Writes long lists, as long as somebody waits for them and they are not too long.
private struct OutlineWriter {
  var json: JSONWriter

  /// The bytes that a link takes, roughly.
  static let expectedLink = 300

  init(capacity: Int) { json = JSONWriter(capacity: min(capacity, OutlineMemo.largestAnswer)) }

  mutating func write<Item>(
    _ name: StaticString, _ items: some Sequence<Item>, _ body: (Item, inout JSONWriter) -> Void
  ) throws {
    json.name(name)
    json.beginArray()
    for item in items {
      try Task.checkCancellation()
      json.beginObject()
      body(item, &json)
      json.endObject()
      guard json.bytes.count <= OutlineMemo.largestAnswer else {
        throw LimitExceeded(
          message: "an outline must not have more than \(OutlineMemo.largestAnswer) bytes; make two memos of it",
          limit: OutlineMemo.largestAnswer, value: json.bytes.count)
      }
    }
    json.endArray()
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ heading: Outline.Heading, in places: ContentRanges) {
    member("level", heading.level)
    member("text", heading.text)
    member("slug", heading.slug)
    member("range", places(heading.range))
  }

  fileprivate mutating func write(_ link: Outline.Link, leadingTo resolved: ResolvedLink, in places: ContentRanges) {
    member("kind", link.kind.rawValue)
    member("target", link.target)
    member("fragment", link.fragment)
    member("label", link.label)
    member("range", places(link.range))
    member("targetRange", places(link.targetRange))
    member("fragmentRange", link.fragmentRange.map { places($0) })
    member("id", resolved.id?.description)
    if let problem = resolved.problem { problem.writeMembers(to: &self) }
  }

  fileprivate mutating func write(_ task: Outline.TaskItem, in places: ContentRanges) {
    member("done", task.isDone)
    member("text", task.text)
    member("range", places(task.range))
  }

  fileprivate mutating func write(name: String, _ range: Range<Int>, in places: ContentRanges) {
    member("name", name)
    member("range", places(range))
  }
}
