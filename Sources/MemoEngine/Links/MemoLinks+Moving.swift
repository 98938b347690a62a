package import MemoMarkup
package import MemoModel

/// A text with links, and its file before some are moved and after.
package struct LinkingText: Sendable {
  fileprivate let links: [Outline.Link]
  fileprivate let place: MovedLinkNames.Place

  /// Creates one.
  ///
  /// - Parameters:
  ///   - links: all links of the text's outline.
  ///   - old: its file now; nil if it has none.
  ///   - new: its file then, the same one if that stays; nil if it will have none.
  package init(_ links: [Outline.Link], in old: MemoFile?, movedTo new: MemoFile?) {
    (self.links, place) = (links, MovedLinkNames.Place(old: old, new: new))
  }
}

extension MemoLinks {
  /// The names by which links lead where they do once files are moved: for each text, by the places of those links that
  /// lead to one memo by its path; the present name where that will do.
  ///
  /// - Parameter leaving: the memos that will have no path; nothing is said of links to them.
  /// - Throws: `storeUnavailable`.
  package func names(
    in texts: [LinkingText], after moves: [FileMove], leaving: Set<MemoID>
  ) async throws(EngineError) -> [[Int: String]] {
    try await ask(.names, isLong: true) { store, unsaved, _ throws(StoreError) in
      let names = try MovedLinkNames(moves, leaving: leaving, of: store, over: unsaved, now: .now)
      let leads = try names.leads(of: texts.map { text in (text.place, text.links.compactMap { $0.memoTarget() }) })
      var wishes: [[MovedLinkNames.Wish]] = []
      for (text, leads) in zip(texts, leads) { wishes.append(try names.wishes(text.links, at: text.place, leads)) }
      let found = try names.names(for: wishes)
      return texts.indices.map { place in
        let (text, leads) = (texts[place], leads[place])
        let folder = text.place.old?.folderForm
        var all: [Int: String] = [:]
        for (index, link) in text.links.enumerated() {
          if let target = link.memoTarget(from: folder), leads[target] != nil { all[index] = link.target }
        }
        for (wish, name) in zip(wishes[place], found[place]) { if let name { all[wish.index] = name } }
        return all
      }
    }
  }
}
