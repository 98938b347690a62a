package import MemoMarkup
package import MemoModel
import MemoText

extension MemoReferences {
  /// The references in a text's structure.
  ///
  /// - Parameter file: the text's file; nil if it has none.
  package init(_ outline: Outline, in file: MemoFile? = nil) {
    self.init(anchorsOf: outline)
    (title, path) = (outline.title(inFile: file?.title), file?.path)
    (slug, aliases, hasTasks) = (Slug.ofMemo(titled: title), outline.aliases, !outline.tasks.isEmpty)
    var seen: Set<String> = []
    for tag in outline.headerTags + outline.tags.map(\.name) where seen.count < Self.mostTags {
      if seen.insert(tag).inserted { tags.append(tag) }
    }
    let anchors = outline.hasOwnLinks ? anchors : nil
    var targets = LinkTargets(in: file)
    for link in outline.links where link.namesMemo {
      let fragment = link.fragment.map(LinkFragment.init)
      if let target = targets.target(of: link) {
        links.append(LinkReference(target: target, fragment: fragment, range: link.range))
      } else if let fragment, anchors?.has(fragment) == false {
        links.append(LinkReference(target: .own, fragment: fragment, range: link.range))
      }
    }
  }

  /// The most tags of a text that count. Each is a row of the store that is written anew with every save.
  private static let mostTags = 1000

  /// Only what others can call the memo by, which takes no longer than reading the header of its text.
  package init(namesOf text: Rope, in file: MemoFile?) {
    let title = Excerpts(of: text, inFile: file?.title).title
    self.init(
      title: title, slug: Slug.ofMemo(titled: title), aliases: Header(text).map { HeaderMeaning($0).aliases } ?? [],
      path: file?.path)
  }

  /// Only the headings and blocks, which links within the text can lead to.
  package init(anchorsOf outline: Outline) {
    self.init(
      title: outline.title, headings: outline.headings.map { HeadingReference($0) }, blocks: outline.blocks.map(\.name))
  }
}

extension HeadingReference {
  fileprivate init(_ heading: Outline.Heading) {
    self.init(level: heading.level, text: heading.text, form: heading.text.nameForm, slug: heading.slug)
  }
}

/// The targets of a text's links. A text with many links mostly has few targets: each is worked out once.
struct LinkTargets {
  /// The targets so far, in the order in which they were first found.
  private(set) var all: [LinkTarget] = []
  /// The places in these of targets as they are written; nil for what is no link to another memo.
  private var places: [String: Int?] = [:]
  /// The same of links in Markdown's syntax.
  private var markdownPlaces: [String: Int?] = [:]
  private let folder: String?

  /// - Parameter file: the text's file; nil if it has none.
  init(in file: MemoFile?) { folder = file?.folderForm }

  /// The target of a link to another memo; nil if it leads elsewhere, or into the text itself.
  mutating func target(of link: Outline.Link) -> LinkTarget? { place(of: link).map { all[$0] } }

  /// The place of a link's target among all; nil if it leads elsewhere, or into the text itself.
  mutating func place(of link: Outline.Link) -> Int? {
    guard link.namesMemo, !link.target.isEmpty else { return nil }
    if let known = link.kind == .wiki ? places[link.target] : markdownPlaces[link.target] { return known }
    let target = link.memoTarget(from: folder)
    let place = target.map { _ in all.count }
    if let target { all.append(target) }
    if link.kind == .wiki { places[link.target] = .some(place) } else { markdownPlaces[link.target] = .some(place) }
    return place
  }
}

extension Outline.Link {
  /// The target of a link to another memo; nil if it leads elsewhere, or into the text itself.
  ///
  /// - Parameter folder: the text's folder, see ``MemoFile/folderForm``; nil if it has no file.
  package func memoTarget(from folder: String? = nil) -> LinkTarget? {
    guard namesMemo, !target.isEmpty else { return nil }
    let isFile = kind == .wiki ? folder != nil && target.isPathOfAttachment : target.isPathOfFile
    return LinkTarget(naming: target, isFile: isFile).from(folder)
  }
}

extension MemoFile {
  /// The path of its folder in the form in which links are compared with it.
  package var folderForm: String {
    path.utf8.contains(UInt8(ascii: "/")) ? FileForm(path).folder.joined(separator: "/") : ""
  }
}

extension String {
  /// Whether it is the path of a file that is no note: with at least one letter among the 1 to 8 letters and digits
  /// after its last dot, or a path from the root or from a folder. What ends like Markdown is a note.
  fileprivate var isPathOfFile: Bool {
    let name = lowercased()
    if MarkdownExtension.of(name) != nil { return false }
    if ["/", "./", "../", "file:"].contains(where: name.hasPrefix) || name.hasSuffix("/") { return true }
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return false }
    let ending = name.utf8[name.utf8.index(after: dot)...]
    return (1...8).contains(ending.count) && ending.allSatisfy { $0.isASCIILetter || (0x30...0x39).contains($0) }
      && ending.contains(where: \.isASCIILetter)
  }
}

extension String {
  /// Whether it ends like the name of a picture, a recording, a book or the like.
  fileprivate var isPathOfAttachment: Bool {
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot != startIndex else { return false }
    return attachments.contains(self[utf8.index(after: dot)...].lowercased())
  }
}

/// The extensions of attachments that notes embed or link to.
private let attachments: Set<String> = [
  "png", "jpg", "jpeg", "gif", "bmp", "svg", "webp", "avif", "heic", "tif", "tiff", "mp3", "wav", "m4a", "ogg", "oga",
  "opus", "3gp", "flac", "mp4", "webm", "ogv", "mov", "mkv", "avi", "pdf", "epub", "canvas", "base", "csv", "html",
  "docx", "xlsx", "pptx", "odt", "ods", "odp", "zip",
]

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (0x61...0x7A).contains(self) }
}

extension LinkTarget {
  /// The target of links into their own text.
  static let own = LinkTarget(name: "", identifier: nil)

  /// The target for a name in a link, or for one that a person gives: an identifier, a title, an alias or a slug;
  /// `memo:ID` can only be an identifier, and so can the address of a memo's document, `memo:///ID/Title.md`.
  package init(naming text: some StringProtocol, isFile: Bool = false) {
    let text = String(text).withOrderedMarks
    let identifier = Self.onlyIdentifier(text)
    self.init(
      name: (identifier?.description ?? text).nameForm, identifier: identifier ?? MemoID(text),
      isIdentifier: identifier != nil, isFile: isFile && identifier == nil)
  }

  /// Whether a name in a link can only be an identifier.
  static func isIdentifier(_ text: String) -> Bool { onlyIdentifier(text) != nil }

  private static func onlyIdentifier(_ text: String) -> MemoID? {
    guard
      text.utf8.prefix(scheme.count).elementsEqual(
        scheme, by: { $0 == $1 || (0x41...0x5A).contains($0) && $0 | 0x20 == $1 })
    else { return nil }
    let rest = text.utf8.dropFirst(scheme.count)
    let slashes = rest.prefix { $0 == UInt8(ascii: "/") }.count
    if slashes == 0 { return MemoID(String(Substring(rest))) }
    return slashes > 3 ? nil : MemoID(String(Substring(rest.dropFirst(slashes).prefix { $0 != UInt8(ascii: "/") })))
  }

  private static let scheme = "memo:".utf8
}

extension LinkFragment {
  /// Creates a fragment from what follows a link's `#`.
  package init(_ text: String) {
    let text = text.withOrderedMarks
    self.init(text: text, form: text.nameForm, slug: Slug.of(text))
  }
}
