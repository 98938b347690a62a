package import JSON
import MemoModel
import MemoText

extension JSONObject {
  /// Adds missing tags, whatever their case, as long as there is room for them.
  ///
  /// - Returns: how many found no room.
  @discardableResult
  package mutating func add(tags more: [String]) -> Int {
    var tags = tags
    var seen = Set(tags.map(\.tagForm))
    var left = 0
    for tag in more where seen.insert(tag.tagForm).inserted {
      if tags.count < KnownProperties.mostTags { tags.append(tag) } else { left += 1 }
    }
    if tags.count > self.tags.count { self.tags = tags }
    return left
  }
}
