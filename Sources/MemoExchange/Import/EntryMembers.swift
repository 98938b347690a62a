import JSON
import MemoMarkup
import MemoModel

/// The members of an entry that were not used yet, without those that are null.
struct EntryMembers {
  private typealias Member = (name: String, view: JSONView)

  private var members: [Member] = []
  /// Members whose values are being read.
  private var aside: [Member] = []

  /// Takes the members of an object.
  init(_ view: JSONView) {
    for member in view.members where !member.value.isNull { members.append((member.name, member.value)) }
  }

  /// The value of a name; of several the last.
  func last(_ name: String) -> JSONValue? { index(name).map { JSONValue(members[$0].view) } }

  /// Removes the last member with a name.
  mutating func remove(_ name: String) {
    if let index = index(name) { members.remove(at: index) }
  }

  /// Removes and returns the last member with a name, if it is a text.
  mutating func takeText(_ name: String) -> String? {
    guard let index = index(name), let text = members[index].view.string else { return nil }
    members.remove(at: index)
    return text
  }

  /// Sets aside, for each name, the last member with a meaning, until it is known whether its value could be read.
  ///
  /// - Parameter reading: returns a member's meaning; nil for none.
  mutating func setAside(
    _ reading: (_ name: String, _ view: JSONView) throws(ImportRefusal) -> HeaderValue?
  ) throws(ImportRefusal) -> [HeaderMember] {
    var taken: [HeaderMember] = []
    var left: [Member] = []
    var seen: Set<String> = []
    for member in members.reversed() {
      if !seen.contains(member.name), let value = try reading(member.name, member.view) {
        seen.insert(member.name)
        aside.append(member)
        taken.append(HeaderMember(name: member.name, value: value))
      } else {
        left.append(member)
      }
    }
    members = left.reversed()
    return taken.reversed()
  }

  /// Puts back members that were set aside and could not be read.
  mutating func putBack(_ names: Set<String>) {
    members += aside.filter { names.contains($0.name) }
    aside = []
  }

  private func index(_ name: String) -> Int? { members.lastIndex { $0.name.utf8.elementsEqual(name.utf8) } }

  /// Removes and returns the memo's identifier.
  ///
  /// - Parameter problems: receives an identifier that a memo can't have. A number belongs to another program and is
  ///   ignored.
  mutating func takeID(_ problems: inout [String]) -> MemoID? {
    guard let index = index("id"), members[index].view.numberLiteral == nil else { return nil }
    guard let id = members[index].view.string.flatMap({ MemoID($0) }) else {
      problems.append("id is none that a memo can have: 1 to 128 characters of A-Z, a-z, 0-9, '.', '_' and '-'")
      return nil
    }
    members.remove(at: index)
    return id
  }

  /// Removes and returns the properties. Those that a memo can't have become members of the entry.
  mutating func takeProperties(_ problems: inout [String]) -> JSONObject {
    guard let index = index("properties") else { return JSONObject() }
    guard members[index].view.kind == .object else {
      problems.append("properties is no object")
      return JSONObject()
    }
    let view = members.remove(at: index).view
    let properties = JSONObject().merging(JSONObject(members: view.members))
    if KnownProperties.accept(properties) { return properties }
    var right = JSONObject()
    for (name, value) in properties.members {
      var one = JSONObject()
      one[name] = value
      if KnownProperties.accept(one) { right[name] = value }
    }
    members += view.members.filter { right[$0.name] == nil && properties[$0.name] != nil }.map { ($0.name, $0.value) }
    return right
  }

  /// Puts all remaining members among the properties, under another name if their own is taken or has a meaning that
  /// the value does not fit.
  ///
  /// - Returns: descriptions of what got another name, and of what found no room.
  func place(in properties: inout JSONObject, limit: Int) -> [String] {
    var problems: [String] = []
    var bytes = properties.json.count
    var numbers: [String: Int] = [:]
    for (name, view) in members {
      guard !JSONValue(view).nests(deeperThan: KnownProperties.mostLevels) else {
        problems.append("\(name) left out: a property nests at most \(KnownProperties.mostLevels) levels deep")
        continue
      }
      var place = name
      var one = JSONObject()
      one[place] = JSONValue(view)
      while properties[place] != nil || !KnownProperties.accept(one) {
        let number = numbers[name, default: 0] + 1
        numbers[name] = number
        place = number == 1 ? "imported.\(name)" : "imported.\(name).\(number)"
        one = JSONObject()
        one[place] = JSONValue(view)
      }
      let size = one.json.count
      guard bytes + size <= limit else {
        problems.append("\(name) left out: it is too large for a property")
        continue
      }
      if place != name { problems.append("\(name) can't be a property of that name, and is \(place)") }
      properties[place] = JSONObject().merging(one)[place]
      bytes += size
    }
    return problems
  }
}
