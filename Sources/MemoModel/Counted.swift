extension Int {
  /// A count in words, for people: `1 memo`, `2 memos`.
  package func counted(_ thing: String) -> String { self == 1 ? "1 \(thing)" : "\(self) \(thing)s" }
}
