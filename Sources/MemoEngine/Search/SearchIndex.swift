import MemoModel
import MemoText

/// The stored texts in search form, in memory. A cache: the first search reads it from the store, and each later one
/// updates it. Used by one search at a time.
struct SearchIndex {
  /// The most bytes of texts to keep; every search reads the others from the store.
  private let budget: Int
  private(set) var chunks = [SearchChunk()]
  /// The index of the chunk that the next text goes into.
  private var open = 0
  private var keptBytes = 0
  private var places: [MemoID: Place] = [:]
  /// Memos whose texts are not kept.
  private(set) var others: [MemoID: MemoMetadata] = [:]
  /// Memos that can't be read, and are in no search.
  private(set) var damaged: Set<MemoID> = []
  /// Unsaved texts and their search forms, as the last search found them.
  private(set) var unsaved: [MemoID: (text: Rope, form: [UInt8])] = [:]
  /// The number of times that each byte occurs in some of the texts.
  private(set) var histogram = [Int](repeating: 0, count: 256)

  /// The sequence number up to which changes are known; nil before the store was first read.
  private var changeSequence: Int?
  /// The last key that was read. The first reading may be interrupted and continued.
  private var lastKey = 0
  private var isComplete = false
  /// Room for one text, reused for the next.
  private var form: [UInt8] = []

  struct Place: Hashable {
    let chunk: Int
    let number: Int
  }

  init(budget: Int) { self.budget = budget }

  /// Takes in what has changed in the store.
  ///
  /// - Returns: false if it was stopped before everything was read.
  mutating func update(from snapshot: any StoreSnapshot, isCancelled: () -> Bool) throws(StoreError) -> Bool {
    let now = try snapshot.changeSequence()
    if let changeSequence, let changed = try snapshot.changedMemos(since: changeSequence) {
      for id in changed {
        do throws(StoreError) {
          put(try snapshot.memo(id), as: id)
        } catch  where error.reason == .corrupt {
          put(nil, as: id)
          damaged.insert(id)
        }
      }
    } else {
      self = SearchIndex(budget: budget)
    }
    changeSequence = now
    if !isComplete {
      var wasStopped = false
      var damaged: Set<MemoID> = []
      try snapshot.forEachMemo(after: lastKey) {
        damaged.insert($0)
      } _: { key, memo in
        put(memo, as: memo.metadata.id)
        lastKey = key
        wasStopped = isCancelled()
        return !wasStopped
      }
      self.damaged.formUnion(damaged)
      isComplete = !wasStopped
    }
    return isComplete
  }

  /// Folds new unsaved texts, and drops those no longer unsaved.
  ///
  /// - Returns: false if it was stopped before.
  mutating func update(unsaved memos: SortedMap<MemoID, UnsavedRow>, isCancelled: () -> Bool) -> Bool {
    let known = unsaved
    unsaved = [:]
    for (id, row) in memos {
      if isCancelled() { return false }
      guard let memo = row.contents else { continue }
      if let known = known[id], known.text.isIdentical(to: memo.text) {
        unsaved[id] = known
      } else {
        unsaved[id] = (memo.text, memo.text.searchForm)
      }
    }
    return true
  }

  /// Finds the lines that may be headings in the texts that are kept.
  mutating func readHeadings() { for chunk in chunks.indices { chunks[chunk].readHeadings() } }

  /// Sets or clears the mark of memos that unsaved states overlay.
  mutating func setHidden(_ isHidden: Bool, _ ids: Set<MemoID>) {
    for id in ids {
      guard let place = places[id] else { continue }
      if isHidden {
        chunks[place.chunk].traits[place.number].insert(.hidden)
      } else {
        chunks[place.chunk].traits[place.number].remove(.hidden)
      }
    }
  }

  /// Replaces a memo by its stored state; nil if it is gone.
  private mutating func put(_ memo: StoredMemo?, as id: MemoID) {
    others[id] = nil
    damaged.remove(id)
    if let place = places.removeValue(forKey: id) {
      keptBytes -= chunks[place.chunk].form(place.number).count
      chunks[place.chunk].remove(place.number)
      if chunks[place.chunk].outdatedBytes > chunks[place.chunk].count / 2 { compact(place.chunk) }
    }
    guard let memo else { return }
    guard keptBytes + memo.text.count <= budget else {
      others[id] = memo.metadata
      return
    }
    form.removeAll(keepingCapacity: memo.text.count < SearchChunk.capacity)
    memo.appendSearchForm(to: &form)
    // A sample is enough to tell rare bytes from common ones.
    if places.count.isMultiple(of: 16) { for byte in form.prefix(4096) { histogram[Int(byte)] += 1 } }
    if !chunks[open].hasRoom(for: form.count) { open = chunks.firstIndex { $0.count == 0 } ?? chunks.count }
    if open == chunks.count { chunks.append(SearchChunk()) }
    places[id] = Place(chunk: open, number: chunks[open].add(memo.metadata, form))
    keptBytes += form.count
  }

  private mutating func compact(_ chunk: Int) {
    chunks[chunk] = chunks[chunk].compacted
    for (number, id) in chunks[chunk].ids.enumerated() {
      places[id] = Place(chunk: chunk, number: number)
    }
  }
}

extension StoredMemo {
  /// The text; bytes of a damaged one that are not UTF-8 are replaced.
  var searchText: Rope { Rope(validatingUTF8: text) ?? Rope(String(decoding: text, as: UTF8.self)) }

  /// Appends the text in search form.
  func appendSearchForm(to form: inout [UInt8]) {
    let isValid = text.withUnsafeBufferPointer { text in
      guard text.isValidUTF8 else { return false }
      SearchForm.append(text, to: &form)
      return true
    }
    if !isValid { form += searchText.searchForm }
  }
}
