package import MemoMarkup
package import MemoModel
import Synchronization

/// What a link between memos leads to.
package struct LinkPlace: Sendable, Equatable {
  /// The memo; nil if that is the link's own.
  package let id: MemoID?
  /// What the heading or block in it is called in addresses; nil if it leads to all of the memo, or that is not there.
  package let anchor: String?
}

/// What links of texts lead to in memos as they were when a listing was made, or as they were saved since. May be asked
/// anywhere.
package final class LinkPlaces: Sendable {
  private let store: any MemoStore
  private let unsaved: UnsavedReferences
  /// What memos have that took long to read: links into one memo may stand in all others.
  private let known = Mutex<[MemoID: Anchors]>([:])
  /// From how many links and headings on that of a memo is kept, and of how many memos at most.
  private static let many = 100, mostKnown = 256

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
    let ends = try asking { () throws(StoreError) in
      try resolved(links.compactMap { link in link.0.map { ($0, link.1) } })
    }
    return zip(links, Self.inside(outline)).map { link, own in
      link.0.map { ends.place($0, link.1) } ?? own
    }
  }

  private func resolved(
    _ links: [(target: LinkTarget, fragment: LinkFragment?)]
  ) throws(StoreError) -> ResolvedLinks {
    var resolved = ResolvedLinks()
    let targets = Array(Set(links.map(\.target)))
    if !targets.isEmpty { resolved.add(targets, leadingTo: try store.destinations(of: targets, over: unsaved)) }
    let inside = resolved.memosInside(links)
    let known = known.withLock { known in known.filter { inside.contains($0.key) } }
    resolved.add(known)
    let left = inside.filter { known[$0] == nil }
    if left.isEmpty { return resolved }
    let references = try store.references(of: left, over: unsaved)
    resolved.add(references)
    self.known.withLock { known in
      for (id, said) in references where said.links.count + said.headings.count >= Self.many {
        if known.count < Self.mostKnown { known[id] = said.anchors }
      }
    }
    return resolved
  }

  /// The same where nothing is known of other memos.
  package static func inside(_ outline: Outline) -> [LinkPlace?] {
    let own = MemoReferences(outline).anchors
    return outline.links.map { link in
      guard link.namesMemo, link.target.isEmpty, let fragment = link.fragment else { return nil }
      return own.anchor(of: LinkFragment(fragment)).map { LinkPlace(id: nil, anchor: $0) }
    }
  }
}
