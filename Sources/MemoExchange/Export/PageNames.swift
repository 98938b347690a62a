package import MemoEngine

/// The names of exported memos' files, known before they are written, so that pages can link to each other.
package protocol PageNames: AnyObject {
  /// Called for each memo that will be exported.
  func announce(_ memo: MemoSnapshot)
  /// Called after the last of them.
  func endAnnouncing()
  /// The name of a memo's file, with its folder; nil if it has none.
  func name(of id: MemoID) -> String?
}

/// Finds the addresses of links in exported pages.
struct PageLinks {
  let places: LinkPlaces
  let names: any PageNames
  /// The memo whose page has the links.
  let memo: MemoSnapshot
  private var id: MemoID { memo.metadata.id }

  /// The address of a place, seen from the memo's page; nil if that was not exported.
  fileprivate func href(_ place: LinkPlace) -> String? {
    guard let other = place.id, other != id else { return place.inside }
    guard let name = names.name(of: other) else { return nil }
    let folders = (names.name(of: id) ?? "").split(separator: "/").dropLast()
    let parts = name.split(separator: "/")
    let common = zip(folders, parts.dropLast()).prefix { $0 == $1 }.count
    let path = repeatElement("..", count: folders.count - common) + parts.dropFirst(common).map(\.percentEncoded)
    return path.joined(separator: "/") + (place.anchor == nil ? "" : place.inside)
  }
}

extension HTMLPage {
  /// The page, with links to other pages.
  ///
  /// - Throws: `storeUnavailable`.
  func bytes(_ links: PageLinks) throws(EngineError) -> [UInt8] {
    guard let outline else { return bytes([]) }
    return bytes(try links.places.of(outline, in: links.memo.file).map { $0.flatMap(links.href) })
  }

  /// The page by itself, with links to other memos as plain words.
  func bytes() -> [UInt8] { bytes(outline.map { LinkPlaces.inside($0).map { $0?.inside } } ?? []) }
}

extension LinkPlace {
  /// Its address within its own page.
  fileprivate var inside: String { "#\(anchor?.percentEncoded ?? "")" }
}
