import MemoModel

/// The observers of an engine, in order of arrival.
struct Observers {
  fileprivate struct Entry {
    weak var observation: Observation?
    let origin: ChangeOrigin?
    let hearsChanges: Bool
  }

  /// The origins of those observers that hear of changes.
  private(set) var origins: [ChangeOrigin?] = []
  private var entries: [Entry] = []
  /// The events still to be reported, and to whom, oldest first: an event that an observer causes comes behind these.
  fileprivate var untold: [(event: EngineEvent, entries: [Entry])] = []

  fileprivate mutating func add(_ observation: Observation, as origin: ChangeOrigin?, hearsChanges: Bool) {
    entries.append(Entry(observation: observation, origin: origin, hearsChanges: hearsChanges))
    _ = listening()
  }

  /// The entries whose observation has not ended.
  fileprivate mutating func listening() -> [Entry] {
    entries.removeAll { $0.observation?.hasEnded ?? true }
    origins = entries.filter(\.hearsChanges).map(\.origin)
    return entries
  }
}

extension MemoEngine {
  /// Calls an observer for every event, on the engine's executor, until the observation is released. Several are called
  /// one after the other; each may end any observation, or use the engine, while it is called.
  ///
  /// - Parameters:
  ///   - origin: the observer's origin: it hears of all changes except its own.
  ///   - hearsChanges: whether it hears of changes of memos at all.
  public func observe(
    as origin: ChangeOrigin? = nil, hearsChanges: Bool = true, _ observer: @escaping @Sendable (EngineEvent) -> Void
  ) -> Observation {
    let observation = Observation(observer)
    observers.add(observation, as: origin, hearsChanges: hearsChanges)
    return observation
  }

  /// Reports an event to all.
  func tell(_ event: EngineEvent) { tell(event, to: observers.listening()) }

  private func tell(_ event: EngineEvent, to entries: [Observers.Entry]) {
    observers.untold.append((event, entries))
    guard observers.untold.count == 1 else { return }
    while let (event, entries) = observers.untold.first {
      for entry in entries { entry.observation?.tell(event) }
      observers.untold.removeFirst()
    }
  }

  /// Whether anybody is to hear of a change.
  func isHeard(by origin: ChangeOrigin?) -> Bool { observers.origins.contains { $0 != origin } }

  /// Reports the fate of a memo to the others.
  ///
  /// - Parameter edit: what was done to it, if it is where it was; nil if they know that.
  func tell(
    _ id: MemoID, from before: MemoPresence, to after: MemoPresence, by origin: ChangeOrigin?,
    _ edit: () -> ExternalEdit?
  ) {
    let event: EngineEvent
    switch (before, after) {
    case (.absent, .absent): return
    case (.absent, .live), (.trashed, .live): event = .createdByOther(id)
    case (.live, .absent), (.trashed, .absent): event = .deletedByOther(id, permanent: true)
    case (.live, .trashed), (.absent, .trashed): event = .deletedByOther(id, permanent: false)
    case (.live, .live), (.trashed, .trashed):
      guard let edit = edit() else { return }
      event = .changedByOther(edit)
    }
    tell(event, to: observers.listening().filter { $0.hearsChanges && $0.origin != origin })
  }

  /// Reports to the others what a change did to a memo in memory; edits of theirs that are on their way are outrun from
  /// now on.
  ///
  /// - Parameter difference: the changes of the text, if they were worked out.
  func tell(
    _ before: MemoContents, from presence: MemoPresence, _ memo: OpenMemo, by origin: ChangeOrigin?,
    _ difference: TextDifference? = nil
  ) {
    let id = memo.metadata.id
    if presence != .absent { outrun(id, before.metadata.version, by: origin) }
    // An observer that was not told of a reread memo knows an older version.
    let unknownSince = memo.wasRead ? nil : memo.outrunVersion
    memo.outrunVersion = nil
    tell(id, from: presence, to: memo.presence, by: origin) {
      if let unknownSince {
        return ExternalEdit(
          id: id, baseVersion: unknownSince, version: memo.metadata.version, texts: nil, properties: nil)
      }
      let (old, new) = (before.metadata.properties, memo.metadata.properties)
      let isSame = (text: memo.textVersion < memo.metadata.version, properties: old.json == new.json)
      let isKnown = difference?.before.isIdentical(to: before.text) ?? false
      return ExternalEdit(
        id: id, baseVersion: before.metadata.version, version: memo.metadata.version,
        texts: isSame.text && !isSame.properties && origin != .outside ? nil : (before.text, memo.text),
        difference: isKnown ? difference : nil, properties: isSame.properties ? nil : new)
    }
  }

  /// Records that edits of a memo that start from this version, or follow one that does, are outrun by another's
  /// change.
  func outrun(_ id: MemoID, _ version: Int, by origin: ChangeOrigin? = .outside) {
    let others = origin == .outside ? observers.origins + [nil] : observers.origins
    for other in others where other != origin {
      // Earlier refusals show how far the edits on their way have come.
      let known = outrunBases[id]?[other] ?? 0
      outrunBases[id, default: [:]][other] = max(known, version)
    }
  }

  /// Whether an edit was on its way when another's change became known; then those behind it were, too.
  func isOutrun(_ id: MemoID, _ baseVersion: Int?, by origin: ChangeOrigin?) -> Bool {
    guard let baseVersion, outrunBases[id]?[origin] == baseVersion else { return false }
    outrunBases[id]?[origin] = baseVersion + 1
    return true
  }

  /// Records that an edit without a base was accepted: its sender counts it all the same, so the edits behind it start
  /// one further on.
  func passOutrun(_ id: MemoID, by origin: ChangeOrigin?) {
    if let base = outrunBases[id]?[origin] { outrunBases[id]?[origin] = base + 1 }
  }

  /// Records that an origin knows the present state of a memo.
  func noteCaughtUp(_ id: MemoID, _ origin: ChangeOrigin?) {
    guard outrunBases[id] != nil else { return }
    outrunBases[id]?[origin] = nil
    if outrunBases[id]?.isEmpty == true { outrunBases[id] = nil }
  }
}
