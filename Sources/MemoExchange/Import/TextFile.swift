import JSON
import MemoMarkup
import MemoModel
import Platform

/// A file that is one memo.
struct TextFile {
  let file: InputFile
  let place: FilePlace
  let options: ImportOptions

  /// Reads the memo. A header stays in the text, unless export wrote it.
  ///
  /// - Parameter readsHeader: whether the beginning of the text may be a header.
  func memo(readsHeader: Bool, notes: JoplinNotes) throws(ImportRefusal) -> ImportedMemo {
    // What export wrote is added to a text of full length.
    let limit = options.maximumMemoBytes
    let bytes = try file.readAll(limit: readsHeader ? 2 * limit : limit)
    try FileSignature.check(bytes)
    let start = bytes.starts(with: HeaderBounds.byteOrderMark) ? HeaderBounds.byteOrderMark.count : 0
    var contents = start == 0 ? bytes : Array(bytes[start...])
    var matter = FrontMatter()
    var reading: HeaderReading?
    var properties = JSONObject()
    // A header written by export is complete; one that export only added to is the memo's own.
    var (isWhole, isOwn) = (false, false)
    if readsHeader {
      if let (added, text) = FrontMatter.added(to: contents) {
        (matter, contents, isOwn) = (added, text, true)
      } else if let (written, end) = FrontMatter.read(contents) {
        (matter, contents, isWhole) = (written, Array(contents[end...]), true)
      }
      if !isWhole { reading = Header(contents, .notes).map { HeaderReading($0) } }
    }
    guard var text = String(validating: contents, as: UTF8.self) else { throw ImportRefusal("is not UTF-8 text") }
    var joplinID: MemoID?
    if readsHeader, !isWhole { (text, joplinID) = notes.read(text, name: place.path) }
    properties = reading?.properties ?? properties
    if let path = place.property, !isWhole { properties["path"] = .string(path) }
    properties = properties.merging(matter.properties)
    var problems = isOwn ? [] : reading?.problems ?? []
    if properties.add(tags: options.tags) > 0 { problems.append("it has too many tags to be given more") }
    guard text.utf8.count <= limit, properties.json.count <= limit else {
      throw ImportRefusal("is too large: text and properties may have \(limit) bytes each")
    }
    var hash = ContentHash()
    hash.add("\(place.shown)\u{0}".utf8)
    hash.add(bytes)
    let item = isWhole ? nil : JoplinItem(end: Array(contents.suffix(JoplinNotes.looksAt)))
    if let item, !item.isNote { throw ImportRefusal("is a part of a Joplin export that is no note", isNote: false) }
    let created = matter.created ?? reading?.created ?? item?.created.flatMap { Timestamp(written: $0) }
    let modified = matter.modified ?? reading?.modified ?? item?.modified.flatMap { Timestamp(written: $0) }
    return ImportedMemo(
      path: place.shown, id: joplinID ?? .imported(hash), namesItself: joplinID != nil, text: text,
      properties: properties, createdAt: created ?? modified ?? file.createdAt,
      modifiedAt: modified ?? created ?? file.modifiedAt, trashedAt: matter.trashed, source: place.source,
      digest: hash.digits, problems: problems)
  }
}

/// The place of a file.
struct FilePlace {
  /// The path relative to the import.
  let path: String
  /// The absolute path; nil if the input is no file.
  let source: String?

  /// The path for people: characters that could be misread are written as numbers.
  var shown: String { FolderWalk.printable(Array(path.utf8)) }

  /// The path as a property of its memo.
  var property: String? { source == nil ? nil : path }
}

/// The meaning of a file's first bytes.
enum FileSignature {
  /// The first bytes of archives; none of them can begin a text in UTF-8.
  private static let archives: [[UInt8]] = [
    [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06],  // zip
    [0x1F, 0x8B],  // gzip
    [0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59],  // bzip2
    [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],  // xz
    [0x28, 0xB5, 0x2F, 0xFD],  // zstd
    [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C],  // 7z
    [0x52, 0x61, 0x72, 0x21, 0x1A, 0x07],  // rar
  ]

  /// The extensions of archives.
  static let archiveSuffixes: Set<String> = [
    "zip", "tar", "gz", "tgz", "bz2", "tbz", "xz", "txz", "zst", "7z", "rar", "lz", "lzma", "lz4", "jar", "cpio", "ar",
  ]

  /// - Throws: if the file is an archive, or text in another encoding.
  static func check(_ bytes: [UInt8]) throws(ImportRefusal) {
    // "ustar" at 257 is a tar file's (POSIX, pax).
    let isTar = bytes.count > 262 && bytes[257..<262].elementsEqual("ustar".utf8) && bytes[..<257].contains(0)
    if isTar || archives.contains(where: bytes.starts) { throw ImportRefusal("is an archive; unpack it first") }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw ImportRefusal("is UTF-16 text; save it as UTF-8")
    }
  }
}
