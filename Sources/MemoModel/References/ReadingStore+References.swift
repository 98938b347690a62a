extension ReadingStore {
  /// As the port says.
  public func destinations(
    of targets: [LinkTarget], over unsaved: UnsavedReferences
  ) throws(StoreError) -> [LinkDestination] {
    try read(.long) { stored throws(StoreError) in try stored.destinations(of: targets, over: unsaved) }
  }

  /// As the port says.
  public func references(
    of ids: [MemoID], over unsaved: UnsavedReferences
  ) throws(StoreError) -> [MemoID: MemoReferences] {
    try read(.long) { stored throws(StoreError) in try stored.references(of: ids, over: unsaved) }
  }

  /// As the port says.
  public func backlinks(
    of id: MemoID, after place: ListPlace?, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> LinkedPage {
    try read(.long) { stored throws(StoreError) in
      try stored.backlinks(of: id, after: place, limit: limit, over: unsaved)
    }
  }

  /// As the port says.
  public func linked(
    _ kind: LinkedKind, after place: ListPlace?, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> LinkedPage {
    try read(.longest) { stored throws(StoreError) in
      try stored.linked(kind, after: place, limit: limit, over: unsaved)
    }
  }

  /// As the port says.
  public func names(
    matching text: String, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> [NameMatch] {
    try read(.long) { stored throws(StoreError) in try stored.names(matching: text, limit: limit, over: unsaved) }
  }

  /// As the port says.
  public func names(
    limit: Int, over unsaved: UnsavedReferences, where fits: @escaping @Sendable (_ form: String) -> Bool
  ) throws(StoreError) -> [NameMatch] {
    try read(.long) { stored throws(StoreError) in try stored.names(limit: limit, over: unsaved, where: fits) }
  }

  /// As the port says.
  public func readNamesAhead() throws(StoreError) -> Bool {
    try read(.long) { stored throws(StoreError) in try stored.readNamesAhead() }
  }

  /// As the port says.
  public func tags(
    beginningWith prefix: String?, after place: TagPlace?, limit: Int, over unsaved: UnsavedReferences
  ) throws(StoreError) -> TagPage {
    try read(.long) { stored throws(StoreError) in
      try stored.tags(beginningWith: prefix, after: place, limit: limit, over: unsaved)
    }
  }

  /// As the port says.
  public func ids(_ filter: ReferenceFilter, over unsaved: UnsavedReferences) throws(StoreError) -> Set<MemoID> {
    try read(.longest) { stored throws(StoreError) in try stored.ids(filter, over: unsaved) }
  }

  /// As the port says.
  public func memosWithoutReferences(limit: Int) throws(StoreError) -> [MemoID] {
    try read(.long) { stored throws(StoreError) in try stored.memosWithoutReferences(limit: limit) }
  }

  /// As the port says.
  public func countOfMemosWithoutReferences() throws(StoreError) -> Int {
    try read(.long) { stored throws(StoreError) in try stored.countOfMemosWithoutReferences() }
  }
}
