import MemoEngine

/// The access that agents have.
package struct Access: Sendable {
  /// Whether they may change memos.
  package let allowsWriting: Bool
  /// The tag that a memo must have, or one below it, for agents to see it, as it is written; nil if they see all.
  package let tag: String?

  /// Creates an access.
  package init(allowsWriting: Bool = false, tag: String? = nil) {
    self.allowsWriting = allowsWriting
    self.tag = tag
  }

  /// Whether agents can see a memo. With a tag, this may take as long as reading the text.
  func admits(_ memo: MemoSnapshot) -> Bool { admits(memo.metadata.properties, memo.text) }

  /// Whether agents can see a memo with these properties and this text.
  func admits(_ properties: JSONObject, _ text: Rope) -> Bool {
    guard let form = tag?.tagForm else { return true }
    let isIn = { (tag: String) in tag.tagAndAncestors.contains { $0.canonicalCaseless == form } }
    if properties.tags.contains(where: isIn) { return true }
    let outline = Outline(of: text)
    return outline.headerTags.contains(where: isIn) || outline.tags.contains { isIn($0.name) }
  }
}
