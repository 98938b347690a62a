import MemoMarkup
import MemoText
import Synchronization

/// A document's text at one moment. What it says is worked out when it is asked for, away from the loop's thread, and
/// once for all who ask.
final class TextState: Sendable {
  let text: Rope
  private let outlineReading: LazyValue<Outline>
  private let blockReading: LazyValue<[Block]>
  private let destinationReading: LazyValue<Destinations>
  private let partReading: LazyValue<NoteParts>
  private let footnoteReading: LazyValue<[Footnote]>
  private let contentsReading: LazyValue<TableOfContents>
  private let organizing: LazyValue<OrganizedDefinitions>

  init(_ text: Rope) {
    self.text = text
    (outlineReading, blockReading) = (LazyValue(), LazyValue())
    (destinationReading, partReading, footnoteReading) = (LazyValue(), LazyValue(), LazyValue())
    (contentsReading, organizing) = (LazyValue(), LazyValue())
  }

  /// A text that says the same as another one, of which is known what that says.
  init(_ text: Rope, likeThat state: TextState) {
    self.text = text
    (outlineReading, blockReading) = (state.outlineReading, state.blockReading)
    (destinationReading, partReading) = (state.destinationReading, state.partReading)
    footnoteReading = state.footnoteReading
    (contentsReading, organizing) = (state.contentsReading, state.organizing)
  }

  /// The text read as Markdown.
  var outline: Outline {
    get async { await outlineReading.value { [text] in Outline(of: text) } }
  }

  /// The tags of the text, those of its front matter first.
  var tags: [Outline.Tag] {
    get async { Header.tagPlaces(in: text) + (await outline.tags) }
  }

  /// The destinations that stand in no links, and the anchors of HTML.
  var destinations: Destinations {
    get async {
      let outline = await outline
      return await destinationReading.value { [text] in Destinations(in: text, outline) }
    }
  }

  /// The parts of the text that fragments lead to.
  var parts: NoteParts {
    get async {
      let (outline, destinations) = (await outline, await destinations)
      return await partReading.value { NoteParts(outline, destinations) }
    }
  }

  /// The footnotes of the text.
  var footnotes: [Footnote] {
    get async {
      let outline = await outline
      return await footnoteReading.value { [text] in Footnote.all(in: text, outline) }
    }
  }

  /// The table of contents that the text has, or may have.
  var contents: TableOfContents {
    get async {
      let outline = await outline
      return await contentsReading.value { [text] in TableOfContents(of: outline, in: text) }
    }
  }

  /// The definitions of links as they would be at the end of the text.
  var organizedDefinitions: OrganizedDefinitions {
    get async {
      let outline = await outline
      if outline.definitions.isEmpty { return OrganizedDefinitions() }
      let blocks = await blocks
      return await organizing.value { [text] in OrganizedDefinitions(of: outline, in: text, blocks) }
    }
  }

  /// The blocks of the text.
  var blocks: [Block] {
    get async { await blockReading.value { [text] in Block.all(of: text) } }
  }
}

/// A value that is worked out once, by whoever asks first.
private final class LazyValue<Value: Sendable>: Sendable {
  private let task = Mutex<Task<Value, Never>?>(nil)

  func value(_ read: @escaping @Sendable () -> Value) async -> Value {
    let task = task.withLock { task in
      let begun = task ?? Task.detached { read() }
      task = begun
      return begun
    }
    return await task.value
  }
}
