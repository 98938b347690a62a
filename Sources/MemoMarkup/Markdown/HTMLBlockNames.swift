/// The elements whose tags begin a block of HTML even within a paragraph (CommonMark 0.31.2, section 4.6, kinds 1 and
/// 6). Tags of other elements do so only where no paragraph is open.
enum HTMLBlockNames {
  private static let names: Set<String> = [
    "pre", "script", "style", "textarea", "address", "article", "aside", "base", "basefont", "blockquote", "body",
    "caption", "center", "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head",
    "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol",
    "optgroup", "option", "p", "param", "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead",
    "title", "tr", "track", "ul",
  ]

  /// Whether a line of HTML may be in a paragraph: it begins with the tag of another element.
  static func mayBeWords(_ line: some Collection<UInt8>) -> Bool {
    let tag = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") }.dropFirst()
    guard let first = tag.first, first != UInt8(ascii: "!"), first != UInt8(ascii: "?") else { return false }
    let name = tag.drop { $0 == UInt8(ascii: "/") }.prefix {
      $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
    }
    return !names.contains(String(decoding: name, as: UTF8.self).lowercased())
  }
}
