package import MemoEngine

/// What exported memos' files are called, known before they are written, so that pages can link to each other.
package protocol PageNames: AnyObject {
  /// Hears of a memo that will be exported.
  func announce(_ memo: MemoSnapshot)
  /// Hears that these were all.
  func endAnnouncing()
  /// The name of a memo's file, with its folder; nil if it has none.
  func name(of id: MemoID) -> String?
}

/// What finds the addresses of links in exported pages.
struct PageLinks {
  let places: LinkPlaces
  let names: any PageNames
  /// The memo in whose page the links are.
  let id: MemoID

  /// The address of a place from the memo's page; nil if that was not exported.
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
  /// The page, its links leading to other pages.
  ///
  /// - Throws: `storeUnavailable`.
  func bytes(_ links: PageLinks) throws(EngineError) -> [UInt8] {
    guard let outline else { return bytes([]) }
    return bytes(try links.places.of(outline).map { $0.flatMap(links.href) })
  }

  /// The page by itself: what links to other memos is words.
  func bytes() -> [UInt8] { bytes(outline.map { LinkPlaces.inside($0).map { $0?.inside } } ?? []) }
}

extension LinkPlace {
  /// Its address within its own page.
  fileprivate var inside: String { "#\(anchor?.percentEncoded ?? "")" }
}
