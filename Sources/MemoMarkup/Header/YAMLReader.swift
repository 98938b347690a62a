import CYAML
import MemoText

/// Reads one YAML document with libyaml, event by event. Its size is bounded, so that no header, however it was made,
/// takes much time or memory: values may nest 64 deep and number 2^18, as many as a header has room for, each alias
/// counted with its whole value.
final class YAMLReader {
  /// The deepest nesting, and the most values.
  private static let deepest = 64, most = 1 << 18

  /// Why it can't be read, in words for people.
  struct Problem: Error {
    let reason: String
  }

  /// A value, and how many values it counts as.
  private struct Node {
    var value: HeaderValue
    var count = 1
    var depth = 1
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var event = yaml_event_t()
  private var anchors: [String: Node] = [:]
  private var count = 0
  /// The ranges that are asked for, see ``places(of:in:)``.
  private var places: Places?
  /// All words and texts, if they are asked for, see ``scalars(in:)``.
  private var scalars: [Scalar]?

  private init() throws(Problem) {
    // It holds pointers to itself, so it must not move.
    parser = .allocate(capacity: 1)
    guard yaml_parser_initialize(parser) != 0 else {
      parser.deallocate()
      throw Problem(reason: "there is no memory to read it")
    }
  }

  deinit {
    yaml_event_delete(&event)
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// The value of a document; nil if it is empty.
  ///
  /// - Returns: the value, and whether it is a map whose members each begin a line.
  /// - Throws: ``Problem`` if it is no YAML, more than one document, or beyond the bounds.
  static func read(_ bytes: ArraySlice<UInt8>) throws(Problem) -> (value: HeaderValue, isBlock: Bool)? {
    try YAMLReader().document(bytes)
  }

  /// The ranges of the words of a map's members of one meaning, all aliases, and the places where members begin.
  ///
  /// - Throws: ``Problem`` as ``read(_:)`` does.
  static func places(of name: HeaderName, in bytes: ArraySlice<UInt8>) throws(Problem) -> Places {
    let reader = try YAMLReader()
    reader.places = Places(name)
    _ = try reader.document(bytes)
    return reader.places?.inBytes(Array(bytes)) ?? Places(name)
  }

  /// All words and texts of a map, including names, in order; nil if it is no map, or can't be read.
  static func scalars(in bytes: ArraySlice<UInt8>) -> [Scalar]? {
    guard let reader = try? YAMLReader() else { return nil }
    reader.scalars = []
    guard case .map? = (try? reader.document(bytes))?.value else { return nil }
    return reader.scalars.map { Scalar.inBytes($0, of: bytes) }
  }

  private func document(_ bytes: ArraySlice<UInt8>) throws(Problem) -> (value: HeaderValue, isBlock: Bool)? {
    // libyaml reads from this memory until the last event.
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(Problem) in
        yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        return try document()
      }
    }
    return try result.get()
  }

  private func document() throws(Problem) -> (value: HeaderValue, isBlock: Bool)? {
    _ = try next()
    guard try next() != YAML_STREAM_END_EVENT else { return nil }
    let type = try next()
    let isBlock =
      type == YAML_MAPPING_START_EVENT && event.start_mark.column == 0
      && event.data.mapping_start.style == YAML_BLOCK_MAPPING_STYLE
    let node = try node(type, depth: 1)
    if !isBlock { places?.starts = [] }
    _ = try next()
    guard try next() == YAML_STREAM_END_EVENT else { throw Problem(reason: "it has more than one document") }
    return (node.value, isBlock)
  }

  /// Goes on to the next event.
  private func next() throws(Problem) -> yaml_event_type_t {
    yaml_event_delete(&event)
    event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) != 0 else { throw failure }
    return event.type
  }

  private var failure: Problem {
    let reason = parser.pointee.problem.map { String(cString: $0) } ?? "it is no YAML"
    // Counted from 0, behind the line with the dashes.
    let line = parser.pointee.problem_mark.line
    return Problem(reason: line < 1 << 32 ? "line \(line + 2): \(reason)" : reason)
  }

  private func node(_ type: yaml_event_type_t, depth: Int) throws(Problem) -> Node {
    guard depth <= Self.deepest else { throw Problem(reason: "its values nest more than \(Self.deepest) deep") }
    var anchor: String?
    var node: Node
    switch type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      anchor = scalar.anchor.map { String(cString: $0) }
      let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        .withOrderedMarks
      node = Node(value: .scalar(text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE))
      places?.note(node.value, at: range, depth)
      scalars?.append(Scalar(range, text, scalar.style))
    case YAML_SEQUENCE_START_EVENT:
      anchor = event.data.sequence_start.anchor.map { String(cString: $0) }
      node = try list(depth)
    case YAML_MAPPING_START_EVENT:
      anchor = event.data.mapping_start.anchor.map { String(cString: $0) }
      node = try map(depth)
    case YAML_ALIAS_EVENT:
      let name = event.data.alias.anchor.map { String(cString: $0) } ?? ""
      guard let found = anchors[name] else { throw Problem(reason: "nothing before *\(name) is called &\(name)") }
      guard depth + found.depth - 1 <= Self.deepest else {
        throw Problem(reason: "its values nest more than \(Self.deepest) deep")
      }
      try add(found.count)
      places?.note(alias: found.value, at: range, depth)
      return found
    default: throw Problem(reason: "it is no YAML")
    }
    try add(1)
    if let anchor { anchors[anchor] = node }
    return node
  }

  /// The event's range in code points.
  private var range: Range<Int> { Int(event.start_mark.index)..<Int(event.end_mark.index) }

  private func list(_ depth: Int) throws(Problem) -> Node {
    var items: [HeaderValue] = []
    var node = Node(value: .list([]))
    while true {
      let type = try next()
      if type == YAML_SEQUENCE_END_EVENT { break }
      items.append(try take(type, depth, into: &node))
    }
    node.value = .list(items)
    return node
  }

  private func map(_ depth: Int) throws(Problem) -> Node {
    var members: [HeaderMember] = []
    var merged: [HeaderMember] = []
    var node = Node(value: .map([]))
    while true {
      let type = try next()
      if type == YAML_MAPPING_END_EVENT { break }
      let outer = places?.scope
      places?.scope = .none
      let start = Int(event.start_mark.index)
      let name = try take(type, depth, into: &node)
      places?.enter(name, at: start, depth)
      let value = try take(try next(), depth, into: &node)
      places?.scope = outer ?? .none
      switch name {
      case .scalar("<<", true): merged += value.mergedMembers
      case .scalar(let text, _): members.append(HeaderMember(name: text, value: value))
      // A list or a map as a name has no meaning here.
      case .list, .map: break
      }
    }
    // Merged members come first, so that the map's own override them.
    node.value = .map(merged + members)
    return node
  }

  private func take(_ type: yaml_event_type_t, _ depth: Int, into node: inout Node) throws(Problem) -> HeaderValue {
    let inner = try self.node(type, depth: depth + 1)
    node.count += inner.count
    node.depth = max(node.depth, inner.depth + 1)
    return inner.value
  }

  private func add(_ more: Int) throws(Problem) {
    count += more
    guard count <= Self.most else { throw Problem(reason: "it has more than \(Self.most) values") }
  }
}

extension HeaderValue {
  /// The members merged by `<<`: those of a map, or of several, of which the first counts.
  fileprivate var mergedMembers: [HeaderMember] {
    switch self {
    case .map(let members): members
    case .list(let maps):
      maps.reversed().flatMap { map -> [HeaderMember] in if case .map(let members) = map { members } else { [] } }
    case .scalar: []
    }
  }
}
