import MemoMarkup
import MemoText

/// A text as a page for a browser, rendered as Markdown; one that would take long (``RenderedMarkdown``) with its lines
/// and spaces as they are, its first line as heading.
///
/// Nothing of the text is markup, and the page forbids itself to run or load anything.
struct HTMLPage {
  private let text: Rope
  private let markdown: RenderedMarkdown?

  init(_ text: Rope) {
    self.text = text
    markdown = RenderedMarkdown(text)
  }

  /// What the text says; nil if it isn't rendered.
  var outline: Outline? { markdown?.outline }

  /// The page.
  ///
  /// - Parameter hrefs: the addresses that the outline's links lead to, in its order; nil where one leads nowhere.
  func bytes(_ hrefs: [String?]) -> [UInt8] {
    var page = HTMLWriter()
    let title = text.displayTitle
    page.markup("<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n")
    page.markup(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
    page.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
    page.text(Rope(title.isEmpty ? "Untitled" : title))
    page.markup("</title>\n")
    if let markdown {
      page.markup("<style>\n")
      page.markup(Self.style)
      page.markup("</style>\n</head>\n<body>\n")
      page.markup(markdown.html(hrefs))
      page.markup("</body>\n</html>\n")
    } else {
      page.markup("</head>\n<body>")
      writePlain(to: &page)
    }
    return page.bytes
  }

  /// The text so that what the page's body contains is the text, character by character: the first line's end stands
  /// between heading and rest, where nothing shows it.
  private func writePlain(to page: inout HTMLWriter) {
    let split = text.titleRanges
    page.markup("<h1 dir=\"auto\">")
    page.text(text.slice(split.title))
    page.markup("</h1>")
    page.text(text.slice(split.separator))
    page.markup("<div dir=\"auto\" style=\"white-space: pre-wrap; overflow-wrap: anywhere\">")
    page.text(text.slice(split.body))
    // No line end after this: a browser would add it to the text.
    page.markup("</div></body></html>")
  }

  /// Lines of readable width, in the colours that the system has by day and by night.
  private static let style: StaticString = """
    :root { color-scheme: light dark }
    body { max-width: 44em; margin: 2em auto; padding: 0 1em; font: 1em/1.5 system-ui, sans-serif }
    body { overflow-wrap: anywhere }
    pre, code { font-family: ui-monospace, monospace; font-size: .9em }
    pre { overflow-x: auto; overflow-wrap: normal; padding: .7em }
    pre, th { background: rgb(128 128 128 / .15) }
    table { display: block; overflow-x: auto; border-collapse: collapse }
    th, td { border: 1px solid rgb(128 128 128 / .5); padding: .2em .6em }
    blockquote { margin-left: 0; padding-left: 1em; border-left: .25em solid rgb(128 128 128 / .5) }
    :target { background: rgb(255 200 0 / .3) }

    """
}
