import MemoMarkup
import MemoText

/// An outline in words, in which each range is the text that stands there.
struct OutlineSketch {
  let outline: Outline
  private let text: Rope

  init(_ text: String) {
    self.text = Rope(text)
    outline = Outline(of: self.text)
  }

  /// The headings, each as `2 Words (slug) <# Words>`.
  var headings: [String] {
    outline.headings.map { "\($0.level) \($0.text) (\($0.slug)) <\(text.string(in: $0.range))>" }
  }

  /// The links, each as `wiki target #fragment |label <[[target#fragment|label]]> target fragment`, with the words at
  /// their places after `>`, and `!` at the end of what names no memo.
  var links: [String] {
    outline.links.map { link in
      var words = "\(link.kind) \(link.target)"
      if let fragment = link.fragment { words += " #\(fragment)" }
      if let label = link.label { words += " |\(label)" }
      words += " <\(text.string(in: link.range))> \(text.string(in: link.targetRange))"
      if let range = link.fragmentRange { words += " \(text.string(in: range))" }
      return words + (link.namesMemo ? "" : " !")
    }
  }

  /// The tags, each as `name <#name>`.
  var tags: [String] { outline.tags.map { "\($0.name) <\(text.string(in: $0.range))>" } }

  /// The tasks, each as `done words <[x]>`.
  var tasks: [String] {
    outline.tasks.map { "\($0.isDone ? "done" : "open") \($0.text) <\(text.string(in: $0.range))>" }
  }

  /// The blocks, each as `name <^name>`.
  var blocks: [String] { outline.blocks.map { "\($0.name) <\(text.string(in: $0.range))>" } }
}
