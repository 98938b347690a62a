package import MemoMarkup
package import MemoModel
import Synchronization

/// The place that a link between memos leads to.
package struct LinkPlace: Sendable, Equatable {
  /// The memo; nil if it is the link's own.
  package let id: MemoID?
  /// The anchor in addresses of the heading or block; nil for the memo as a whole, or if that does not exist.
  package let anchor: String?
}

/// Resolves links to memos as they were when a listing was made, or as they were saved since. Usable on any thread.
package final class LinkPlaces: Sendable {
  private let shared: SharedStore
  private let unsaved: UnsavedReferences
  /// Anchors of memos that took long to read: all other memos may have links into the same one.
  private let known = Mutex<[MemoID: Anchors]>([:])
  /// The number of links and headings from which on a memo's anchors are kept, and the most memos to keep.
  private static let many = 100, mostKnown = 256

  /// - Parameter listing: the memos. Reads their texts that were not read yet.
  package init(_ listing: MemoListing) {
    shared = listing.memos.shared
    unsaved = listing.memos.references()
  }

  /// The places that a text's links lead to, in order; nil for what leads nowhere, to no memo, or to several.
  ///
  /// - Parameter file: the text's file; nil if it has none.
  /// - Throws: `storeUnavailable`.
  package func of(_ outline: Outline, in file: MemoFile? = nil) throws(EngineError) -> [LinkPlace?] {
    let folder = file?.folderForm
    let links = outline.links.map { ($0.memoTarget(from: folder), $0.fragment.map { LinkFragment($0) }) }
    let ends = try shared.read { store throws(StoreError) in
      try resolved(links.compactMap { link in link.0.map { ($0, link.1) } }, in: store)
    }
    return zip(links, Self.inside(outline)).map { link, own in
      link.0.map { ends.place($0, link.1) } ?? own
    }
  }

  private func resolved(
    _ links: [(target: LinkTarget, fragment: LinkFragment?)], in store: any MemoStore
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

  /// The same without knowing other memos.
  package static func inside(_ outline: Outline) -> [LinkPlace?] {
    let own = MemoReferences(outline).anchors
    return outline.links.map { link in
      guard link.namesMemo, link.target.isEmpty, let fragment = link.fragment else { return nil }
      return own.anchor(of: LinkFragment(fragment)).map { LinkPlace(id: nil, anchor: $0) }
    }
  }
}
