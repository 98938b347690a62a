package import MemoEngine

/// The formats of exported memos.
package enum ExportFormat: String, Sendable, CaseIterable {
  /// The text alone, byte for byte.
  case text
  /// The text after front matter with times and properties.
  case markdown
  /// A page for a browser.
  case html
  /// JSON Lines: everything about a memo, one memo a line.
  case json

  /// The extension of a file's name, with its dot.
  package var suffix: String {
    switch self {
    case .text: ".txt"
    case .markdown: ".md"
    case .html: ".html"
    case .json: ".jsonl"
    }
  }

  /// Whether a file with this name may have been exported in this format.
  func mayHaveWritten(_ name: String) -> Bool {
    let isOther = self == .markdown && name.lowercased().hasSuffix(".markdown")
    return isOther || name.lowercased().hasSuffix(suffix)
  }

  /// The media type.
  package var mimeType: String {
    switch self {
    case .text: "text/plain"
    case .markdown: "text/markdown"
    case .html: "text/html"
    case .json: "application/jsonl"
    }
  }

  /// A memo in this format, as UTF-8. Links to other memos are plain words in a page.
  package func bytes(of memo: MemoSnapshot) -> [UInt8] {
    bytes(of: memo.metadata, text: memo.text, called: memo.displayTitle)
  }

  /// A memo in this format, with the title that it has.
  package func bytes(of memo: MemoMetadata, text: Rope, called title: @autoclosure () -> String = "") -> [UInt8] {
    switch self {
    case .text: text.utf8Bytes
    case .markdown: FrontMatter(memo).bytes(before: text)
    case .html: HTMLPage(text, called: title()).bytes()
    case .json: MemoLine.bytes(of: memo, text: text)
    }
  }
}
