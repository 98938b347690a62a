import MemoText

/// The path of a memo's file in the form in which links are compared with it.
package struct FileForm: Sendable {
  /// The names of the folders above the file, and its own.
  package let names: [String]
  /// The file's name without its extension.
  package let stem: String

  /// Reads a path below the top folder.
  package init(_ path: String) {
    names = path.split(separator: "/").map(\.nameForm)
    stem = (path.split(separator: "/").last ?? "").withoutExtension.nameForm
  }

  /// The names of the folders above the file.
  package var folder: ArraySlice<String> { names.dropLast() }

  /// Whether it is a Markdown file, by its name.
  package var isMarkdown: Bool { names.last.map { MarkdownExtension.of($0) != nil } ?? false }

  /// The number at the start of the file's name, as in `202611221530 Title.md`, if it has eight digits or more and
  /// something after it.
  package var leadingNumber: String? {
    let number = stem.utf8.prefix { (0x30...0x39).contains($0) }
    guard number.count >= 8, let next = stem.utf8.dropFirst(number.count).first, " -_".utf8.contains(next) else {
      return nil
    }
    return String(number)
  }
}

/// The name in a link, read as the path of a file.
package struct LinkPath: Sendable {
  /// The names of the folders above the file, and its own.
  private let names: [String]
  /// Whether it can only be a path from the top folder.
  package let isFromRoot: Bool
  /// Whether it can only be a path from the folder of the text with the link: it begins with `.` or `..`.
  package let isFromFolder: Bool

  /// Nil if it does not end like a file's path.
  private init?(_ form: String) {
    var form = Substring(form)
    for scheme in ["file://", "file:"] where form.hasPrefix(scheme) { form = form.dropFirst(scheme.count) }
    names = form.split(separator: "/").map(\.trimmedSpace).filter { !$0.isEmpty }
    guard let last = names.last, form.utf8.last != UInt8(ascii: "/"), last != ".", last != ".." else { return nil }
    isFromRoot = form.utf8.first == UInt8(ascii: "/")
    isFromFolder = !isFromRoot && (names[0] == "." || names[0] == "..")
  }

  /// The possible paths for a name in its compared form: as written, and else percent-decoded.
  package static func readings(of name: String) -> [LinkPath] {
    let decoded = name.percentDecoded
    let names = decoded.utf8.elementsEqual(name.utf8) ? [name] : [name, decoded.nameForm]
    return names.compactMap(Self.init)
  }

  /// The possible names of the file without its extension.
  package var stems: [String] {
    guard let last = names.last else { return [] }
    let stem = last.withoutExtension.trimmedSpace
    return stem == last || stem.isEmpty ? [last] : [last, stem]
  }

  /// The rule, numbered from 0, by which it leads to a file; nil if it does not. Those with an odd number leave out the
  /// extension.
  ///
  /// - Parameter folder: the folder of the text with the link; nil if that is in no file.
  package func rule(for file: FileForm, from folder: [String]?) -> Int? {
    if !isFromRoot, let exactness = exactness(of: file, resolved(from: folder ?? [])) { return exactness }
    if isFromFolder { return nil }
    if let exactness = exactness(of: file, resolved(from: [])) { return 2 + exactness }
    guard !isFromRoot, !names.contains("."), !names.contains(".."), names.count <= file.names.count else { return nil }
    return exactness(of: file, Array(file.names.dropLast(names.count)) + names).map { 4 + $0 }
  }

  /// The names from the top folder; nil if they lead out of it.
  private func resolved(from folder: [String]) -> [String]? {
    var resolved = isFromRoot ? [] : folder
    for name in names where name != "." {
      if name != ".." {
        resolved.append(name)
      } else if resolved.popLast() == nil {
        return nil
      }
    }
    return resolved
  }

  /// 0 if a path is the file's, 1 if it is without the extension; else nil.
  private func exactness(of file: FileForm, _ path: [String]?) -> Int? {
    guard let path, path.count == file.names.count, path.dropLast() == file.folder else { return nil }
    if path.last == file.names.last { return 0 }
    return path.last == file.stem ? 1 : nil
  }
}

extension LinkPath {
  /// The new name in a link whose file is renamed in its folder, in the same style: as a path or a name alone, with or
  /// without the extension, percent-encoded or not.
  ///
  /// - Parameters:
  ///   - text: the name in the link, as written.
  ///   - form: the same name in its compared form.
  ///   - folder: the folder of the text with the link; nil if that is in no file.
  ///   - name: the file's new name, without the extension.
  /// - Returns: nil if the link does not lead to the file by a path.
  package static func renamed(
    _ text: String, _ form: String, from folder: [String]?, leadingTo file: FileForm, to name: String
  ) -> String? {
    for (index, path) in readings(of: form).enumerated() {
      guard let rule = path.rule(for: file, from: folder) else { continue }
      let start = text.utf8.lastIndex(of: UInt8(ascii: "/")).map(text.utf8.index(after:)) ?? text.startIndex
      let last = text[start...]
      let suffix = rule % 2 == 0 ? last.utf8.lastIndex(of: UInt8(ascii: ".")).map { last[$0...] } ?? "" : ""
      let written = index == 0 ? name : name.replacing("%", with: "%25").replacing(" ", with: "%20")
      return "\(text[..<start])\(written)\(suffix)"
    }
    return nil
  }
}

extension StringProtocol where Self.UTF8View: BidirectionalCollection {
  /// The name up to its last dot, unless it begins with that.
  var withoutExtension: String {
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot != startIndex else { return String(self) }
    return String(self[..<dot])
  }

  /// The text without spaces at its ends; compared names have no other white space.
  fileprivate var trimmedSpace: String {
    var rest = Substring(self)
    while rest.utf8.first == 0x20 { rest.removeFirst() }
    while rest.utf8.last == 0x20 { rest.removeLast() }
    return String(rest)
  }
}
