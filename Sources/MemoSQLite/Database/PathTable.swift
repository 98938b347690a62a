/// What a process has of files, each thing with a number of its own, found by the file's path. A process may have many
/// stores open, and asks about one of them at a time.
struct PathTable<Number: Hashable, Value> {
  private var paths: [Number: String] = [:]
  private var values: [String: [Number: Value]] = [:]

  /// What there is of a file.
  subscript(path: String) -> [Number: Value] { values[path] ?? [:] }

  func path(of number: Number) -> String? { paths[number] }

  func contains(where isWanted: (Value) -> Bool) -> Bool {
    values.values.contains { $0.values.contains(where: isWanted) }
  }

  mutating func insert(_ value: Value, as number: Number, at path: String) {
    _ = remove(number)
    paths[number] = path
    values[path, default: [:]][number] = value
  }

  mutating func remove(_ number: Number) -> Value? {
    guard let path = paths.removeValue(forKey: number) else { return nil }
    let value = values[path]?.removeValue(forKey: number)
    if values[path]?.isEmpty == true { values[path] = nil }
    return value
  }
}
