import JSONRPC
import Platform

/// The name that a client has for a document. Compared as URIs are, whatever their letters: percent-decoded and
/// normalised (RFC 3986, section 6.2.2), byte for byte after that; kept and answered as the client writes it.
struct DocumentURI: Hashable, Sendable, JSONReadable, JSONWritable {
  /// The client's own letters.
  let string: String
  /// Scheme, authority, path, and what follows it.
  private let parts: [[UInt8]]

  init(_ string: String) {
    self.string = string
    let bytes = Array(string.utf8)
    if let path = bytes.plainPath {
      parts = [Self.file, [], path, []]
      return
    }
    var rest = bytes[...]
    var (scheme, authority): ([UInt8], [UInt8]) = ([], [])
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), rest[..<colon].isScheme {
      scheme = rest[..<colon].map(\.lowercased)
      rest = rest[(colon + 1)...]
    }
    if rest.starts(with: "//".utf8) {
      let end = rest.dropFirst(2).firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
      authority = rest[..<end].dropFirst(2).map(\.lowercased)
      rest = rest[end...]
    }
    let end = rest.firstIndex { "?#".utf8.contains($0) } ?? rest.endIndex
    let isFile = scheme == Self.file
    if isFile, authority.elementsEqual("localhost".utf8) { authority = [] }
    let path = rest[..<end].percentDecoded.withoutDotSegments(isFile: isFile)
    parts = [scheme, authority, path, rest[end...].percentDecoded]
  }

  /// The name of what has a path that begins with `/`.
  init(_ scheme: String, path: String) {
    let (string, bytes) = ("\(scheme)://\(path.percentEncoded)", Array(path.utf8))
    // Most paths are what they are compared as.
    if bytes.hasDotSegments || bytes.dropFirst(2).first == UInt8(ascii: ":") {
      self.init(string)
    } else {
      self.init(string, parts: [Array(scheme.utf8), [], bytes, []])
    }
  }

  private static let file = Array("file".utf8)

  private init(_ string: String, parts: [[UInt8]]) { (self.string, self.parts) = (string, parts) }

  /// The same with more at its end, which is no other's beginning: an extension, say.
  func appending(_ end: String) -> DocumentURI {
    guard parts[3].isEmpty, let last = string.utf8.last, last != UInt8(ascii: "/"), last != UInt8(ascii: ".") else {
      return DocumentURI(string + end)
    }
    return DocumentURI(string + end, parts: [parts[0], parts[1], parts[2] + end.utf8, []])
  }

  init(json: JSONView) throws(JSONTypeError) { self.init(try String(json: json)) }

  /// The scheme in lower case; empty if there is none.
  var scheme: String { String(decoding: parts[0], as: UTF8.self) }

  /// The authority as the client writes it, since identifiers may stand there whose case counts.
  var authority: String {
    guard !parts[1].isEmpty, let start = string.firstRange(of: "://")?.upperBound else { return "" }
    return String(string[start...].prefix { !"/?#".contains($0) })
  }

  /// The path, percent-decoded.
  var path: String { String(decoding: parts[2], as: UTF8.self) }

  /// The parts of the path between its slashes.
  var segments: [String] { path.split(separator: "/").map(String.init) }

  func write(to writer: inout JSONWriter) { writer.value(string) }

  static func == (left: DocumentURI, right: DocumentURI) -> Bool { left.parts == right.parts }

  func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

extension UInt8 {
  /// Letters of ASCII in lower case.
  fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension ArraySlice<UInt8> {
  /// Whether this is a scheme (RFC 3986, section 3.1).
  fileprivate var isScheme: Bool {
    guard let first = first?.lowercased, (0x61...0x7A).contains(first) else { return false }
    return allSatisfy { byte in
      (0x61...0x7A).contains(byte.lowercased) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
    }
  }
}

extension [UInt8] {
  /// Whether a part of a path is empty, or begins with a dot.
  fileprivate var hasDotSegments: Bool {
    zip(self, dropFirst()).contains {
      $0 == UInt8(ascii: "/") && ($1 == UInt8(ascii: "/") || $1 == UInt8(ascii: "."))
    }
  }

  private static let plainStart = Array("file://".utf8)

  /// The path of a file's URI that is written as it is compared, as most are; nil if that has to be worked out.
  fileprivate var plainPath: [UInt8]? {
    guard count > 8, self[0..<7].elementsEqual(Self.plainStart), self[7] == UInt8(ascii: "/") else { return nil }
    var isAtSlash = false
    for byte in self[7...] {
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: ":"): return nil
      case UInt8(ascii: "/"), UInt8(ascii: "."):
        if isAtSlash { return nil }
        isAtSlash = byte == UInt8(ascii: "/")
      default: isAtSlash = false
      }
    }
    return isAtSlash ? nil : Array(self[7...])
  }

  /// A path without `.` and `..` (RFC 3986, section 5.2.4); of a file also without `//`, and with its drive in lower
  /// case.
  fileprivate func withoutDotSegments(isFile: Bool) -> [UInt8] {
    guard first == UInt8(ascii: "/") else { return self }
    var kept: [ArraySlice<UInt8>] = []
    let segments = self[1...].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: isFile)
    for segment in segments {
      if segment.elementsEqual("..".utf8) {
        _ = kept.popLast()
      } else if !segment.elementsEqual(".".utf8) {
        kept.append(segment)
      }
    }
    var path: [UInt8] = []
    for segment in kept { path += [UInt8(ascii: "/")] + segment }
    if isFile, path.count >= 3, path[2] == UInt8(ascii: ":") { path[1] = path[1].lowercased }
    return path
  }
}
