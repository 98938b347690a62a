/// The titles and aliases of all memos that live, in memory: parts of names can be looked for anywhere in them faster
/// than any table would tell.
struct NameIndex {
  /// A name that was found.
  struct Hit: Hashable {
    let key: Int
    let rank: NameRank
    let form: [UInt8]
    let isAlias: Bool
  }

  private var names = NameList()
  /// How many bytes it takes, about.
  var bytes: Int { names.memory }

  /// Adds a name, which comes behind those that were added before.
  mutating func append(_ form: [UInt8], isAlias: Bool, _ key: Int) { names.append(form, isAlias: isAlias, key) }

  /// The first memos, in order, that have a name in which a text stands, each by the first such name.
  ///
  /// - Parameter leavesOut: whether a memo is passed over.
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
    names.forEachPlace(of: text) { entry, isWord in
      if isWord { take(entry) { _ in .word } } else if others.last != entry { others.append(entry) }
      return hits.count < limit
    }
    for entry in others where hits.count < limit { take(entry) { _ in .anywhere } }
    return hits
  }
}
