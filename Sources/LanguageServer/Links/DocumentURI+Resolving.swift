import MemoMarkup

extension DocumentURI {
  /// The target of a path in this document: below the folder if the path begins with `/` and there is one.
  ///
  /// - Returns: nil if the path is a URL, or this document has no path.
  func resolving(_ path: String, from folder: DocumentURI?) -> DocumentURI? {
    guard !path.hasScheme, let end = (path.hasPrefix("/") ? nil : string.lastIndex(of: "/")) ?? string.endOfAuthority
    else { return nil }
    if path.hasPrefix("/"), let folder {
      let root = folder.string.hasSuffix("/") ? String(folder.string.dropLast()) : folder.string
      return DocumentURI((root + path.percentEncoded).withoutDotSegments)
    }
    let start = path.hasPrefix("/") ? String(string[..<end]) : String(string[...end])
    return DocumentURI((start + path.percentEncoded).withoutDotSegments)
  }

  /// The Markdown files that this means as a path without an extension, the one that it means first as the first.
  var asNotes: [DocumentURI] { MarkdownExtension.all.map(appending) }

  /// The same without the extension of a Markdown file, which links may leave out.
  var withoutExtension: DocumentURI {
    MarkdownExtension.of(string).map { DocumentURI(String(string.dropLast($0.utf8.count))) } ?? self
  }
}

extension String {
  /// The index at which the path of a URI begins that has an authority, or a path from the root (`file:/a`, RFC 8089);
  /// nil if it has neither.
  fileprivate var endOfAuthority: String.Index? {
    guard let start = firstIndex(of: ":").map({ index(after: $0) }), self[start...].hasPrefix("/") else { return nil }
    guard self[start...].hasPrefix("//") else { return start }
    return self[start...].dropFirst(2).firstIndex(of: "/") ?? endIndex
  }

  /// A URI whose path has no `.` and no `..` (RFC 3986, section 5.2.4).
  fileprivate var withoutDotSegments: String {
    guard let end = endOfAuthority else { return self }
    var kept: [Substring] = []
    for segment in self[end...].split(separator: "/") {
      if segment == ".." {
        _ = kept.popLast()
      } else if segment != "." {
        kept.append(segment)
      }
    }
    return self[..<end] + "/" + kept.joined(separator: "/")
  }

  /// Whether it begins as a URL does, rather than a path.
  var hasScheme: Bool { urlScheme != nil }
}
