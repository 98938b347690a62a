import JSON
import MemoModel

/// A file that is one memo.
struct TextFile {
  /// Reads the memo.
  ///
  /// - Parameter readsFrontMatter: whether times and properties may stand before the text.
  static func memo(
    _ file: InputFile, _ path: String, _ options: ImportOptions, readsFrontMatter: Bool
  ) throws(ImportRefusal) -> ImportedMemo {
    // Front matter comes on top of a text of full length.
    let limit = options.maximumMemoBytes
    let bytes = try file.readAll(limit: readsFrontMatter ? 2 * limit : limit)
    try FileSignature.check(bytes)
    let start = bytes.starts(with: FileSignature.byteOrderMark) ? FileSignature.byteOrderMark.count : 0
    let contents = start == 0 ? bytes : Array(bytes[start...])
    let (matter, end) = readsFrontMatter ? FrontMatter.read(contents) ?? (FrontMatter(), 0) : (FrontMatter(), 0)
    guard let text = String(validating: end == 0 ? contents[...] : contents[end...], as: UTF8.self) else {
      throw ImportRefusal("is not UTF-8 text")
    }
    let properties = JSONObject().merging(matter.properties)
    guard text.utf8.count <= limit, properties.json.count <= limit else {
      throw ImportRefusal("is too large: text and properties may have \(limit) bytes each")
    }
    var hash = ContentHash()
    hash.add("\(path)\u{0}".utf8)
    hash.add(bytes)
    return ImportedMemo(
      path: path, id: .imported(hash), namesItself: false, text: text, properties: properties,
      createdAt: matter.created ?? matter.modified ?? file.createdAt,
      modifiedAt: matter.modified ?? matter.created ?? file.modifiedAt, trashedAt: matter.trashed)
  }
}

/// What a file's first bytes say of the rest.
enum FileSignature {
  /// U+FEFF in UTF-8, which says nothing there and is not part of the text.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Archives' first bytes; none of them can begin a text in UTF-8.
  private static let archives: [[UInt8]] = [
    [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06],  // zip
    [0x1F, 0x8B],  // gzip
    [0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59],  // bzip2
    [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],  // xz
    [0x28, 0xB5, 0x2F, 0xFD],  // zstd
    [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C],  // 7z
    [0x52, 0x61, 0x72, 0x21, 0x1A, 0x07],  // rar
  ]

  /// What names of archives end with.
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
