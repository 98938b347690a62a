public import JSON

/// A property that the service itself understands: checking, merging, searching and showing it all refer to this.
package struct Property: Sendable {
  /// Its name among a memo's properties.
  package let name: String
  /// The word for a flag that is not set; nil if the property is no flag. A flag is true or absent, and searches have a
  /// filter for each.
  package private(set) var absence: String?
  /// Whether its elements merge one by one.
  package private(set) var isSet = false
  /// Makes its sign in lists; nil if it has none.
  private var sign: (@Sendable (JSONObject) -> String?)?
  fileprivate let check: @Sendable (JSONValue) throws(JSONTypeError) -> Void

  static let tags = Property(name: "tags", isSet: true, check: KnownProperties.checkTags)
  package static let pinned = flag("pinned", absence: "unpinned", sign: "📌")
  static let location = Property(name: "location", check: KnownProperties.checkLocation)
  static let weather = Property(
    name: "weather", sign: { WeatherSign.sign(for: $0) }, check: KnownProperties.checkWeather)
  /// Which memo's text could not be merged, and became this one.
  static let conflictOf = Property(
    name: "conflictOf", sign: { if case .string = $0["conflictOf"] { "🔀" } else { nil } }, check: { _ in })

  /// Whether lists have a column for its sign.
  package var hasSign: Bool { sign != nil }

  /// The sign for its value in these properties; empty for none.
  package func sign(in properties: JSONObject) -> String { sign?(properties) ?? "" }

  private static func flag(_ name: String, absence: String, sign: String) -> Property {
    Property(name: name, absence: absence, sign: { $0.isSet(name) ? sign : nil }) { value throws(JSONTypeError) in
      guard case .bool = value else { throw JSONTypeError("must be true or false") }
    }
  }
}

/// The properties that the service itself understands. All others belong to clients.
public enum KnownProperties {
  /// All of them, in the order in which lists show them.
  package static let all: [Property] = [.tags, .pinned, .conflictOf, .location, .weather]
  /// The flags among them.
  package static let flags = all.filter { $0.absence != nil }

  /// The most tags that a memo may have.
  package static let mostTags = 100
  /// The longest tag, in Unicode scalars, as JSON Schema counts.
  package static let longestTag = 100
  /// The valid coordinates of a place, in degrees.
  package static let latitudes = -90.0...90.0, longitudes = -180.0...180.0

  /// The most levels of arrays and objects in a property, known or not: well below ``JSONDocument/maximumDepth``, since
  /// stores, exports and the hub put more around them, and what is deeper than that can't be read again.
  package static let mostLevels = 100

  /// Checks the properties that a change touches: how deep they nest, and what the known ones are; others stay
  /// unchecked.
  ///
  /// - Parameters:
  ///   - properties: the properties after the change.
  ///   - patch: the change: a JSON Merge Patch (RFC 7396) for properties.
  /// - Throws: `JSONTypeError` whose path starts at the properties, as in `.tags[0]`.
  public static func check(_ properties: JSONObject, changedBy patch: JSONObject) throws(JSONTypeError) {
    for (name, _) in patch.members where properties[name]?.nests(deeperThan: mostLevels) == true {
      throw JSONTypeError("must not nest deeper than \(mostLevels) levels").inside(name)
    }
    for property in all {
      guard patch[property.name] != nil, let value = properties[property.name] else { continue }
      do throws(JSONTypeError) {
        try property.check(value)
      } catch {
        throw error.inside(property.name)
      }
    }
  }

  /// Whether all of these properties are well-formed.
  package static func accept(_ properties: JSONObject) -> Bool {
    (try? check(properties, changedBy: properties)) != nil
  }

  @Sendable fileprivate static func checkTags(_ value: JSONValue) throws(JSONTypeError) {
    guard case .array(let tags) = value else { throw JSONTypeError("must be an array of strings") }
    guard tags.count <= mostTags else { throw JSONTypeError("must not have more than \(mostTags) tags") }
    for (index, tag) in tags.enumerated() {
      guard case .string(let tag) = tag, (1...longestTag).contains(tag.unicodeScalars.count) else {
        throw JSONTypeError("must be a string of 1 to \(longestTag) characters").inside(index)
      }
    }
  }

  @Sendable fileprivate static func checkLocation(_ value: JSONValue) throws(JSONTypeError) {
    guard case .object(let place) = value else {
      throw JSONTypeError("must be an object with latitude and longitude")
    }
    try check(place, "latitude", "must be a number from -90 to 90") { latitudes.contains($0.double ?? .nan) }
    try check(place, "longitude", "must be a number from -180 to 180") { longitudes.contains($0.double ?? .nan) }
  }

  @Sendable fileprivate static func checkWeather(_ value: JSONValue) throws(JSONTypeError) {
    guard case .object(let weather) = value else {
      throw JSONTypeError("must be an object with main, description, icon and temperature")
    }
    for name: StaticString in ["main", "description", "icon"] {
      try check(weather, name, "must be a string") { if case .string = $0 { true } else { false } }
    }
    try check(weather, "temperature", "must be a number of degrees Celsius") { $0.double?.isFinite ?? false }
  }

  private static func check(
    _ object: JSONObject, _ name: StaticString, _ expectation: String, _ isRight: (JSONValue) -> Bool
  ) throws(JSONTypeError) {
    guard let value = object["\(name)"] else { throw JSONTypeError("is missing").inside(name) }
    guard isRight(value) else { throw JSONTypeError(expectation).inside(name) }
  }
}

extension JSONObject {
  /// Whether these properties pin their memo. Anything but `true` does not.
  public var isPinned: Bool { isSet(Property.pinned.name) }

  /// Sets a flag in a patch of properties, or takes it away.
  package mutating func set(_ flag: Property, to isSet: Bool) { self[flag.name] = isSet ? .bool(true) : .null }

  /// Whether a flag is set. Anything but `true` means no.
  package func isSet(_ flag: String) -> Bool { if case .bool(true)? = self[flag] { true } else { false } }

  /// The tags among these properties. Elements that are no strings do not count.
  public var tags: [String] {
    get {
      guard case .array(let tags)? = self[Property.tags.name] else { return [] }
      return tags.compactMap { if case .string(let tag) = $0 { tag } else { nil } }
    }
    set { self[Property.tags.name] = .array(newValue.map(JSONValue.string)) }
  }
}

extension JSONValue {
  /// The value of a number, as near as a `Double` comes; nil for any other kind.
  package var double: Double? { if case .number(let digits) = self { Double(digits) } else { nil } }
}
