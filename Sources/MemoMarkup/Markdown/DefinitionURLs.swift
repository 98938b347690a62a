import CMarkdown

extension [LinkDefinition] {
  /// The destinations of definitions without escapes, which the parser removes: each with an escape is parsed as an
  /// inline link.
  func urls(in text: UnsafeBufferPointer<UInt8>) -> [String] {
    var urls = map { String(decoding: text[$0.destination], as: UTF8.self) }
    let escaped = indices.filter { index in
      text[self[index].destination].contains { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") }
    }
    guard !escaped.isEmpty else { return urls }
    let tree = MarkdownTree([]) { feed in
      for index in escaped {
        let range = self[index].destination
        let isPointed = text[range.lowerBound - 1] == UInt8(ascii: "<")
        var line: [UInt8] = []
        line += (isPointed ? "[](<" : "[](").utf8
        line += text[range].withoutEntitiesBehindEscapes
        line += (isPointed ? ">)\n\n" : ")\n\n").utf8
        line.withUnsafeBufferPointer(feed)
      }
    }
    tree?.visit { node, isEntering in
      guard isEntering, node.type == CMARK_NODE_LINK, node.line > 0 else { return }
      urls[escaped[Swift.min((node.line - 1) / 2, escaped.count - 1)]] = node.url
    }
    return urls
  }
}

extension Collection<UInt8> {
  /// The destination with `&amp;` for each escaped `&`: the parser resolves entities before escapes.
  fileprivate var withoutEntitiesBehindEscapes: [UInt8] {
    var (bytes, isEscaped): ([UInt8], Bool) = ([], false)
    for byte in self {
      bytes.append(byte)
      if isEscaped, byte == UInt8(ascii: "&") { bytes += "amp;".utf8 }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return bytes
  }
}
