import MemoEngine

/// What agents may see and do.
package struct Access: Sendable {
  /// Whether they may change anything.
  package let allowsWriting: Bool
  /// The tag that a memo must have, or one in it, to be there for them, as it is written; nil if all are.
  package let tag: String?

  /// Creates an access.
  package init(allowsWriting: Bool = false, tag: String? = nil) {
    self.allowsWriting = allowsWriting
    self.tag = tag
  }

  /// Whether a memo is there for agents. Where a tag says so, this may take as long as reading the text.
  func admits(_ memo: MemoSnapshot) -> Bool { admits(memo.metadata.properties, memo.text) }

  /// Whether a memo of these properties and this text is there for agents.
  func admits(_ properties: JSONObject, _ text: Rope) -> Bool {
    guard let form = tag?.tagForm else { return true }
    let isIn = { (tag: String) in tag.tagAndAncestors.contains { $0.canonicalCaseless == form } }
    if properties.tags.contains(where: isIn) { return true }
    let outline = Outline(of: text)
    return outline.headerTags.contains(where: isIn) || outline.tags.contains { isIn($0.name) }
  }
}
