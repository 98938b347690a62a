/// The titles, aliases and files' names of all live memos, in memory: parts of names are found faster than with any
/// table.
struct NameIndex {
  /// A name found.
  struct Hit: Hashable {
    let key: Int
    let rank: NameRank
    let form: [UInt8]
    let isAlias: Bool
  }

  private var names = NameList()
  /// Its size in bytes, roughly.
  var bytes: Int { names.memory }

  /// Adds a name, which must sort after those added before.
  mutating func append(_ form: [UInt8], isAlias: Bool, _ key: Int) { names.append(form, isAlias: isAlias, key) }

  /// The first memos, in order, with a name that contains a text, each by its first such name.
  ///
  /// - Parameter leavesOut: whether to skip a memo.
  func hits(of text: [UInt8], limit: Int, leavesOut: (Int) -> Bool) -> [Hit] {
    var hits: [Hit] = []
    var seen: Set<Int> = []
    func take(_ entry: Int, _ rank: (_ form: [UInt8]) -> NameRank) {
      let key = names.key(entry)
      guard hits.count < limit, !leavesOut(key), seen.insert(key).inserted else { return }
      let name = names.name(entry)
      hits.append(Hit(key: key, rank: rank(name.form), form: name.form, isAlias: name.isAlias))
    }
    for entry in names.entries(beginningWith: text) where hits.count < limit {
      take(entry) { $0.count == text.count ? .whole : .beginning }
    }
    guard hits.count < limit else { return hits }
    var others: [Int] = []
    var search = NameSearch(text, longest: names.longest)
    names.forEachName { name in
      switch search.rank(in: name) {
      case .word: take(name.entry) { _ in .word }
      case .anywhere: others.append(name.entry)
      default: break
      }
      return hits.count < limit
    }
    for entry in others where hits.count < limit { take(entry) { _ in .anywhere } }
    return hits
  }

  /// The first memos, in order, with a name that fits, each by its first such name.
  ///
  /// - Parameter leavesOut: whether to skip a memo.
  func hits(limit: Int, leavesOut: (Int) -> Bool, where fits: (_ form: String) -> Bool) -> [Hit] {
    var hits: [Hit] = []
    var seen: Set<Int> = []
    names.forEachName { name in
      if fits(String(decoding: name.form, as: UTF8.self)) {
        let key = names.key(name.entry)
        if !leavesOut(key), seen.insert(key).inserted {
          hits.append(Hit(key: key, rank: .anywhere, form: Array(name.form), isAlias: name.isAlias))
        }
      }
      return hits.count < limit
    }
    return hits
  }
}
