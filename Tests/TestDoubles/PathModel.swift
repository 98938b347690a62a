import MemoMarkup
import MemoModel
import MemoText

/// A model of where links by the paths of files lead: it writes out all the names that each file may go by.
enum PathModel {
  /// Which of some paths a target leads to by the first rule that finds any: without an extension those of Markdown
  /// files, if there are any.
  static func found(_ target: LinkTarget, _ paths: [String?]) -> [Int] {
    let decoded = MarkdownPercent.decoded(target.name).nameForm
    for name in [target.name, decoded] {
      guard let last = name.split(separator: "/", omittingEmptySubsequences: false).last, !last.isEmpty, last != ".",
        last != ".."
      else { continue }
      for rule in 0..<6 {
        let found = paths.indices.filter { index in
          paths[index].map { names(of: $0, rule, for: name, from: target.folder).contains(clean(name)) } ?? false
        }
        let markdown = found.filter { index in
          [".md", ".markdown"].contains { paths[index]?.lowercased().hasSuffix($0) == true }
        }
        if !found.isEmpty { return rule % 2 == 1 && !markdown.isEmpty ? markdown : found }
      }
    }
    return []
  }

  private static func clean(_ name: String) -> String {
    name.split(separator: "/").map(\.nameForm).filter { !$0.isEmpty }.joined(separator: "/")
  }

  /// The names of a file under a rule: from a folder, from the root, by its end; each as it is and without its
  /// extension.
  private static func names(of path: String, _ rule: Int, for name: String, from folder: String?) -> Set<String> {
    var parts = path.split(separator: "/").map(\.nameForm)
    let last = path.split(separator: "/").last ?? ""
    if rule % 2 == 1 {
      guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return [] }
      parts[parts.count - 1] = last[..<dot].nameForm
    } else if let dot = last.lastIndex(of: "."), dot == last.startIndex, rule % 2 == 1 {
      return []
    }
    let (isAbsolute, isRelative) = (name.hasPrefix("/"), name.hasPrefix("./") || name.hasPrefix("../"))
    switch rule / 2 {
    case 0:
      if isAbsolute { return [] }
      return walks(to: parts, from: (folder ?? "").split(separator: "/").map(String.init), like: name)
    case 1: return isRelative ? [] : walks(to: parts, from: [], like: name)
    default:
      let hasDots = clean(name).split(separator: "/").contains { $0 == "." || $0 == ".." }
      if isAbsolute || hasDots { return [] }
      return Set(parts.indices.map { parts[$0...].joined(separator: "/") })
    }
  }

  /// The name itself if walking as it says, step by step, ends at a file.
  private static func walks(to parts: [String], from folder: [String], like name: String) -> Set<String> {
    var place = folder
    for step in clean(name).split(separator: "/").map(String.init) {
      switch step {
      case ".": continue
      case "..":
        if place.isEmpty { return [] }
        place.removeLast()
      default: place.append(step)
      }
    }
    return place == parts ? [clean(name)] : []
  }

  /// The number that a file's name begins with, if a separator follows it.
  static func number(_ path: String) -> String? {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
    let form = stem.nameForm
    let number = form.prefix { "0123456789".contains($0) }
    guard number.count >= 8, let next = form.dropFirst(number.count).first, " -_".contains(next) else { return nil }
    return String(number)
  }
}

/// What percent signs stand for.
private enum MarkdownPercent {
  static func decoded(_ text: String) -> String {
    var (bytes, rest) = ([UInt8](), Substring(text))
    while let first = rest.first {
      if first == "%", let byte = UInt8(rest.dropFirst().prefix(2), radix: 16), rest.utf8.count > 2 {
        bytes.append(byte)
        rest = rest.dropFirst(3)
      } else {
        bytes += Array(String(first).utf8)
        rest = rest.dropFirst()
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
}
