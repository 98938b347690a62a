package import MemoMarkup
package import MemoModel

/// What a link between memos leads to.
package struct LinkPlace: Sendable, Equatable {
  /// The memo; nil if that is the link's own.
  package let id: MemoID?
  /// What the heading or block in it is called in addresses; nil if it leads to all of the memo, or that is not there.
  package let anchor: String?
}

/// What links of texts lead to in memos as they were when a listing was made, or as they were saved since. May be asked
/// anywhere.
package struct LinkPlaces: Sendable {
  private let store: any MemoStore
  private let unsaved: UnsavedReferences

  /// - Parameter listing: of which memos. Reads those of its texts that nobody has read yet.
  package init(_ listing: MemoListing) {
    store = listing.memos.store
    unsaved = listing.memos.references()
  }

  /// What each of a text's links leads to, in their order; nil for what leads nowhere, to no memo, or to several.
  ///
  /// - Throws: `storeUnavailable`.
  package func of(_ outline: Outline) throws(EngineError) -> [LinkPlace?] {
    let links = outline.links.map { ($0.memoTarget, $0.fragment.map { LinkFragment($0) }) }
    let resolved = try asking { () throws(StoreError) in
      try ResolvedLinks(of: links.compactMap { link in link.0.map { ($0, link.1) } }, in: store, over: unsaved)
    }
    return zip(links, Self.inside(outline)).map { link, own in
      link.0.map { resolved.place($0, link.1) } ?? own
    }
  }

  /// The same where nothing is known of other memos.
  package static func inside(_ outline: Outline) -> [LinkPlace?] {
    let own = MemoReferences(outline)
    return outline.links.map { link in
      guard link.namesMemo, link.target.isEmpty, let fragment = link.fragment else { return nil }
      return own.anchor(of: LinkFragment(fragment)).map { LinkPlace(id: nil, anchor: $0) }
    }
  }
}
