package import JSON
import MemoText

/// The merge of the properties of a memo that two processes changed, member by member.
///
/// - A member that only one side set, changed or removed has that state in the end; objects merge in the same way,
///   member by member.
/// - For tags, those that either side added are there and those that either side removed are not, even if it removed
///   all of them. They are compared as everywhere: without regard to case or to how characters are composed.
/// - If both sides changed the same member differently, ours wins.
package enum PropertyMerge {
  /// Merges properties.
  ///
  /// - Parameters:
  ///   - base: the properties that both started from.
  ///   - ours: the properties here, which are saved last.
  ///   - theirs: the stored properties.
  package static func merged(base: JSONObject, ours: JSONObject, theirs: JSONObject) -> JSONObject {
    merged(base: base, ours: ours, theirs: theirs, isOuter: true)
  }

  /// The properties whose elements merge as tags do.
  private static let sets = Set(KnownProperties.all.filter(\.isSet).map(\.name))

  private static func merged(base: JSONObject, ours: JSONObject, theirs: JSONObject, isOuter: Bool) -> JSONObject {
    var result = theirs
    for name in base.members.map(\.name) + ours.members.map(\.name) {
      let (before, here, there) = (base[name], ours[name], theirs[name])
      guard before?.json != here?.json else { continue }
      if before?.json == there?.json {
        result[name] = here
      } else if case .object(let here)? = here, case .object(let there)? = there {
        var inner = JSONObject()
        if case .object(let before)? = before { inner = before }
        result[name] = .object(merged(base: inner, ours: here, theirs: there, isOuter: false))
      } else if isOuter, sets.contains(name), let before = before.tags, let own = here.tags, let there = there.tags {
        let tags = merged(base: before, ours: own, theirs: there)
        let isGone = tags.isEmpty && (result[name] == nil || here == nil)
        result[name] = isGone ? nil : .array(tags.map(JSONValue.string))
      } else {
        result[name] = here
      }
    }
    return result
  }

  /// Merges tags: theirs in their order, then those added here, each as it was last written.
  private static func merged(base: [String], ours: [String], theirs: [String]) -> [String] {
    let before = Dictionary(base.map { ($0.tagForm, $0) }) { first, _ in first }
    let here = Dictionary(ours.map { ($0.tagForm, $0) }) { first, _ in first }
    var merged: [String] = []
    var known: Set<String> = []
    for tag in theirs {
      let form = tag.tagForm
      known.insert(form)
      guard let own = here[form] else {
        if before[form] == nil { merged.append(tag) }
        continue
      }
      let isRespelt = before[form].map { !$0.utf8.elementsEqual(own.utf8) } ?? true
      merged.append(isRespelt ? own : tag)
    }
    for tag in ours {
      let form = tag.tagForm
      if before[form] == nil, known.insert(form).inserted { merged.append(tag) }
    }
    return merged
  }
}

extension JSONValue? {
  /// The elements of an array of strings, or none for an absent one; nil for anything else.
  fileprivate var tags: [String]? {
    guard let self else { return [] }
    guard case .array(let elements) = self else { return nil }
    var strings: [String] = []
    for element in elements {
      guard case .string(let string) = element else { return nil }
      strings.append(string)
    }
    return strings
  }
}
