import MemoText

extension LinkPath {
  /// The exactness with which a name leads to a file.
  package enum Exactness {
    /// By its path from the folder of the text: so all programs find it.
    case relative
    /// By its path from the top folder: so some others find it, too.
    case root
    /// By the end of its path, or by the number that its name begins with.
    case end
  }

  /// How exactly a name leads to a file by its path, or by the number that its name begins with; nil if it does not.
  ///
  /// - Parameters:
  ///   - form: the name in its compared form.
  ///   - folder: the folder of the text with the link; nil if that is in no file.
  package static func exactness(of form: String, leadingTo file: FileForm, from folder: [String]?) -> Exactness? {
    switch style(of: form, leadingTo: file, from: folder) {
    case .path(_, 0...1)?: .relative
    case .path(_, 2...3)?: .root
    case .path?, .number?: .end
    case nil: nil
    }
  }

  /// How a name leads to a file.
  private enum Style {
    /// By the reading with this index, and this rule.
    case path(reading: Int, rule: Int)
    case number
  }

  private static func style(of form: String, leadingTo file: FileForm, from folder: [String]?) -> Style? {
    for (index, path) in readings(of: form).enumerated() {
      if let rule = path.rule(for: file, from: folder) { return .path(reading: index, rule: rule) }
    }
    return form == file.leadingNumber ? .number : nil
  }

  /// The names by which a link may lead to a file that is elsewhere now, the one most like the present name first. None
  /// if the present one does not lead there by a path.
  ///
  /// - Parameters:
  ///   - text: the name in the link, as written.
  ///   - form: the same name in its compared form.
  ///   - file: where the file was.
  ///   - folder: the folder that the text with the link was in; nil if it was in no file.
  ///   - path: where the file is.
  ///   - newFolder: the path of the folder that the text is in; nil if it is in no file.
  ///   - isWiki: whether it is a wiki link, which people write with as few folders as will do.
  package static func names(
    like text: String, _ form: String, leadingTo file: FileForm, from folder: [String]?, to path: String,
    from newFolder: String?, isWiki: Bool
  ) -> [String] {
    guard let style = style(of: form, leadingTo: file, from: folder) else { return [] }
    let scheme = ["file://", "file:"].first { text.lowercased().hasPrefix($0) } ?? ""
    let written = text.dropFirst(scheme.count)
    let target = NewPath(path, from: newFolder)
    // As it was written, and with the extension where that is what tells it from others.
    var isWhole = false
    if case .path(_, let rule) = style { isWhole = rule % 2 == 0 }
    var names: [String] = []
    for isWhole in isWhole ? [true] : [false, true] {
      let ends = target.ends(isWhole)
      let (root, relative) = (ends.last ?? "", target.relative(isWhole))
      switch style {
      case .path where written.hasPrefix("/"): names.append("/\(root)")
      case .path where written.hasPrefix("./") || written.hasPrefix("../"):
        names.append(relative.hasPrefix("../") ? relative : "./\(relative)")
      case .path(_, 0...1) where !isWiki: names += [relative, root]
      case .path(_, 0...1) where written.contains("/"):
        names += folder?.isEmpty == false ? [relative, root] : [root, relative]
      case .path(_, 2...3) where !isWiki || written.contains("/"): names += [root, relative]
      case .path, .number: names += ends.dropFirst(written.count { $0 == "/" })
      }
      names += [root, "/\(root)", relative.hasPrefix("../") ? relative : "./\(relative)"]
    }
    var isEncoded = false
    if case .path(1, _) = style { isEncoded = true }
    return names.map { scheme + self.written($0, isEncoded: isEncoded, isWiki: isWiki) }
  }

  /// The name by which a wiki link leads to a file, whatever others are called: its path, without the extension of most
  /// notes.
  ///
  /// - Parameter place: the path of the text's own file; nil if it is in none.
  package static func name(of path: String, in place: String?) -> String {
    let name = path.hasSuffix(".md") ? String(path.dropLast(3)) : path
    // In a folder a name alone would lead to the file beside the text first.
    let isElsewhere = !path.contains("/") && place?.contains("/") == true
    return written(isElsewhere ? "/\(name)" : name, isEncoded: false, isWiki: true)
  }

  /// A name as it is written: percent-encoded where it was so, or where a wiki link would end in it.
  package static func written(_ name: String, isEncoded: Bool, isWiki: Bool) -> String {
    let marks =
      isWiki && !name.standsInWikiLink ? "[]|#^<\n\r".unicodeScalars.filter(name.unicodeScalars.contains) : []
    if !isEncoded, marks.isEmpty { return name }
    var result = name.replacing("%", with: "%25")
    if isEncoded { result = result.replacing(" ", with: "%20") }
    for mark in marks {
      let digits = String(mark.value, radix: 16, uppercase: true)
      result = result.replacing(String(mark), with: digits.utf8.count < 2 ? "%0\(digits)" : "%\(digits)")
    }
    return result
  }
}

/// Where a file is, as links may say it.
private struct NewPath {
  private let names: [Substring]
  private let folder: [Substring]

  init(_ path: String, from folder: String?) {
    names = path.split(separator: "/")
    self.folder = (folder ?? "").split(separator: "/")
  }

  private func last(_ isWhole: Bool) -> String {
    guard let name = names.last else { return "" }
    return isWhole ? String(name) : name.withoutExtension
  }

  private func joined(_ folders: some Sequence<Substring>, _ isWhole: Bool) -> String {
    (folders.map(String.init) + [last(isWhole)]).joined(separator: "/")
  }

  /// The ends of the path, the shortest first.
  func ends(_ isWhole: Bool) -> [String] {
    (0..<max(1, names.count)).map { joined(names.dropLast().suffix($0), isWhole) }
  }

  /// The path from the text's folder.
  func relative(_ isWhole: Bool) -> String {
    let above = names.dropLast()
    let common = zip(above, folder).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    return String(repeating: "../", count: folder.count - common) + joined(above.dropFirst(common), isWhole)
  }
}
