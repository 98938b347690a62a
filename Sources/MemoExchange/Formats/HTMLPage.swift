import MemoMarkup
import MemoText

/// A text as a page for a browser, rendered as Markdown; one that would take long to render (``RenderedMarkdown``)
/// keeps its lines and spaces, with its first line as a heading.
///
/// No markup in the text takes effect, and the page forbids itself to run or load anything.
struct HTMLPage {
  private let text: Rope
  private let title: String
  private let markdown: RenderedMarkdown?

  /// - Parameter title: the memo's title.
  init(_ text: Rope, called title: String) {
    (self.text, self.title) = (text, title)
    markdown = RenderedMarkdown(text)
  }

  /// The structure of the text; nil if it isn't rendered.
  var outline: Outline? { markdown?.outline }

  /// The page.
  ///
  /// - Parameter hrefs: the addresses of the outline's links, in order; nil where one leads nowhere.
  func bytes(_ hrefs: [String?]) -> [UInt8] {
    var page = HTMLWriter()
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

  /// Writes the text unchanged into the page's body, character by character: the first line's end is between heading
  /// and rest, where it is not shown.
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

  /// Lines of readable width, in the system's light or dark colours.
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
