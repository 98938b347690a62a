import JSON
import TestSupport

extension FuzzTarget {
  /// A text is read where the grammar says so, and comes back the same when it is written and read again.
  package static let json = FuzzTarget(
    name: "json", longRuns: 6_700_000, maximumBytes: 512,
    seeds: { try TestFiles.conversations().flatMap { $0.prefix(2) } },
    mutate: { $1.damage($0) },
    start: { check }
  )

  private static func check(_ input: [UInt8]) throws {
    let document = try? JSONDocument(input)
    let isText = ReferenceGrammar.accepts(input)
    try require((document != nil) == isText, "\(isText ? "refused" : "read"): \(input)")
    guard let document else { return }
    let value = JSONValue(document.root)
    let again = JSONValue(try JSONDocument(written(value)).root)
    try require(same(value, again), "\(input) came back as \(written(again))")
    try visit(document.root)
    if case .object(let object) = value {
      // A patch that is applied twice does no more than once (RFC 7396).
      let merged = object.merging(object)
      try require(merged.merging(object).json == merged.json, "merging \(input)")
    }
  }

  private static func visit(_ view: JSONView) throws {
    if let integer = view.integer, let literal = view.numberLiteral,
      literal.utf8.allSatisfy({ $0 != 0x2E && $0 | 0x20 != 0x65 })
    {
      try require(Int(literal) == integer, "\(literal) was read as \(integer)")
    }
    _ = (view.string, view.bool, view["id"])
    for element in view.elements { try visit(element) }
    for member in view.members { try visit(member.value) }
  }
}
