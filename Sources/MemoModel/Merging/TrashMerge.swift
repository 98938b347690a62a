/// Whether a memo that two sides changed is in the trash.
package enum TrashMerge {
  /// The time when it went there; nil if it lives. Deleted on one side and edited or restored on the other, it lives.
  ///
  /// - Parameters:
  ///   - ours, theirs: when it went to the trash on each side; nil if it lives there.
  ///   - isWantedHere, isWantedThere: whether it was edited, or restored, on that side.
  package static func merged(
    ours: Timestamp?, theirs: Timestamp?, isWantedHere: Bool, isWantedThere: Bool
  ) -> Timestamp? {
    switch (ours, theirs) {
    case (let here?, .some): here
    case (nil, .some(let there)): isWantedHere ? nil : there
    case (.some(let here), nil): isWantedThere ? nil : here
    case (nil, nil): nil
    }
  }
}
