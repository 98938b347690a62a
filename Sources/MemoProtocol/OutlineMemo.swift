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
      let capacity = 256 + outline.links.count * OutlineWriter.expectedLink
      var writer = OutlineWriter(capacity: capacity, places: PositionWalk(text, in: encoding))
      writer.json.beginObject()
      writer.json.member("title", outline.title)
      try writer.write("headings", outline.outline.headings) { $1.write($0) }
      try writer.write("links", zip(outline.outline.links, outline.links)) { $1.write($0.0, leadingTo: $0.1) }
      try writer.write("tags", outline.outline.tags) { $1.write(name: $0.name, $0.range) }
      try writer.write("tasks", outline.outline.tasks) { $1.write($0) }
      try writer.write("blocks", outline.outline.blocks) { $1.write(name: $0.name, $0.range) }
      writer.json.member("words", outline.outline.wordCount(of: text))
      writer.json.signs(isIndexing: outline.isIndexing, isRecovering: isRecovering)
      writer.json.endObject()
      json = writer.json.bytes
    }

    /// Writes the JSON.
    package func write(to writer: inout JSONWriter) { writer.raw(json) }
  }
}

/// Writes long lists, as long as somebody waits for them and they are not too long.
private struct OutlineWriter {
  var json: JSONWriter
  /// The places in the text, in a session's units. Quick for what is asked for in the order of the text.
  private var places: PositionWalk

  /// The bytes that a link takes, roughly.
  static let expectedLink = 300

  init(capacity: Int, places: PositionWalk) {
    json = JSONWriter(capacity: min(capacity, OutlineMemo.largestAnswer))
    self.places = places
  }

  mutating func write<Item>(
    _ name: StaticString, _ items: some Sequence<Item>, _ body: (Item, inout Self) -> Void
  ) throws {
    json.name(name)
    json.beginArray()
    for item in items {
      try Task.checkCancellation()
      json.beginObject()
      body(item, &self)
      json.endObject()
      guard json.bytes.count <= OutlineMemo.largestAnswer else {
        throw LimitExceeded(
          message: "an outline must not have more than \(OutlineMemo.largestAnswer) bytes; make two memos of it",
          limit: OutlineMemo.largestAnswer, value: json.bytes.count)
      }
    }
    json.endArray()
  }

  mutating func write(_ heading: Outline.Heading) {
    json.member("level", heading.level)
    json.member("text", heading.text)
    json.member("slug", heading.slug)
    write("range", heading.range)
  }

  mutating func write(_ link: Outline.Link, leadingTo resolved: ResolvedLink) {
    json.member("kind", link.kind.rawValue)
    json.member("target", link.target)
    json.member("fragment", link.fragment)
    json.member("label", link.label)
    write("range", link.range)
    write("targetRange", link.targetRange)
    if let range = link.fragmentRange { write("fragmentRange", range) }
    json.member("id", resolved.id?.description)
    if let problem = resolved.problem { problem.writeMembers(to: &json) }
  }

  mutating func write(_ task: Outline.TaskItem) {
    json.member("done", task.isDone)
    json.member("text", task.text)
    write("range", task.range)
  }

  mutating func write(name: String, _ range: Range<Int>) {
    json.member("name", name)
    write("range", range)
  }

  private mutating func write(_ name: StaticString, _ range: Range<Int>) {
    json.member(name, ContentChange.Range(range, by: &places))
  }
}
